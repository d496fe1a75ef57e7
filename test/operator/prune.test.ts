import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFigures } from '@carryover/adapters-persistence/queries/figures';
import { afterAll, describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { aFolder } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { idOf, makeUndoableAccounts, outcomeOf } from './an-undoable-account.ts';
import { unpacked } from './evidence/a-pack.ts';
import { done, theFigures } from './figures/the-figures.ts';

const service = await theService();
const { undo, send, account: anOpenAccount } = makeUndoableAccounts(service);
const figures = await theFigures(service);
afterAll(() => figures.close());
const console = await theConsole(service.operatorEnvironment);
const supplier = service.demo.import_supplier;

/** Nothing is kept longer than to the end of this second. */
const NOTHING_KEPT = { RETAIN_PAYLOADS_DAYS: '0', RETAIN_REFUSALS_DAYS: '0', RETAIN_DRY_RUNS_DAYS: '0' };
const operator = anOperator({ ...service.operatorEnvironment, ...NOTHING_KEPT });
const removedBy = async (...args: ReadonlyArray<string>) => {
  const { code, json } = await operator('prune', '--supplier', supplier, '--json', ...args);
  const [{ payloads, refusals, dry_runs }] = json.suppliers;
  return { code, payloads, refusals, dry_runs };
};
const payments = (...ids: ReadonlyArray<string>) => ({ transactions: ids.map((id) => payment(id)) });
const dryRun = (account: object) =>
  service.post('/v1/data-import/transactions/validate/', { ...account, ...payments('T-4') });
/** All that is counted of what is removed. */
const counted = async () => {
  await figures.keepUp();
  const { json } = await operator('reconcile', '--supplier', supplier, '--json');
  return [json.counts, json.refusals, (await done(readFigures(figures.em)(figures.supplier))).totals];
};

/** Makes an evidence pack and verifies it. @returns the exit code, and when the payload of an import was removed, as the pack says. */
const packedAfter = async (id: string) => {
  const folder = aFolder();
  const [key, file] = [join(folder, 'key'), join(folder, 'pack.zip')];
  await operator('evidence', 'key', 'create', '--out', key);
  const signing = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: key });
  await signing('reconcile', '--supplier', supplier, '--evidence', file);
  const { code } = await operator('evidence', 'verify', file, '--key', `${key}.pub`);
  const imports = (await unpacked(await readFile(file))).find(({ name }) => name === 'imports.ndjson')!;
  const records = imports.content
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return [code, records.find((record) => record.id === id).payload_removed_at];
};

describe('what is kept no longer (decisions 18)', () => {
  it('is dry runs of every supplier, and the payloads and refused requests of those that are Complete', async () => {
    const account = await anOpenAccount();
    const first = idOf(await send(account, payments('T-1', 'T-2')));
    const later = idOf(await send(account, payments('T-2', 'T-3')));
    expect((await send(account, { notes: [{ body: '' }] })).status).toBe(400);
    expect((await dryRun(account)).status).toBe(200);

    const before = await counted();
    expect(await removedBy('--dry-run')).toEqual({ code: 0, payloads: 0, refusals: 0, dry_runs: 1 });
    expect(await removedBy('--dry-run', '--ongoing-too')).toEqual({ code: 0, payloads: 2, refusals: 1, dry_runs: 1 });
    expect(await removedBy()).toEqual({ code: 0, payloads: 0, refusals: 0, dry_runs: 1 });

    await operator('supplier', 'complete', '--supplier', supplier, '--yes');
    const damage = 'update accepted_import set payload = substring(payload from 2) where id = $1';
    await service.sql(damage, [first]);
    // A payload that is not the one that was received is what somebody has to look at.
    expect(await removedBy()).toEqual({ code: 1, payloads: 1, refusals: 1, dry_runs: 0 });
    expect(await removedBy()).toEqual({ code: 1, payloads: 0, refusals: 0, dry_runs: 0 });
    expect(await counted()).toEqual(before);

    const shown = await operator('imports', 'show', '--id', later, '--json');
    expect([shown.code, shown.json]).toMatchObject([
      0,
      { payload: null, payload_altered: false, payload_removed_at: expect.any(String), item_count: 2 },
    ]);
    expect((await operator('imports', 'show', '--id', first, '--json')).json).toMatchObject({
      payload_altered: true,
      payload_removed_at: null,
    });
    const page = await (await console.as('operator')).get(`/imports/${later}`);
    expect([page.text.includes('The payload was removed on'), page.text.includes('Show the payload')]).toEqual([
      true,
      false,
    ]);
    const actions = (await operator('audit', 'list', '--supplier', supplier, '--json')).json.map(
      ({ action, after }: { action: string; after: { state: string } }) => [action, after.state],
    );
    expect(actions).toEqual(
      expect.arrayContaining([
        ['prune', 'started'],
        ['prune', 'finished'],
      ]),
    );

    expect(await packedAfter(later)).toEqual([0, shown.json.payload_removed_at]);

    // The payload of the later import would say for which items it was answered "already exists".
    const undone = await undo('--id', first);
    expect([outcomeOf(undone), undone.err]).toEqual([[1, 'later_imports_answered'], expect.stringContaining(later)]);
    const dared = await undo('--id', first, '--even-if-answered');
    expect([dared.code, dared.json.later_imports]).toEqual([
      0,
      [{ import_id: later, item_count: 1, items: [{ payload_removed_at: expect.any(String) }] }],
    ]);
  });

  it('is removed by a running service', async () => {
    await operator('supplier', 'resume', '--supplier', supplier);
    const account = await anOpenAccount();
    const id = idOf(await send(account, payments('T-1')));
    expect((await dryRun(account)).status).toBe(200);
    const unknown = `${supplier}-2`;
    const refusals = () => service.sql('select code from refused_import where supplier_code = $1', [unknown]);
    expect((await send({ ...account, import_supplier: unknown }, payments('T-1'))).status).toBe(404);
    await expect.poll(refusals).toHaveLength(1);
    await operator('supplier', 'complete', '--supplier', supplier, '--yes');
    const before = await counted();
    const another = await aServiceHere({ ...service.operatorEnvironment, ...NOTHING_KEPT });
    const payload = async () => (await operator('imports', 'show', '--id', id, '--json')).json.payload;
    await expect.poll(payload).toBeNull();
    await expect.poll(async () => removedBy('--dry-run')).toMatchObject({ dry_runs: 0, refusals: 0 });
    await expect.poll(refusals).toEqual([]);
    await another.stop();
    expect(await counted()).toEqual(before);
  });
});
