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
  insert into account (id, supplier_id, external_account_number, status, created_at)
  select n, s.id, $2 || n, 'IMPORTED', now()
  from import_supplier s, generate_series($3::bigint, $4::bigint) n
  where s.code = $1`;

const LEDGERS = `
  insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
  select n, $1, $2, true, false from generate_series($3::bigint, $4::bigint) n`;

const PERIODS = `
  insert into statement_period (account_id, ledger_number, from_date, to_date, is_open)
  select n, $1, $2::date, $3::date, true from generate_series($4::bigint, $5::bigint) n`;

/** A supplier for a database that no service has made the demo's in. */
export const makeSupplier = (url: string): Promise<void> =>
  onDatabase(url, async (client) => void (await client.query(SUPPLIER_OF_FLOOR, [SUPPLIER])));

/** Imports so many accounts of the supplier, each with its main ledger and an open statement period. */
export const importAccounts = (url: string, count: number): Promise<void> =>
  onDatabase(url, async (client) => {
    const [from, to] = [FIRST_ACCOUNT, FIRST_ACCOUNT + count - 1];
    await client.query(ACCOUNTS, [SUPPLIER, ACCOUNT_PREFIX, from, to]);
    await client.query(LEDGERS, [LEDGER.number, LEDGER.code, from, to]);
    await client.query(PERIODS, [LEDGER.number, LEDGER.from, LEDGER.to, from, to]);
  });
