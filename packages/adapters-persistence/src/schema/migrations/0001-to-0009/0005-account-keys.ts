import { Migration } from '@mikro-orm/migrations';

/** The tables with rows of accounts. */
const OF_ACCOUNTS = [
  'accepted_import',
  'billing_document',
  'historical_statement',
  'ledger',
  'ledger_history',
  'ledger_transaction',
  'note',
  'payment_instruction',
  'statement_period',
];

/** The same as `accountKey` (ADR 27). */
const ACCOUNT_KEY = `
  create function account_key(organisation_id uuid, supplier_code text, external_account_number text) returns bigint
  language sql immutable strict parallel safe
  return ('x' || encode(substr(sha256(
    convert_to(organisation_id::text, 'UTF8') || '\\x00'::bytea ||
    convert_to(supplier_code, 'UTF8') || '\\x00'::bytea ||
    convert_to(external_account_number, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint & 9223372036854775807`;

/** An odd factor modulo 2^32 maps each number of the sequence to a different one. */
const NEXT_NUMBER = `
  create function next_service_account_number() returns text language sql volatile
  return 'A-' || upper(lpad(to_hex((nextval('service_account_number_seq') * 2654435761) & 4294967295), 8, '0'))`;

/** The previous release adds accounts without an id, and reads the id that they get. */
const KEY_OF_NEW_ACCOUNT = `
  create function set_account_key() returns trigger language plpgsql as $$
  begin
    select account_key(s.organisation_id, s.code, new.external_account_number) into new.id
    from import_supplier s where s.id = new.supplier_id;
    return new;
  end
  $$`;

const KEYS_BY_ID = `
  create table account_rekeying as
  select a.id, account_key(s.organisation_id, s.code, a.external_account_number) as key
  from account a join import_supplier s on s.id = a.supplier_id`;

const REKEYED = `
  create function rekeyed(old_id bigint) returns bigint language plpgsql stable as $$
  declare
    new_key bigint := (select key from account_rekeying where id = old_id);
  begin
    if new_key is null then
      raise exception 'There are rows of account %, which does not exist.', old_id;
    end if;
    return new_key;
  end
  $$`;

/**
 * The statistics of a rewritten column are gone. An empty table keeps none: once it is known to be empty, PostgreSQL plans to
 * read all of it, and keeps these plans while its first rows arrive.
 */
const analyzed = (table: string) => `
  do $$ begin
    if exists (select from ${table}) then analyze ${table}; end if;
  end $$`;

/**
 * Replaces the ids of accounts, which a sequence gave, by keys that are computed (ADR 27). Each table is written once from
 * beginning to end, which is faster than updates and leaves no dead rows. An account keeps its service account number; new
 * ones come from the same sequence.
 */
export class AccountKeys extends Migration {
  override up(): void {
    // The account first, as every import locks it first: a deadlock with one is not possible.
    this.addSql(`lock table account, ${OF_ACCOUNTS.join(', ')} in access exclusive mode`);
    this.addSql(ACCOUNT_KEY);
    this.addSql(
      'alter table account alter column service_account_number drop expression, alter column id drop default',
    );
    this.rekey();
    this.addSql('alter sequence account_id_seq owned by account.service_account_number');
    this.addSql('alter sequence account_id_seq rename to service_account_number_seq');
    this.addSql(NEXT_NUMBER);
    this.addSql('alter table account alter column service_account_number set default next_service_account_number()');
    this.addSql(KEY_OF_NEW_ACCOUNT);
    this.addSql(`create trigger set_account_key before insert on account
      for each row when (new.id is null) execute function set_account_key()`);
  }

  private rekey(): void {
    this.addSql(KEYS_BY_ID);
    this.addSql('alter table account_rekeying add primary key (id)');
    this.addSql(REKEYED);
    this.addSql('alter table account alter column id type bigint using rekeyed(id)');
    for (const table of OF_ACCOUNTS)
      this.addSql(`alter table ${table} alter column account_id type bigint using rekeyed(account_id)`);
    this.addSql('drop function rekeyed');
    this.addSql('drop table account_rekeying');
    for (const table of ['account', ...OF_ACCOUNTS]) this.addSql(analyzed(table));
  }
}
