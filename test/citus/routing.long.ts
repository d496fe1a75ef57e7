import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it, vi } from 'vitest';
import { KINDS, payloadOf } from '../operations/five-kinds.ts';
import { aDatabase } from '../support/a-database.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { obtainToken } from '../support/requests.ts';
import { runSql } from '../support/run-sql.ts';

/** Each node logs the statements that it runs on its part of the tables. */
const databaseUrl = await aDatabase();
const name = new URL(databaseUrl).pathname.slice(1);
for (const { superuserUrl } of inject('citusNodes'))
  await runSql(superuserUrl, `alter database ${name} set log_statement = 'all'`);
const service = await theService({ DATABASE_URL: databaseUrl, VENDOR_SANDBOX: 'on', SEAL_INTERVAL_SECONDS: '86400' });
const account = await anAccount(service);
/** What the service has sealed at its start was read on all nodes. */
const BUSY = `
  select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
await vi.waitUntil(async () => (await service.sql(BUSY)).length === 0, { timeout: 20_000, interval: 100 });

const PART_OF_TABLE =
  /\b(?:note|account|ledger\w*|\w+_import|billing_document|\w+_statement|\w+_instruction|statement_period|dry_run|api_key_use)_\d{6,}\b/;

/** Returns for each worker the statements that it has run since a time on parts of tables. */
const statementsDuring = async (work: () => Promise<unknown>): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const [, ...workers] = inject('citusNodes');
  const read = () => Promise.all(workers.map(({ log }) => readFile(log, 'utf8')));
  const before = await read();
  await work();
  return (await read()).map((text, at) =>
    text
      .slice(before[at]!.length)
      .split(/\n(?=\d{4}-)/)
      .filter((line) => PART_OF_TABLE.test(line) || /PREPARE TRANSACTION|COPY /.test(line)),
  );
};

/** The parts of tables that have no rows of accounts: records of what was not stored. */
const OF_NO_ACCOUNT = /\b(?:refused_import|dry_run)_\d{6,}\b/;

const post = (path: string, body: object) => async () => {
  const { status } = await service.post(`/v1/data-import/${path}`, { ...account, ...body });
  expect(status).toBeLessThan(500);
};

const transaction = { transaction_id: 'T-1', transaction_date: '2019-10-03', amount: '1.00', type: 'CHARGE' };
const total = { ledger_number: 'L-1', type: 'CHARGE', count: 1, sum: '1.00' };

const REQUESTS: ReadonlyArray<readonly [path: string, body: () => object]> = [
  ...KINDS.flatMap((kind) =>
    ['validate', 'create', 'create'].map((what) => [`${kind}/${what}/`, () => payloadOf(kind, 'A', 3)] as const),
  ),
  ['transactions/create/?check_previously_added=false', () => ({ transactions: [transaction] })],
  ['notes/create/', () => ({ notes: [{}] })],
  ['accounts/summary/', () => ({})],
  ...['notes', 'transactions', 'billing_documents', 'statements'].map(
    (list) => ['accounts/summary/', () => ({ list })] as const,
  ),
  [
    'control-totals/compare/',
    () => ({
      external_account_number: undefined,
      totals: [{ external_account_number: account.external_account_number, ...total }],
    }),
  ],
];

describe('a request', () => {
  it.each(REQUESTS)(
    'to %s runs on the node of its account alone, without COPY or two-phase commit',
    async (path, body) => {
      const each = await statementsDuring(post(path, body()));
      expect(each.flat().filter((text) => /PREPARE TRANSACTION|COPY /.test(text))).toEqual([]);
      const nodes = each.filter((statements) => statements.some((text) => !OF_NO_ACCOUNT.test(text)));
      expect(nodes.length).toBeLessThanOrEqual(1);
      expect(each.flat().length).toBeGreaterThan(0);
    },
  );
});

describe('a token', () => {
  it('marks its API key as used on one node', async () => {
    const each = await statementsDuring(() => obtainToken(service.baseUrl, service.demo.api_key));
    expect(each.flat().filter((text) => /\bapi_key_use_\d{6,}\b/.test(text))).toHaveLength(1);
    expect(each.flat().filter((text) => /PREPARE TRANSACTION/.test(text))).toEqual([]);
  });
});
