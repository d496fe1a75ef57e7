import { makePostgresOperatorWork } from '@carryover/adapters-persistence/admin/operator-work';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { makeCompleteSupplier } from '@carryover/application/admin/complete-supplier';
import { describe, expect, it } from 'vitest';
import { countWaiting, whileHeld } from '../support/a-lock.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { onNodes, settled } from '../support/settled.ts';
import { SUPPLIER, theMigration } from './a-migration.ts';

// An import waits for what a test holds, and other tests of the machine make that long.
const service = await theService({ DATABASE_LOCK_TIMEOUT_MS: '20000' });
const { databaseUrl } = service;
const { operator, addPayment, reconcile } = await theMigration(service);

/** An import has locked its account and read the status of its supplier, and is not stored yet. */
const whileAnImportIsInFlight = <A>(
  id: string,
  work: (end: () => ReturnType<typeof addPayment>) => Promise<A>,
): Promise<A> =>
  whileHeld(databaseUrl, 'lock table accepted_import in share mode', async (release) => {
    const sent = addPayment(id);
    await expect.poll(() => countWaiting(databaseUrl, 'RowExclusiveLock')).toBe(1);
    return work(async () => {
      await release();
      return sent;
    });
  });
const other = await anAccount(service);
const addNote = () => service.post('/v1/data-import/notes/create/', { ...other, notes: [{ body: 'Called.' }] });
const statusOf = async () => (await operator('supplier', 'show', ...SUPPLIER, '--json')).json.status;
const actions = async (count: number) =>
  (await operator('audit', 'list', '--json')).json
    .slice(0, count)
    .map(({ action, before, after }: Record<string, Record<string, unknown>>) => [
      action,
      before!.status,
      after!.status,
      after!.proven,
    ]);

/** The lock of an import's account. */
const locked = async () => {
  const [found] = await service.sql<{ id: string }>('select min(id)::text as id from account');
  return `select from account where id = ${found!.id} for no key update`;
};

describe('a supplier is completed with a proof (decisions 20)', () => {
  it('that an import in flight makes void: it is refused, and the supplier takes imports again', async () => {
    await addPayment('T-1');
    expect(await reconcile(1)).toBe('agree');
    const { code, err } = await whileAnImportIsInFlight('T-2', async (end) => {
      const completed = operator('supplier', 'complete', ...SUPPLIER, '--proven', '--json');
      await expect.poll(statusOf).toBe('Paused');
      const refused = await addNote();
      expect(refused.json.errors).toMatchObject([{ code: 'import_supplier_migration_not_ongoing' }]);
      expect((await end()).status).toBe(201);
      return completed;
    });
    const [warning, error] = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, warning.warning.code, error.error.code]).toEqual([1, 'waiting_for_imports', 'migration_not_proven']);
    expect(error.error.detail).toContain('something was imported or undone since the reconciliation that agreed');
    expect(await statusOf()).toBe('Ongoing');
    expect(await actions(2)).toEqual([
      ['supplier resume', 'Paused', 'Ongoing', undefined],
      ['supplier pause', 'Ongoing', 'Paused', undefined],
    ]);
  });

  it('once what is in flight has ended without an import', async () => {
    expect(await reconcile(2)).toBe('agree');
    const { code, json, err } = await whileHeld(databaseUrl, await locked(), async (release) => {
      const completed = operator('supplier', 'complete', ...SUPPLIER, '--proven', '--json', '--as', 'Ada');
      await expect.poll(statusOf).toBe('Paused');
      await release();
      return completed;
    });
    expect([code, json.status, json.proven, JSON.parse(err).warning.code]).toEqual([
      ...[0, 'Complete', true, 'waiting_for_imports'],
    ]);
    expect(await actions(2)).toEqual([
      ['supplier complete', 'Paused', 'Complete', true],
      ['supplier pause', 'Ongoing', 'Paused', undefined],
    ]);
  });

  it('at once if it takes no imports and none is in flight', async () => {
    await operator('supplier', 'pause', ...SUPPLIER);
    const { code, err } = await operator('supplier', 'complete', ...SUPPLIER, '--proven', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(await actions(2)).toEqual([
      ['supplier complete', 'Paused', 'Complete', true],
      ['supplier pause', 'Complete', 'Paused', undefined],
    ]);
  });

  it('but not if what is in flight does not end', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    const orm = openDatabase({ url: databaseUrl, maxConnections: 2, acquireTimeoutMs: 10_000, timeouts: UNHURRIED });
    try {
      const operatorWork = makePostgresOperatorWork(orm.em, 200);
      const actor = { performedBy: 'test', performedBySubject: null, performedByIssuer: null, reason: null };
      const complete = (mustBeProven: boolean) =>
        makeCompleteSupplier({ operatorWork })({
          name: { code: 'DEMO_SUPPLIER' },
          mustBeProven,
          actor,
        })();
      const lock = await locked();
      // A service may be connected to any node of a cluster.
      for (const node of onNodes(databaseUrl))
        expect(await whileHeld(node, lock, () => complete(true))).toMatchObject({
          left: { kind: 'migration_not_proven', missing: ['imports_running'] },
        });
      expect(await statusOf()).toBe('Ongoing');
      expect(await whileHeld(databaseUrl, lock, () => complete(false))).toMatchObject({
        right: { proof: null, missing: ['imports_running'] },
      });
      expect(await actions(2)).toEqual([
        ['supplier complete', 'Paused', 'Complete', false],
        ['supplier pause', 'Ongoing', 'Paused', undefined],
      ]);
    } finally {
      await orm.close(true);
    }
  });

  it('later than it was completed, which the feed tells, too', async () => {
    expect((await operator('supplier', 'complete', ...SUPPLIER, '--proven')).code).toBe(0);
    await settled(service);
    const { json } = await operator('platform-key', 'issue', '--label', 'billing', '--json');
    const headers = { Authorization: `Bearer ${json.platform_key}` };
    const response = await fetch(`${service.baseUrl}/v1/platform/changes/?limit=1000`, { headers });
    const { changes }: any = await response.json();
    expect(
      changes.flatMap(({ type, data }: any) => (type === 'supplier.status_changed' ? [data] : [])).slice(-2),
    ).toEqual([
      { from: 'Paused', to: 'Complete', proven: false },
      { from: 'Complete', to: 'Complete', proven: true },
    ]);
  });

  it('twice at once', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    const complete = () => operator('supplier', 'complete', ...SUPPLIER, '--proven', '--json');
    const completed = await whileHeld(databaseUrl, await locked(), async (release) => {
      const both = Promise.all([complete(), complete()]);
      await expect.poll(statusOf).toBe('Paused');
      await release();
      return both;
    });
    expect(completed.map(({ code, json }) => [code, json?.proven])).toEqual([
      [0, true],
      [0, true],
    ]);
    expect((await actions(3)).map(([action]: ReadonlyArray<unknown>) => action).toSorted()).toEqual([
      ...['supplier complete', 'supplier complete', 'supplier pause'],
    ]);
  });

  it('if a person at a terminal has said yes to a proof, and with nothing less', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    let asked = '';
    const sayingYes = anOperator(service.operatorEnvironment, async (question) => {
      asked = question;
      await addPayment('T-4');
      return 'y';
    });
    const { code, err } = await sayingYes('supplier', 'complete', ...SUPPLIER);
    expect([code, asked, err]).toEqual([
      ...[1, expect.stringContaining('Proven by'), expect.stringContaining('was not completed')],
    ]);
    expect(await statusOf()).toBe('Ongoing');
  });
});
