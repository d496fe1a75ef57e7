import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { anOperator } from '../support/an-operator.ts';

const ACCOUNTS = 10_000;

const toLine = (_: unknown, at: number): string => {
  const ledger = { ledger_number: 'L-1', ledger_code: 'GAS', open_statement: { from: '2026-11-01' } };
  return JSON.stringify({ external_account_number: `E-${at}`, status: 'IMPORTED', ledgers: [ledger] });
};

// PostgreSQL plans statements on tables that were never analysed for tables of a few rows.
it('a new database takes its first accounts without reading the stored ones for each batch', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-plans-'));
  try {
    const url = await aDatabase();
    const operator = anOperator({ DATABASE_URL: url, DATA_DIR: folder });
    const file = join(folder, 'accounts.ndjson');
    await writeFile(file, Array.from({ length: ACCOUNTS }, toLine).join('\n'));
    await operator('organisation', 'create', '--name', 'Acme');
    await operator('supplier', 'create', '--organisation', 'Acme', '--code', 'ACME');
    const { json } = await operator('account', 'import', '--supplier', 'ACME', '--file', file, '--json');
    expect(json.created ?? json.accounts).toBe(ACCOUNTS);
    const [read] = await runSql<{ rows: number }>(
      url,
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables
       where relname in ('account', 'ledger', 'statement_period')`,
    );
    expect(read!.rows / ACCOUNTS).toBeLessThan(2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
