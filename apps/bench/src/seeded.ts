import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packPayload } from '@carryover/adapters-persistence/imports/import-records';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { endProgress, progress } from './figures.ts';
import { onDatabase, type Workbench } from './workbench.ts';

/** Transactions of an account: 20 charges, 20 payments and 10 credits, on its main ledger. */
export const TRANSACTIONS_OF_ACCOUNT = 50;
export const SUPPLIER = 'BENCH';
export const ORGANISATION = 'Bench organisation';

const NUMBER = `'R-' || lpad(i::text, 9, '0')`;
const IMPORT_ID = `('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
/** By account and transaction, with two places. */
const AMOUNT = '((i * 31 + n * 17) % 10000 + 1)::numeric / 100';
const TYPE = `case when n < 20 then 'CHARGE' when n < 40 then 'PAYMENT' else 'CREDIT' end`;

const ACCOUNTS = (accounts: number): ReadonlyArray<string> => [
  `create unlogged table seeded as
   select i, account_key(s.organisation_id, s.code, ${NUMBER}) as id
   from generate_series(0, ${accounts - 1}) i cross join import_supplier s`,
  `insert into account (id, supplier_id, external_account_number, status, created_at)
   select d.id, s.id, ${NUMBER}, 'IMPORTED', now() from seeded d cross join import_supplier s`,
  `insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
   select id, number, 'ELECTRICITY', number = 'L-1', false from seeded cross join unnest(array['L-1', 'L-2']) number`,
  `insert into statement_period (account_id, ledger_number, from_date, is_open)
   select id, number, '2026-09-01', true from seeded cross join unnest(array['L-1', 'L-2']) number`,
];

const TRANSACTIONS = `
  insert into ledger_transaction
    (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount, type, import_id)
  select d.id, 'T-' || i || '-' || n, 0, 'L-1', date '2026-11-01' + n % 20, ${AMOUNT}, ${TYPE}, ${IMPORT_ID}
  from seeded d cross join generate_series(0, ${TRANSACTIONS_OF_ACCOUNT - 1}) n
  where i >= $1 and i < $2
  order by d.id, n`;

export const numberOfAccount = (i: number): string => `R-${String(i).padStart(9, '0')}`;

const two = (number: number): string => String(number).padStart(2, '0');
export const centsOf = (i: number, n: number): number => ((i * 31 + n * 17) % 10_000) + 1;
export const typeOf = (n: number): string => (['CHARGE', 'PAYMENT', 'CREDIT'] as const)[Math.floor(n / 20)]!;

/** What a client sends for an account. */
const payloadOf = (i: number): string =>
  JSON.stringify({
    import_supplier: SUPPLIER,
    external_account_number: numberOfAccount(i),
    transactions: Array.from({ length: TRANSACTIONS_OF_ACCOUNT }, (_, n) => ({
      transaction_id: `T-${i}-${n}`,
      transaction_date: `2026-11-${two(1 + (n % 20))}`,
      amount: (centsOf(i, n) / 100).toFixed(2),
      type: typeOf(n),
    })),
  });

/** What an import record keeps of the transactions of its payload. */
const totalsOf = (i: number): string => {
  const cents = new Map<string, [count: number, sum: number]>();
  for (let n = 0; n < TRANSACTIONS_OF_ACCOUNT; n += 1) {
    const [count, sum] = cents.get(typeOf(n)) ?? [0, 0];
    cents.set(typeOf(n), [count + 1, sum + centsOf(i, n)]);
  }
  return JSON.stringify([...cents].map(([type, [count, sum]]) => ['L-1', type, count, (sum / 100).toFixed(2)]));
};

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
        yield `${[id, importId, ...owners, ...counts, totalsOf(i), `\\\\x${payload}`, hashed].join('\t')}\n`;
      }
    };
    const copy = `copy accepted_import (account_id, id, received_at, organisation_id, supplier_id, api_key_id, endpoint,
      item_count, stored_items, stored_documents, stored_totals, payload, payload_sha256) from stdin`;
    await pipeline(Readable.from(lines()), client.query(copyFrom(copy)));
  }
};

/** Accounts whose rows are added by one statement. */
const AT_ONCE = 50_000;

/** Fills migrated tables with one supplier's accounts and an import of each, by statements of the database. */
export const fillSeeded = (url: string, accounts: number, onRows: (rows: number) => void): Promise<void> =>
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
    for (const statement of ACCOUNTS(accounts)) await client.query(statement);
    await copyImports(client);
    for (let from = 0; from < accounts; from += AT_ONCE) {
      await client.query(TRANSACTIONS, [from, from + AT_ONCE]);
      onRows(Math.min(accounts, from + AT_ONCE) * TRANSACTIONS_OF_ACCOUNT);
    }
    await client.query('vacuum (analyze)');
  });

/** Returns a database that is filled with a supplier's accounts; one that an earlier benchmark filled is used if it was kept. */
export const seededDatabase = ({ filledDatabase }: Workbench, accounts: number): Promise<string> =>
  filledDatabase(`seeded_${accounts}`, async (url) => {
    await fillSeeded(url, accounts, (rows) => progress(`${rows} transactions filled`));
    endProgress();
  });
