import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { KINDS, type Kind, payloadOf } from '../../operations/five-kinds.ts';
import { theService } from '../../support/a-service.ts';
import { anAccount, type TestAccount } from '../../support/an-account.ts';
import { idOf, makeUndoableAccounts } from '../an-undoable-account.ts';
import { done, summed, theFigures } from './the-figures.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const figures = await theFigures(service);
afterAll(() => figures.close());

const account = () => anAccount(service, { openFrom: '2026-01-01', openTo: null });

const send = (to: TestAccount, kind: Kind, name: string) =>
  service.post(`/v1/data-import/${kind}/create/`, { ...to, ...payloadOf(kind, name, 2) });

/** Imports of all kinds, the same again, refusals and dry runs; one of the imports is undone. */
const work = async (): Promise<void> => {
  const to = await account();
  const { undo } = makeUndoableAccounts(service);
  const [notes] = await Promise.all(KINDS.map((kind) => send(to, kind, 'A')));
  await Promise.all([
    ...KINDS.map((kind) => send(to, kind, 'A')),
    service.post('/v1/data-import/notes/create/', { ...to, external_account_number: 'E-unknown', notes: [] }),
    service.post('/v1/data-import/notes/create/', { ...to, import_supplier: 'UNKNOWN', notes: [{ body: 'A' }] }),
    service.post('/v1/data-import/transactions/validate/', { ...to, ...payloadOf('transactions', 'B', 3) }),
    service.post('/v1/data-import/transactions/validate/', { ...to, transactions: [] }),
  ]);
  await undo('--id', idOf(notes!), '--even-if-answered');
};

/** Kills connections that count, each as soon as one is seen. */
const killWorkers = async (kills: number): Promise<void> => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  for (let killed = 0; killed < kills; )
    killed += (
      await client.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1
         and database = (select oid from pg_database where datname = current_database())`,
        [7_214_033_117 % 2 ** 32],
      )
    ).rowCount!;
  await client.end();
};

const expectFullCount = async () => {
  const counted = await done(figures.reader.totals(figures.key));
  expect(summed(counted)).toEqual(await figures.fullCount());
  const { accounts, accountsWithData } = await figures.progress();
  expect(await done(figures.reader.accounts(figures.key))).toEqual(accounts);
  expect(counted.reduce((sum, { firstImports }) => sum + firstImports, 0)).toBe(accountsWithData);
};

describe('rollups', () => {
  it('are a full count of import records and accounts, also while workers are killed', async () => {
    const working = Promise.all(Array.from({ length: 8 }, work));
    const killing = killWorkers(10);
    let isKilling = true;
    killing.finally(() => {
      isKilling = false;
    });
    while (isKilling) await Promise.all([figures.keep(), figures.keep()]);
    await working;
    await figures.keepUp();
    await expectFullCount();
  });

  it('have the same sums by spans of time', async () => {
    const totals = await done(figures.reader.totals(figures.key));
    const series = await done(figures.reader.series(figures.key, { since: new Date(0), stepSeconds: 60 }));
    expect(summed(series)).toEqual(summed(totals));
  });

  it('do not change if all is counted again', async () => {
    const before = await done(figures.reader.totals(figures.key));
    await service.sql(`update rollup_progress set counted_to = 'epoch'`);
    await figures.keepUp();
    expect(await done(figures.reader.totals(figures.key))).toEqual(before);
  });

  it('get what became visible late, or has an id of a slow clock, by the next verification', async () => {
    await service.sql(
      `insert into refused_import (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, item_count,
         status, code, detail)
       select '01900000-0000-7000-8000-000000000000', now(), organisation_id, id, 'notes/create', $2, 3, 400, 'late', ''
       from api_key where organisation_id = $1 limit 1`,
      [figures.key.organisationId, figures.key.code],
    );
    await service.sql('update rollup_progress set verified_at = null');
    await figures.keepUp();
    await expectFullCount();
  });

  it('lose what housekeeping deletes', async () => {
    await service.sql(`delete from refused_import where code = 'late'`);
    await service.sql('update rollup_progress set verified_at = null');
    await figures.keepUp();
    await expectFullCount();
  });

  it('count accounts of a file that was imported since', async () => {
    await account();
    await service.sql(
      `insert into operator_action (id, performed_by, action, organisation)
       values (gen_random_uuid(), 'Ada', 'account import', 'Demo organisation')`,
    );
    await figures.keepUp();
    await expectFullCount();
  });

  it('are counted by one process at a time', async () => {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = figures.rollups.exclusively(() => async () => {
      held.resolve();
      await released.promise;
      return { _tag: 'Right', right: 'held' };
    })();
    await held.promise;
    expect(await done(figures.keep)).toBe('elsewhere');
    released.resolve();
    await holding;
  });

  it('are counted in batches of whole slots with at least a number of records', async () => {
    const endOf = (records: number) => done(figures.rollups.exclusively((work) => work.endOf(0, records)));
    const end = (await endOf(3))!;
    const counts = await done(figures.reader.series(figures.key, { since: new Date(0), stepSeconds: 10 }));
    const before = counts.filter(({ at }) => at.getTime() < end * 10_000);
    expect(before.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(3);
    expect(await endOf(1_000_000)).toBe(null);
  });
});
