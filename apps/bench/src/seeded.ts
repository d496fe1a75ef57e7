import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packPayload } from '@carryover/adapters-persistence/imports/import-records';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { onDatabase } from './workbench.ts';

/** Transactions of an account: 20 charges and 20 payments on one ledger, 10 credits on another. */
export const TRANSACTIONS_OF_ACCOUNT = 50;
export const SUPPLIER = 'BENCH';
export const ORGANISATION = 'Bench organisation';

/** Accounts, and the number of seeded differences of each kind. */
export type Size = {
  readonly accounts: number;
  readonly seeds: number;
  /** Each import has its payload, and all transactions are on the main ledger, as a client sends them. */
  readonly hasPayloads?: boolean;
};

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
  `insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
   select id, number, 'ELECTRICITY', number = 'L-1', false from seeded cross join unnest(array['L-1', 'L-2']) number`,
  `insert into statement_period (account_id, ledger_number, from_date, is_open)
   select id, number, '2026-09-01', true from seeded cross join unnest(array['L-1', 'L-2']) number`,
];

/** Records without payloads. */
const IMPORTS = `insert into accepted_import
     (account_id, id, received_at, organisation_id, supplier_id, api_key_id, endpoint, item_count, stored_items,
      stored_documents, payload, payload_sha256)
   select d.id, ${IMPORT_ID}, now(), s.organisation_id, s.id, k.id, 'transactions/create',
          ${TRANSACTIONS_OF_ACCOUNT}, ${TRANSACTIONS_OF_ACCOUNT}, 0, '{}', sha256('{}')
   from seeded d cross join import_supplier s cross join api_key k order by i`;

/** The rows of a sent transaction as they are stored: none if it was lost, two if it was doubled. */
const TRANSACTIONS = ({ hasPayloads = false }: Size): string => `
  insert into ledger_transaction
    (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, submitted_date, import_id)
  select d.id, 'T-' || i || '-' || n, occurrence,
         case when (n >= 40 and not ${hasPayloads}) or (seed = 'moved' and n = 0) then 'L-2' else 'L-1' end,
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

const two = (number: number): string => String(number).padStart(2, '0');
const amountOf = (i: number, n: number): string => (((i * 31 + n * 17) % 10_000) / 100 + 0.01).toFixed(2);
const typeOf = (n: number): string => (['CHARGE', 'PAYMENT', 'CREDIT'] as const)[Math.floor(n / 20)]!;

/** What a client sends for an account. */
const payloadOf = (i: number): string =>
  JSON.stringify({
    import_supplier: SUPPLIER,
    external_account_number: `R-${String(i).padStart(9, '0')}`,
    transactions: Array.from({ length: TRANSACTIONS_OF_ACCOUNT }, (_, n) => ({
      transaction_id: `T-${i}-${n}`,
      transaction_date: `2026-11-${two(1 + (n % 20))}`,
      amount: amountOf(i, n),
      type: typeOf(n),
    })),
  });

const KEYS = 'select i, id from seeded where i >= $1 and i < $2 order by i';
/** Imports that are made at a time. */
const IMPORTS_AT_ONCE = 10_000;

/** Adds the import of each account, stored as the service stores it. */
const copyImports = async (client: pg.Client): Promise<void> => {
  const sql = `select now() as now, s.organisation_id, s.id as supplier_id, k.id as api_key_id
    from import_supplier s cross join api_key k`;
  const { rows } = await client.query<Record<string, string>>(sql);
  const { now, organisation_id, supplier_id, api_key_id } = rows[0]!;
  const received = new Date(now!).toISOString();
  for (let from = 0; ; from += IMPORTS_AT_ONCE) {
    const keys = await client.query<{ i: number; id: string }>(KEYS, [from, from + IMPORTS_AT_ONCE]);
    if (keys.rows.length === 0) return;
    const lines = async function* () {
      for (const { i, id } of keys.rows) {
        const text = Buffer.from(payloadOf(i));
        const payload = (await packPayload(text)).toString('hex');
        const importId = `01900000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;
        const counts = [TRANSACTIONS_OF_ACCOUNT, TRANSACTIONS_OF_ACCOUNT, 0];
        const hashed = `\\\\x${hash('sha256', text)}`;
        const owners = [received, organisation_id, supplier_id, api_key_id, 'transactions/create'];
        yield `${[id, importId, ...owners, ...counts, `\\\\x${payload}`, hashed].join('\t')}\n`;
      }
    };
    const copy = `copy accepted_import (account_id, id, received_at, organisation_id, supplier_id, api_key_id, endpoint,
      item_count, stored_items, stored_documents, payload, payload_sha256) from stdin`;
    await pipeline(Readable.from(lines()), client.query(copyFrom(copy)));
  }
};

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
    await (size.hasPayloads === true ? copyImports(client) : client.query(IMPORTS));
    for (let from = 0; from < size.accounts; from += AT_ONCE) {
      await client.query(TRANSACTIONS(size), [from, from + AT_ONCE]);
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

/** The number of import records of each kind. */
export type Records = { readonly accepted: number; readonly refused: number; readonly dryRuns: number };

const ACCOUNTS_OF_RECORDS = 100_000;

/** Three suppliers of two organisations. Of the second, one key made half a million records; the last key made one record. */
const OWNERS = [
  `insert into organisation (id, name, created_at)
   select gen_random_uuid(), 'Organisation ' || n, now() from generate_series(1, 2) n`,
  `insert into import_supplier
     (id, organisation_id, code, status, document_root, verify_documents, automated_emails, supply_charge_arithmetic,
      unknown_fields, created_at)
   select gen_random_uuid(), o.id, 'SUPPLIER-' || n, 'Ongoing', '', false, false, 'report', 'refuse', now()
   from generate_series(1, 3) n join organisation o on o.name = 'Organisation ' || least(n, 2)`,
  `insert into api_key (id, organisation_id, prefix, digest, created_at)
   select gen_random_uuid(), o.id, 'co_0000000' || n, sha256(n::text::bytea), now()
   from generate_series(1, 4) n join organisation o on o.name = 'Organisation ' || least(n, 2)`,
  `create unlogged table seeded_account as
   select n, s.id as supplier_id, s.organisation_id, s.code, account_key(s.organisation_id, s.code, 'R-' || n) as id
   from generate_series(0, ${ACCOUNTS_OF_RECORDS - 1}) n join import_supplier s on s.code = 'SUPPLIER-' || (1 + n % 3)`,
  `insert into account (id, supplier_id, external_account_number, status, created_at)
   select id, supplier_id, 'R-' || n, 'IMPORTED', now() from seeded_account`,
  'alter table seeded_account add primary key (n)',
];

/** Records come at equal distances over a month; the first supplier stopped sending halfway. */
const RECEIVED = (count: number) => `timestamptz '2026-10-01' + i * interval '30 days' / ${count}`;
const RECORD_ID = `(lpad(to_hex((extract(epoch from received_at) * 1000)::bigint), 12, '0') || '7000' ||
  '8' || lpad(to_hex(i), 15, '0'))::uuid`;
const ACCOUNT_OF_RECORD = (count: number) =>
  `(case when i < ${count / 2} then i::bigint * 7919 % ${ACCOUNTS_OF_RECORDS}
     else i::bigint * 7919 % ${ACCOUNTS_OF_RECORDS} / 3 * 3 % ${ACCOUNTS_OF_RECORDS - 3} + 1 + i % 2 end)::int`;

const rows = (count: number, prefix: string) => `
  select ${RECORD_ID} as id, received_at, a.organisation_id, k.id as api_key_id, a.supplier_id, a.code as supplier_code,
         a.n, a.id as account_id, i
  from (select i, ${RECEIVED(count)} as received_at, ${ACCOUNT_OF_RECORD(count)} as n from generate_series(0, ${count - 1}) i) r
  join seeded_account a on a.n = r.n
  join api_key k on k.prefix = ${prefix}`;

const PREFIX = `case when i = 5 then 'co_00000004' when a.organisation_id = (select organisation_id from api_key where prefix = 'co_00000001')
  then 'co_00000001' else 'co_0000000' || 2 + i % 2 end`;

const accepted = (count: number) => `
  insert into accepted_import
    (id, received_at, organisation_id, supplier_id, api_key_id, account_id, endpoint, item_count, stored_items, stored_documents, payload, payload_sha256)
  select id, received_at, organisation_id, supplier_id, api_key_id, account_id,
         case when i % 100000 = 7 then 'payment-instruction/create' when i % 3 = 0 then 'notes/create' else 'transactions/create' end,
         100, 100, 0, convert_to(repeat('{"transaction_id":"T-1"}', 8), 'UTF8'), sha256('{}')
  from (${rows(count, PREFIX)}) r order by i`;

/** One refusal in 100,000 has a rare code. */
const attempts = (table: string, endpoint: string, count: number) => `
  insert into ${table}
    (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, external_account_number, item_count, status, code,
     detail, attr)
  select id, received_at, organisation_id, api_key_id,
         case when i % 3 = 0 then 'notes/${endpoint}' else 'transactions/${endpoint}' end, supplier_code, 'R-' || n, 100, 400,
         case when i % 100000 = 11 then 'invalid_period' else (array['required', 'invalid', 'max_digits', 'blank'])[1 + i % 4] end,
         'This value is not valid.', 'transactions.' || i % 1000 || (array['.amount', '.reference', '.type'])[1 + i % 3]
  from (${rows(count, PREFIX)}) r order by i`;

/** Fills migrated tables with import records, by statements of the database. */
export const fillRecords = (url: string, records: Records): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query('set synchronous_commit = off');
    for (const statement of OWNERS) await client.query(statement);
    await client.query('analyze');
    await client.query(accepted(records.accepted));
    await client.query(attempts('refused_import', 'create', records.refused));
    await client.query(attempts('dry_run', 'validate', records.dryRuns));
    await client.query('vacuum (analyze)');
  });
