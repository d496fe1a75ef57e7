import { ACCOUNT_PREFIX, LEDGER, SUPPLIER } from '../items/account.ts';
import { FIRST_ACCOUNT } from '../load/places.ts';
import { onDatabase } from './cluster.ts';

const SUPPLIER_OF_FLOOR = `
  with organisation as (
    insert into organisation (id, name, created_at) values (gen_random_uuid(), 'Bench', now()) returning id
  )
  insert into import_supplier (id, organisation_id, code, status, document_root, verify_documents, automated_emails,
    supply_charge_arithmetic, unknown_fields, created_at)
  select gen_random_uuid(), id, $1, 'Ongoing', '', false, false, 'report', 'refuse', now() from organisation`;

const ACCOUNTS = `
  with added as (
    insert into account (id, supplier_id, external_account_number, status, created_at)
    select account_key(s.organisation_id, s.code, $2 || n), s.id, $2 || n, 'IMPORTED', now()
    from import_supplier s, generate_series($3::bigint, $4::bigint) n
    where s.code = $1
    returning id
  ), ledgers as (
    insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
    select id, $5, $6, true, false from added
  )
  insert into statement_period (account_id, ledger_number, from_date, to_date, is_open)
  select id, $5, $7::date, $8::date, true from added`;

/** A supplier for a database that no service has made the demo's in. */
export const makeSupplier = (url: string): Promise<void> =>
  onDatabase(url, async (client) => void (await client.query(SUPPLIER_OF_FLOOR, [SUPPLIER])));

/** Imports so many accounts of the supplier, each with its main ledger and an open statement period. */
export const importAccounts = (url: string, count: number): Promise<void> =>
  onDatabase(url, async (client) => {
    const { number, code, from, to } = LEDGER;
    const [first, last] = [FIRST_ACCOUNT, FIRST_ACCOUNT + count - 1];
    await client.query(ACCOUNTS, [SUPPLIER, ACCOUNT_PREFIX, first, last, number, code, from, to]);
  });
