import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { onDatabase } from '../databases/cluster.ts';

/** Transactions of an account: 20 charges and 20 payments on one ledger, 10 credits on another. */
export const TRANSACTIONS_OF_ACCOUNT = 50;
export const SUPPLIER = 'BENCH';
export const ORGANISATION = 'Bench organisation';

/** Accounts, and the number of seeded differences of each kind. */
export type Size = { readonly accounts: number; readonly seeds: number };

const SEEDS = ['lost', 'doubled', 'amount', 'moved', 'unexpected', 'moved_date'] as const;

/** Accounts are seeded at equal distances, one kind after the other: no account has two. */
const seedOf = ({ accounts, seeds }: Size): string => {
  if (seeds === 0) return 'null::text';
  const step = Math.floor(accounts / (seeds * SEEDS.length));
  return `case when i % ${step} = 0 and i / ${step} < ${seeds * SEEDS.length} then (array['${SEEDS.join(`','`)}'])[1 + (i / ${step}) % ${SEEDS.length}] end`;
};

const NUMBER = `'R-' || lpad(i::text, 9, '0')`;
const IMPORT_ID = `('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
/** By account and transaction, with two places. */
const AMOUNT = '((i * 31 + n * 17) % 10000 + 1)::numeric / 100';
const TYPE = `case when n < 20 then 'CHARGE' when n < 40 then 'PAYMENT' else 'CREDIT' end`;

const ACCOUNTS = (size: Size): ReadonlyArray<string> => [
  `create unlogged table seeded as
   select i, account_key(s.organisation_id, s.code, ${NUMBER}) as id, ${seedOf(size)} as seed
   from generate_series(0, ${size.accounts - 1}) i cross join import_supplier s`,
  `insert into account (id, supplier_id, external_account_number, status, created_at)
   select d.id, s.id, ${NUMBER}, 'IMPORTED', now() from seeded d cross join import_supplier s`,
  `insert into accepted_import
     (account_id, id, received_at, organisation_id, supplier_id, api_key_id, endpoint, item_count, stored_items,
      stored_documents, payload, payload_sha256)
   select d.id, ${IMPORT_ID}, now(), s.organisation_id, s.id, k.id, 'transactions/create',
          ${TRANSACTIONS_OF_ACCOUNT}, ${TRANSACTIONS_OF_ACCOUNT}, 0, '{}', sha256('{}')
   from seeded d cross join import_supplier s cross join api_key k order by i`,
  `insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
   select id, number, 'ELECTRICITY', number = 'L-1', false from seeded cross join unnest(array['L-1', 'L-2']) number`,
  `insert into statement_period (account_id, ledger_number, from_date, is_open)
   select id, number, '2026-09-01', true from seeded cross join unnest(array['L-1', 'L-2']) number`,
];

/** The rows of a sent transaction as they are stored: none if it was lost, two if it was doubled. */
const TRANSACTIONS = `
  insert into ledger_transaction
    (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, submitted_date, import_id)
  select d.id, 'T-' || i || '-' || n, occurrence,
         case when n >= 40 or (seed = 'moved' and n = 0) then 'L-2' else 'L-1' end,
         date '2026-11-01' + n % 20,
         ${AMOUNT} + case when seed = 'amount' and n = 0 then 0.01 else 0 end,
         case when n = ${TRANSACTIONS_OF_ACCOUNT} then 'REPAYMENT' else ${TYPE} end,
         case when seed = 'moved_date' and n = 0 then date '2026-09-01' end,
         ${IMPORT_ID}
  from seeded d
  cross join generate_series(0, ${TRANSACTIONS_OF_ACCOUNT}) n
  cross join generate_series(0, 1) occurrence
  where (occurrence = 0 or (seed = 'doubled' and n = 0))
    and (n < ${TRANSACTIONS_OF_ACCOUNT} or seed = 'unexpected')
    and not (n = 0 and coalesce(seed, '') = 'lost')
    and i >= $1 and i < $2
  order by d.id, n`;

const EXPECTED = ({ accounts }: Size): string => `
  select ${NUMBER} as external_account_number, case when n >= 40 then 'L-2' else 'L-1' end as ledger_number,
         ${TYPE} as type, count(*) as count, sum(${AMOUNT})::numeric(14,2) as sum
  from generate_series(0, ${accounts - 1}) i cross join generate_series(0, ${TRANSACTIONS_OF_ACCOUNT - 1}) n
  group by i, 2, 3`;

/** Accounts whose rows are added by one statement. */
const AT_ONCE = 50_000;

/** Fills migrated tables with one supplier's accounts, by statements of the database. */
export const fillSeeded = (url: string, size: Size, onRows: (rows: number) => void): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(`set work_mem = '256MB'`);
    await client.query(`
      with o as (insert into organisation (id, name, created_at) values (gen_random_uuid(), '${ORGANISATION}', now()) returning id),
           k as (insert into api_key (id, organisation_id, prefix, digest, created_at)
                 select gen_random_uuid(), id, 'co_bench', sha256('bench'), now() from o)
      insert into import_supplier
        (id, organisation_id, code, status, document_root, verify_documents, automated_emails, supply_charge_arithmetic,
         unknown_fields, created_at)
      select gen_random_uuid(), id, '${SUPPLIER}', 'Ongoing', '', false, false, 'report', 'refuse', now() from o`);
    for (const statement of ACCOUNTS(size)) await client.query(statement);
    for (let from = 0; from < size.accounts; from += AT_ONCE) {
      await client.query(TRANSACTIONS, [from, from + AT_ONCE]);
      onRows(Math.min(size.accounts, from + AT_ONCE) * TRANSACTIONS_OF_ACCOUNT);
    }
    await client.query('vacuum (analyze)');
  });

/** Writes the control totals of what was sent: of the formula, not of what is stored. */
export const writeExpected = (url: string, size: Size, file: string): Promise<void> =>
  onDatabase(url, (client) =>
    pipeline(client.query(copyTo(`copy (${EXPECTED(size)}) to stdout csv header`)), createWriteStream(file)),
  );

/** Returns the seeded accounts of each kind. */
export const seededAccounts = (url: string): Promise<ReadonlyMap<string, string>> =>
  onDatabase(url, async (client) => {
    const sql = `select ${NUMBER} as number, seed from seeded where seed is not null`;
    const { rows } = await client.query<{ number: string; seed: string }>(sql);
    return new Map(rows.map(({ number, seed }) => [number, seed]));
  });
