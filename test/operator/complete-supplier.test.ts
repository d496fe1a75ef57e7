import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { settled } from '../support/settled.ts';
import { SUPPLIER, theMigration } from './a-migration.ts';

const service = await theService();
const folder = service.dataDir;
const migration = await theMigration(service);
const { account, operator, addPayment, total, register, verifyStorage, reconcile, missing } = migration;
/** Once what was stored is final: a transaction of another test on the same server may still be open (ADR 5). */
const registered = async (...args: ReadonlyArray<string>) => {
  await settled(service);
  return migration.registered(...args);
};

const ofOperator = async (count: number) => {
  const file = join(folder, 'totals.csv');
  const { external_account_number, ledger_number, type, sum } = total(count);
  const row = [external_account_number, ledger_number, type, count, sum].join(',');
  await writeFile(file, `external_account_number,ledger_number,type,count,sum\n${row}\n`);
  return (await operator('reconcile', ...SUPPLIER, '--expected', file, '--json')).json;
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
    expect((await operator('supplier', 'complete', ...SUPPLIER)).out).toContain(
      'Not proven: no reconciliation has agreed',
    );
    const [action] = (await operator('audit', 'list', '--json')).json;
    expect(action.after).toEqual({
      status: 'Complete',
      proven: false,
      reconciliation: null,
      control_totals: null,
      storage_check: {
        id: expect.any(String),
        snapshot_at: expect.stringMatching(/^20.*Z$/),
        performed_by: expect.any(String),
        findings: 0,
        imports_not_compared: 0,
        imports_compared_by_digest: 0,
        changed_since: false,
      },
      missing: ['no_agreeing_reconciliation'],
    });
  });

  it('names the reconciliation that agreed', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    // What was imported since a reconciliation that differed is not since "the reconciliation that agreed".
    await addPayment('T-1');
    expect(await missing()).toEqual(['no_agreeing_reconciliation', 'storage_not_verified']);
    await operator('supplier', 'resume', ...SUPPLIER);
    expect(await reconcile(1)).toBe('agree');
    expect(await complete('--proven')).toEqual([0, true]);
    const [action] = (await operator('audit', 'list', '--json')).json;
    expect(action.after).toEqual({
      status: 'Complete',
      proven: true,
      reconciliation: expect.any(String),
      control_totals: {
        source: 'client',
        set: 'SET-2',
        key_prefix: service.demo.api_key.slice(0, 11),
        registered_at: expect.stringMatching(/^20.*Z$/),
        file: null,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      storage_check: expect.objectContaining({ findings: 0, changed_since: false }),
      missing: [],
    });
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

  it('is proven by totals of the client that cover everything, and by nothing else', async () => {
    await operator('supplier', 'resume', ...SUPPLIER);
    await addPayment('T-3');
    expect((await ofOperator(2)).control_totals).toMatchObject({ source: 'operator', file: 'totals.csv', set: null });
    expect(await missing()).toEqual(['changed_since', 'storage_not_verified']);
    await operator('supplier', 'resume', ...SUPPLIER);
    const notes = [{ body: 'Called.' }];
    expect((await service.post('/v1/data-import/notes/create/', { ...account, notes })).status).toBe(201);
    await register(total(2));
    const part = await registered();
    expect([part.verdict, part.coverage]).toEqual([
      'agree',
      {
        kinds: {
          notes: 'not_compared',
          transactions: 'compared',
          billing_documents: 'none_stored',
          statements: 'none_stored',
          payment_instructions: 'none_stored',
        },
        accounts_compared: 1,
        accounts_stored: 1,
      },
    ]);
    expect(part.scope).toContain('This is a part of what is stored: notes were not compared.');
    expect(await complete('--proven')).toEqual([1, 'migration_not_proven']);
    const note = { external_account_number: account.external_account_number, type: 'NOTE', count: 1 };
    await register(total(2), note);
    expect((await registered()).coverage.kinds.notes).toBe('compared');
    expect(await missing()).toEqual(['storage_not_verified']);
    await verifyStorage();
    expect(await complete('--proven')).toEqual([0, true]);
    // A later set supersedes it; the earlier one is kept.
    await register(total(3), note);
    expect(await missing()).toEqual(['set_superseded']);
    expect((await registered(`SET-${migration.sets() - 1}`)).control_totals.set).toBe(`SET-${migration.sets() - 1}`);
    expect(await complete('--proven')).toEqual([1, 'migration_not_proven']);
  });

  it('compares no totals that somebody changed in the database', async () => {
    await service.sql(
      `update control_total set count = 2 where count = 3 and set_id = (select id from control_total_set where name = $1)`,
      [`SET-${migration.sets()}`],
    );
    const { code, err } = await operator('reconcile', ...SUPPLIER, '--registered');
    expect([code, err]).toEqual([1, expect.stringContaining('they were changed in the database')]);
  });

  it('says that the client has completed no set of that name', async () => {
    const { code, err } = await operator('reconcile', ...SUPPLIER, '--registered', 'NONE', '--json');
    expect([code, JSON.parse(err).error.code]).toEqual([1, 'control_totals_not_registered']);
  });

  it('does not know a reconciliation on a database that takes no changes, which says so', async () => {
    const readOnly = new URL(service.databaseUrl);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const file = join(folder, 'totals.csv');
    await ofOperator(2);
    const replica = anOperator({ ...service.operatorEnvironment, DATABASE_URL: readOnly.href });
    const told = 'This reconciliation is not recorded, because the database takes no changes';
    const { code, out, err } = await replica('reconcile', ...SUPPLIER, '--expected', file);
    expect([code, out, err]).toEqual([0, expect.stringContaining(told), expect.stringContaining(told)]);
    const { json, err: warning } = await replica('reconcile', ...SUPPLIER, '--expected', file, '--json');
    expect([json.agree, json.recorded, JSON.parse(warning).warning.code]).toEqual([true, false, 'not_recorded']);
  });
});
