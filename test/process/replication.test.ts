import { readFile } from 'node:fs/promises';
import { findBinaries } from '@carryover/embedded-postgres/installation';
import { expect, it, onTestFinished } from 'vitest';
import { as } from '../operations/the-roles.ts';
import { aDatabase, runSql } from '../support/a-database.ts';
import { aService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { makeCluster } from '../support/postgresql/a-cluster.ts';
import { aDatabaseHost, PASSWORD } from '../support/postgresql/a-database-host.ts';

/** The statements of docs/hand-over.md for the service's database, and for the replica. */
const documented = async (): Promise<ReadonlyArray<string>> => {
  const replica = (await readFile('docs/hand-over.md', 'utf8')).split('### A replica')[1]!;
  return [...replica.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql]) => sql!);
};

const LOAD = '3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be001';

it('follows imports, undos and erasures in a second server, as the documents set it up (decisions 18)', async () => {
  const { folder } = await findBinaries();
  const host = await aDatabaseHost(`${folder}/bin`);
  onTestFinished(host.remove);
  const publisher = await makeCluster(host, 'publisher', { wal_level: 'logical', fsync: 'off' });
  await publisher.start();
  onTestFinished(() => publisher.stop('immediate'));
  const service = await aService({ DATABASE_URL: publisher.url('postgres') });
  onTestFinished(service.stop);
  const replica = as('postgres', await aDatabase());
  const [onService, onReplica] = await documented();
  await runSql(publisher.url('postgres'), onService!);
  const connection = `host=127.0.0.1 port=${publisher.port} dbname=postgres user=postgres password=${PASSWORD}`;
  for (const statement of onReplica!.replace(/connection '[^']*'/, `connection '${connection}'`).split(/;\n/))
    if (statement.trim() !== '') await runSql(replica, statement);
  onTestFinished(async () => {
    await runSql(replica, 'alter subscription carryover_read disable').catch(() => undefined);
    await runSql(replica, 'alter subscription carryover_read set (slot_name = none)').catch(() => undefined);
    await runSql(replica, 'drop subscription carryover_read').catch(() => undefined);
  });

  const [kept, undone, erased] = [await anAccount(service), await anAccount(service), await anAccount(service)];
  const send = async (account: object, transactions: ReadonlyArray<object>) => {
    const body = { ...account, transactions };
    const sent = await service.post('/v1/data-import/transactions/create/', body, { 'Carryover-Load-Id': LOAD });
    return sent.headers.get('X-Import-Id')!;
  };
  const transactions = [payment('T-1', { amount: '0.07', note: '"é" \n' }), payment('T-2')];
  await send(kept, transactions);
  const id = await send(undone, transactions);
  await send(erased, transactions);
  const operator = anOperator(service.operatorEnvironment);
  const names = ['--supplier', erased.import_supplier, '--account', erased.external_account_number];
  await operator('imports', 'undo', '--id', id, '--reason', 'Ticket 1');
  await operator('account', 'erase', ...names, '--reason', 'Ticket 2', '--yes');

  const views = await runSql<{ name: string }>(
    replica,
    `select viewname as name from pg_views where schemaname = 'carryover_read' order by 1`,
  );
  expect(views).toHaveLength(8);
  const all = (url: string) =>
    Promise.all(
      views.map(async ({ name }) => {
        const rows = await runSql<{ row: string }>(
          url,
          `select to_jsonb(v)::text as row from carryover_read.${name} v`,
        );
        return { name, rows: rows.map(({ row }) => row).toSorted() };
      }),
    );
  const expected = await all(publisher.url('postgres'));
  await expect.poll(() => all(replica), { interval: 100 }).toEqual(expected);
  const rowsOf = (view: string) => expected.find(({ name }) => name === view)?.rows;
  expect(rowsOf('v1_transaction')).toHaveLength(2);
  expect(rowsOf('v1_import')?.filter((row) => row.includes(LOAD))).toHaveLength(3);
});
