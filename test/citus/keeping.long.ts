import { randomUUID } from 'node:crypto';
import { makePostgresAlarmMails, readOldestOpen } from '@carryover/adapters-persistence/alarms';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import * as E from 'fp-ts/lib/Either.js';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { makeUndoableAccounts } from '../operator/an-undoable-account.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { runSql } from '../support/run-sql.ts';
import { onNodes } from '../support/settled.ts';

const NOTHING_KEPT = { RETAIN_PAYLOADS_DAYS: '0', RETAIN_REFUSALS_DAYS: '0', RETAIN_DRY_RUNS_DAYS: '0' };

it('keeps, erases and verifies what is stored on all nodes', async () => {
  const service = await theService();
  const { operator, send, undo, account } = makeUndoableAccounts(service);
  const of = ['--supplier', service.demo.import_supplier];
  const verified = async () => {
    const { err, json } = await operator('verify-storage', ...of, '--json');
    expect(err).toBe('');
    return json.findings.map(({ kind, item, field }: any) => [kind, item, field]);
  };
  const filled = async () => {
    const made = await account();
    const sent = await send(made, {
      transactions: [payment('T-1'), payment('T-2', { transaction_date: '2018-01-01' })],
    });
    const noted = await send(made, { notes: [{ body: 'a' }] });
    expect([sent.status, noted.status]).toEqual([201, 201]);
    expect((await send(made, { notes: [{ body: '' }] })).status).toBe(400);
    expect((await undo('--id', noted.headers.get('X-Import-Id')!)).err).toBe('');
    return made;
  };
  const kept = [await filled(), await filled(), await filled()];
  expect(await verified()).toEqual([]);
  const pruned = await anOperator({ ...service.operatorEnvironment, ...NOTHING_KEPT })(
    'prune',
    ...of,
    '--ongoing-too',
    '--json',
  );
  expect([pruned.err, pruned.json.suppliers]).toMatchObject(['', [{ payloads: 6, refusals: 3 }]]);
  const erased = await filled();
  const named = ['--account', erased.external_account_number, '--reason', 'Ticket 7', '--yes'];
  expect((await operator('account', 'erase', ...of, ...named)).err).toBe('');
  await filled();
  expect(await verified()).toEqual([]);

  const change = `update ledger_transaction set amount = 17 where transaction_id = 'T-1'
    and account_id = (select id from account where external_account_number = $1)`;
  await service.sql(change, [kept[0]!.external_account_number]);
  expect(await verified()).toEqual([['altered', null, 'rows_sha256']]);
});

const SUPPLIER = 'select id::text as id from import_supplier where code = $1';
const ALARM = `
  insert into alarm (id, kind, supplier_id, details, is_mailed) values ($1, 'paused', $2, '{}', true)`;

it('gives the mails of an alarm to one process, once each', async () => {
  const { databaseUrl, demo, sql } = await theService();
  const orm = openDatabase({ url: databaseUrl, maxConnections: 2, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
  onTestFinished(() => orm.close(true));
  const mails = makePostgresAlarmMails(orm.em);
  const [supplier] = await sql<{ id: string }>(SUPPLIER, [demo.import_supplier]);
  const [id, holder] = [randomUUID(), randomUUID()];
  await sql(ALARM, [id, supplier!.id]);
  for (const part of ['began', 'ended'] as const) {
    if (part === 'ended') await sql('update alarm set ended_at = now() where id = $1', [id]);
    expect(await mails.claim(holder)()).toMatchObject(E.right({ id, part, supplierCode: demo.import_supplier }));
    expect(await mails.claim(holder)()).toEqual(E.right(null));
    expect(await mails.settle(holder, { id, part }, { kind: 'sent' })()).toEqual(E.right(undefined));
    expect(await mails.claim(holder)()).toEqual(E.right(null));
  }
});

it('finds a transaction that stays open on any node', async () => {
  const service = await theService();
  const orm = openDatabase({
    ...{ url: service.databaseUrl, maxConnections: 2 },
    ...{ acquireTimeoutMs: 10_000, timeouts: UNHURRIED },
  });
  onTestFinished(() => orm.close(true));
  for (const node of onNodes(service.databaseUrl)) {
    const holder = new pg.Client({ connectionString: node });
    await holder.connect();
    await holder.query('begin');
    onTestFinished(() => holder.end());
    const { rows } = await holder.query('select commit_position()::text as position');
    // It holds nothing back until another one has ended behind it; transactions of other tests may be older.
    await runSql(node, 'select commit_position()');
    await expect.poll(() => readOldestOpen(orm.em)).toContain(rows[0].position);
    await holder.query('rollback');
    await expect.poll(() => readOldestOpen(orm.em)).not.toContain(rows[0].position);
  }
});
