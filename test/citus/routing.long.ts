import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { runSql } from '../support/run-sql.ts';

let service: RunningService;
let account: TestAccount;

/** Each node logs the statements that it runs on its part of the tables. */
beforeAll(async () => {
  const databaseUrl = await aDatabase();
  const name = new URL(databaseUrl).pathname.slice(1);
  for (const { superuserUrl } of inject('citusNodes'))
    await runSql(superuserUrl, `alter database ${name} set log_statement = 'all'`);
  service = await aService({ DATABASE_URL: databaseUrl, VENDOR_SANDBOX: 'on' });
  account = await anAccount(service);
});
afterAll(() => service.stop());

const PART_OF_TABLE =
  /\b(?:note|account|ledger\w*|\w+_import|billing_document|\w+_statement|\w+_instruction|statement_period|dry_run)_\d{6,}\b/;

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

const post = (path: string, body: object) => async () => {
  const { status } = await service.post(`/v1/data-import/${path}`, { ...account, ...body });
  expect(status).toBeLessThan(500);
};

const transaction = { transaction_id: 'T-1', transaction_date: '2019-10-03', amount: '1.00', type: 'CHARGE' };
const outside = { ...transaction, transaction_id: 'T-2', transaction_date: '2018-10-03' };
const notes = [{ body: 'one' }, { body: 'two', document_paths: ['a.pdf'] }];

describe('a request', () => {
  it.each<[string, () => Promise<void>]>([
    ['with notes', post('notes/create/', { notes })],
    ['with the same notes again', post('notes/create/', { notes })],
    [
      'with transactions, one of which is moved',
      post('transactions/create/', { transactions: [transaction, outside] }),
    ],
    [
      'with transactions that are not compared',
      post('transactions/create/?check_previously_added=false', { transactions: [transaction] }),
    ],
    ['that is refused', post('notes/create/', { notes: [{}] })],
    ['of a dry run', post('notes/create/?dry_run=true', { notes: [{ body: 'three' }] })],
  ])('%s works on parts of tables by single statements, without COPY or two-phase commit', async (_, send) => {
    const statements = (await statementsDuring(send)).flat();
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((text) => /PREPARE TRANSACTION|COPY /.test(text))).toEqual([]);
  });

  it('for an account runs on the node of the account alone', async () => {
    const each = await statementsDuring(post('notes/create/', { notes: [{ body: 'four' }] }));
    expect(each.filter((statements) => statements.length > 0)).toHaveLength(1);
  });
});

describe('accounts imported through any node', () => {
  it('have service account numbers of their own', async () => {
    const name = new URL(service.databaseUrl).pathname;
    const [supplier] = await service.sql<{ id: string }>('select id from import_supplier limit 1');
    for (const [at, { url }] of inject('citusNodes').entries())
      await runSql(
        `${new URL(name, url)}`,
        `insert into account (id, supplier_id, external_account_number, status, created_at)
         select $2 + n, $1, 'N-' || ($2 + n), 'STAGED', now() from generate_series(1, 200) n`,
        [supplier!.id, at * 1_000],
      );
    const numbers = await service.sql<{ number: string }>('select service_account_number as number from account');
    expect(numbers.length).toBeGreaterThan(600);
    expect(numbers.every(({ number }) => /^A-[0-9A-F]{8}$/.test(number))).toBe(true);
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length);
  });
});
