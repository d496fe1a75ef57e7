import { expect, inject, it } from 'vitest';
import { theAccounts } from '../operations/five-kinds.ts';
import { aFile } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const OWN = 300;
const SHARED = 100;

const service = await theService();

const numbers = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

/** Imports accounts through a node: some of its own, and some that all nodes import. */
const importThrough = async (url: string, node: number) => {
  const DATABASE_URL = new URL(new URL(service.databaseUrl).pathname, url).href;
  const operator = anOperator({ ...service.operatorEnvironment, DATABASE_URL });
  const all = [...numbers(`N${node}`, OWN), ...numbers('shared', SHARED)];
  const file = aFile('accounts.ndjson', theAccounts(all));
  return (await operator('account', 'import', '--supplier', 'DEMO_SUPPLIER', '--file', file, '--json')).json;
};

it('accounts imported through all nodes at once are each stored once, with a number of its own', async () => {
  const nodes = inject('citusNodes');
  const before = await service.sql('select from account');
  const results = await Promise.all(nodes.map(({ url }, at) => importThrough(url, at)));
  const stored = nodes.length * OWN + SHARED;
  const sum = (field: string) => results.reduce((total, result) => total + result[field], 0);
  expect(['created', 'unchanged', 'rejected'].map(sum)).toEqual([stored, (nodes.length - 1) * SHARED, 0]);

  const accounts = await service.sql<{ number: string; ledgers: string }>(
    `select service_account_number as number, count(l.*) as ledgers from account a
     left join ledger l on l.account_id = a.id
     group by a.id, service_account_number`,
  );
  expect(accounts).toHaveLength(before.length + stored);
  expect(accounts.filter(({ ledgers }) => ledgers !== '1')).toEqual([]);
  expect(accounts.every(({ number }) => /^A-[0-9A-F]{8}$/.test(number))).toBe(true);
  expect(new Set(accounts.map(({ number }) => number)).size).toBe(accounts.length);
});
