import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';

const SUPPLIER = ['--supplier', 'DEMO_SUPPLIER'];

const service = await theService();
const folder = service.dataDir;
const account = await anAccount(service);
const operator = anOperator(service.operatorEnvironment);

const addPayment = (id: string) =>
  service.post('/v1/data-import/transactions/create/', {
    ...account,
    transactions: [payment(id, { amount: '1.00' })],
  });
const reconcile = async (count: number) => {
  const file = join(folder, 'totals.csv');
  const row = [account.external_account_number, 'L-1', 'PAYMENT', count, `${count}.00`].join(',');
  await writeFile(file, `external_account_number,ledger_number,type,count,sum\n${row}\n`);
  const { json } = await operator('reconcile', ...SUPPLIER, '--expected', file, '--json');
  return json.verdict;
};
const complete = async (...args: ReadonlyArray<string>) => {
  const { code, json, err } = await operator('supplier', 'complete', ...SUPPLIER, '--json', ...args);
  return [code, json?.proven ?? JSON.parse(err).error.code];
};
const statusOf = async () => (await operator('supplier', 'show', ...SUPPLIER, '--json')).json.status;

describe('supplier complete (decisions 16)', () => {
  it('says, and the audit keeps, that no reconciliation agreed since the last import', async () => {
    await addPayment('T-1');
    expect(await complete('--proven')).toEqual([1, 'migration_not_proven']);
    expect(await statusOf()).toBe('Ongoing');
    expect(await reconcile(2)).toBe('differ');
    expect((await operator('supplier', 'complete', ...SUPPLIER)).out).toContain('Not proven: no reconciliation agreed');
    const [action] = (await operator('audit', 'list', '--json')).json;
    expect(action.after).toEqual({ status: 'Complete', proven: false, reconciliation: null });
  });

  it('names the reconciliation that agreed', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    expect(await reconcile(1)).toBe('agree');
    expect(await complete('--proven')).toEqual([0, true]);
    const [action] = (await operator('audit', 'list', '--json')).json;
    expect(action.after).toEqual({ status: 'Complete', proven: true, reconciliation: expect.any(String) });
  });

  it('counts no reconciliation from before an import or an undo', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    const id = (await addPayment('T-2')).headers.get('X-Import-Id')!;
    expect(await complete('--proven')).toEqual([1, 'migration_not_proven']);
    expect(await reconcile(2)).toBe('agree');
    expect(await complete('--proven')).toEqual([0, true]);
    await operator('imports', 'undo', '--id', id, '--reason', 'Ticket 42');
    expect(await complete()).toEqual([0, false]);
    const { json } = await operator('reconcile', ...SUPPLIER, '--json');
    expect(json.corrections).toMatchObject([{ import_id: id, reason: 'Ticket 42', removed: { notes: 0 } }]);
    const html = join(folder, 'report.html');
    const told = new RegExp(`Undone imports[^]*${id}[^]*Ticket 42`);
    expect((await operator('reconcile', ...SUPPLIER, '--html', html)).out).toMatch(told);
    expect(await readFile(html, 'utf8')).toMatch(told);
    expect(await reconcile(1)).toBe('agree');
    expect(await complete('--proven')).toEqual([0, true]);
  });

  it('does not know a reconciliation on a database that takes no changes, which says so', async () => {
    const readOnly = new URL(service.databaseUrl);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const file = join(folder, 'totals.csv');
    const replica = anOperator({ ...service.operatorEnvironment, DATABASE_URL: readOnly.href });
    const told = 'This reconciliation is not recorded, because the database takes no changes';
    const { code, out, err } = await replica('reconcile', ...SUPPLIER, '--expected', file);
    expect([code, out, err]).toEqual([0, expect.stringContaining(told), expect.stringContaining(told)]);
    const { json, err: warning } = await replica('reconcile', ...SUPPLIER, '--expected', file, '--json');
    expect([json.agree, json.recorded, JSON.parse(warning).warning.code]).toEqual([true, false, 'not_recorded']);
  });
});
