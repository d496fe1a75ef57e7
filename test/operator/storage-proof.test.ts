import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { countWaiting, whileHeld } from '../support/a-lock.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { SUPPLIER, theMigration } from './a-migration.ts';

const IS_CLUSTER = inject('postgresTemplate') === null;

// An import waits for what a test holds, and other tests of the machine make that long.
const service = await theService({ DATABASE_LOCK_TIMEOUT_MS: '20000' });
const { operator, addPayment, registered, verifyStorage, reconcile, missing } = await theMigration(service);
const keepingNothing = anOperator({ ...service.operatorEnvironment, RETAIN_PAYLOADS_DAYS: '0' });
const console = await theConsole(service.operatorEnvironment);

const pageOf = async (path: string) => (await (await console.as('operator')).get(path)).text;
const setAmount = (amount: number) =>
  service.sql(`update ledger_transaction set amount = $1 where transaction_id = 'T-1'`, [amount]);
const latestCheck = async () => (await registered()).storage_check;
const waiting = (mode: string) => countWaiting(service.databaseUrl, mode);

describe('the latest check of all that is stored (decisions 20)', () => {
  it('voids the one before if it has findings, and is named with its time everywhere', async () => {
    await addPayment('T-1');
    expect(await reconcile(1)).toBe('agree');
    expect(await missing()).toEqual([]);
    await setAmount(7);
    expect((await verifyStorage('--as', 'Ada')).code).toBe(1);
    await setAmount(1);

    const check = await latestCheck();
    expect(check).toMatchObject({ performed_by: 'Ada', findings: 1, imports_not_compared: 0, changed_since: false });
    const { code, err, out } = await operator('supplier', 'complete', ...SUPPLIER, '--proven');
    const told = `The latest verify-storage is of ${check.snapshot_at}, by Ada: 1 finding`;
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(told)]);
    expect(await missing()).toEqual(['storage_findings']);
    const [action] = (await operator('audit', 'list', '--json')).json;
    expect(action.after).toMatchObject({ proven: false, storage_check: check, missing: ['storage_findings'] });
    const html = join(service.dataDir, 'report.html');
    expect((await operator('reconcile', ...SUPPLIER, '--html', html)).out).toMatch(/Checked by +Ada\n *Findings +1\n/);
    expect(await readFile(html, 'utf8')).toMatch(/Findings<\/(dt|th)>\s*<(dd|td)[^>]*>1</);
    for (const path of ['', '/proof']) {
      const page = await pageOf(`/suppliers/Demo%20organisation/DEMO_SUPPLIER${path}`);
      expect([page.includes('Not proven'), page.includes(told)]).toEqual([true, true]);
    }

    expect((await verifyStorage()).code).toBe(0);
    expect(await missing()).toEqual([]);
  });

  it('is not one that began earlier and ended later', async () => {
    // A cluster has no triggers.
    if (IS_CLUSTER) return;
    await service.sql(`create function wait() returns trigger language plpgsql as $$ begin
      if new.performed_by = 'Slow' then perform pg_advisory_xact_lock(42); end if; return new; end $$`);
    await service.sql('create trigger wait before insert on storage_verification for each row execute function wait()');
    await whileHeld(service.databaseUrl, 'select pg_advisory_xact_lock(42)', async (release) => {
      const slow = verifyStorage('--as', 'Slow');
      await expect.poll(() => waiting('ExclusiveLock')).toBe(1);
      await setAmount(7);
      expect((await operator('verify-storage', ...SUPPLIER, '--as', 'Quick')).code).toBe(1);
      await release();
      expect((await slow).code).toBe(0);
    });
    await setAmount(1);
    expect(await latestCheck()).toMatchObject({ performed_by: 'Quick', findings: 1 });
    expect(await missing()).toEqual(['storage_findings']);
    await verifyStorage();
    expect(await missing()).toEqual([]);
  });

  it('and the latest reconciliation do not cover an import that was received before and committed after', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    await whileHeld(service.databaseUrl, 'lock table accepted_import in share mode', async (release) => {
      const sent = addPayment('T-2');
      await expect.poll(() => waiting('RowExclusiveLock')).toBe(1);
      expect((await operator('verify-storage', ...SUPPLIER)).code).toBe(0);
      expect((await registered()).verdict).toBe('agree');
      await release();
      expect((await sent).status).toBe(201);
    });
    expect(await missing()).toEqual(['changed_since', 'storage_not_verified']);
    expect((await latestCheck()).changed_since).toBe(true);
  });

  it('counts as the latest reconciliation does, if that differs', async () => {
    expect(await reconcile(2)).toBe('agree');
    expect(await missing()).toEqual([]);
    await setAmount(7);
    expect((await registered()).verdict).toBe('differ');
    await setAmount(1);
    expect(await missing()).toEqual(['latest_not_agreeing']);
    expect((await registered()).verdict).toBe('agree');
  });

  it('is not voided if payloads are removed, and one after it says what it compared by digest only', async () => {
    const prune = async () => {
      const { json } = await keepingNothing('prune', ...SUPPLIER, '--ongoing-too', '--json');
      return json.suppliers[0].payloads;
    };
    expect(await prune()).toBe(2);
    expect(await missing()).toEqual([]);

    const checked = await verifyStorage('--json');
    // A cluster compares none by digest (ADR 28).
    const [imports_not_compared, imports_compared_by_digest] = IS_CLUSTER ? [2, 0] : [0, 2];
    const counts = { finding_count: 0, imports_not_compared, imports_compared_by_digest };
    expect([checked.code, checked.json]).toMatchObject([0, counts]);
    expect(await missing()).toEqual(IS_CLUSTER ? ['storage_not_all_compared'] : []);
    if (IS_CLUSTER) return;
    const told = '2 imports were compared by digest only';
    expect((await verifyStorage()).out).toContain(told);
    expect(await latestCheck()).toMatchObject({ findings: 0, imports_compared_by_digest: 2 });
    expect((await operator('reconcile', ...SUPPLIER)).out).toMatch(/Imports compared by digest only +2\n/);
    expect((await operator('supplier', 'complete', ...SUPPLIER, '--proven')).out).toContain(`no findings; ${told}.`);
    expect((await operator('audit', 'list', '--json')).json[0].after.storage_check.imports_compared_by_digest).toBe(2);
    expect(await pageOf('/suppliers/Demo%20organisation/DEMO_SUPPLIER/proof')).toContain(told);

    // No check compared this one with its payload.
    await operator('supplier', 'resume', ...SUPPLIER);
    await addPayment('T-3');
    expect(await prune()).toBe(1);
    const late = await verifyStorage('--json');
    expect([late.code, late.json]).toMatchObject([0, { ...counts, imports_not_compared: 1 }]);
    expect((await verifyStorage()).out).toContain('1 import was not compared with the payload');
    expect(await reconcile(3)).toBe('agree');
    expect(await missing()).toEqual(['storage_not_all_compared']);

    await setAmount(7);
    expect((await verifyStorage('--json')).json.findings).toMatchObject([{ kind: 'altered', field: 'rows_sha256' }]);
  });
});
