import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { anOperator } from '../support/an-operator.ts';

const ACCOUNTS = 10_000;

const toLine = (_: unknown, at: number): string => {
  const ledger = { ledger_number: 'L-1', ledger_code: 'GAS', open_statement: { from: '2026-11-01' } };
  return JSON.stringify({ external_account_number: `E-${at}`, status: 'IMPORTED', ledgers: [ledger] });
};

const folder = theFolder();
const file = join(folder, 'accounts.ndjson');
const url = await aDatabase();
const operator = anOperator({ DATABASE_URL: url, DATA_DIR: folder });
await writeFile(file, Array.from({ length: ACCOUNTS }, toLine).join('\n'));
await operator('organisation', 'create', '--name', 'Acme');
await operator('supplier', 'create', '--organisation', 'Acme', '--code', 'ACME');

const importAll = async () =>
  (await operator('account', 'import', '--supplier', 'ACME', '--file', file, '--json')).json;

const rowsRead = async (counted: string, tables: ReadonlyArray<string>): Promise<number> => {
  const [read] = await runSql<{ rows: number }>(
    url,
    `select sum(${counted})::int as rows from pg_stat_user_tables where relname in ('${tables.join("', '")}')`,
  );
  return read!.rows;
};

// PostgreSQL plans statements on tables that were never analysed for tables of a few rows.
it('a new database takes its first accounts without reading the stored ones for each batch', async () => {
  expect((await importAll()).created).toBe(ACCOUNTS);
  const tables = ['account', 'ledger', 'statement_period'];
  expect((await rowsRead('seq_tup_read + coalesce(idx_tup_fetch, 0)', tables)) / ACCOUNTS).toBeLessThan(2);
});

it('the same accounts again are looked up, not searched for in all that is stored', async () => {
  await runSql(url, 'vacuum analyze ledger, statement_period');
  const tables = ['ledger', 'statement_period', 'ledger_history'];
  const before = await rowsRead('seq_tup_read', tables);
  expect((await importAll()).unchanged).toBe(ACCOUNTS);
  expect((await rowsRead('seq_tup_read', tables)) - before).toBe(0);
});
