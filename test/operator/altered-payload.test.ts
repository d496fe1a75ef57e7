import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';
import { idOf, makeUndoableAccounts, outcomeOf } from './an-undoable-account.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const { operator, undo, account: anAccount, send } = makeUndoableAccounts(service);

const imports = (ids: ReadonlyArray<string>) => ({ transactions: ids.map((id) => payment(id)) });

/** How a payload may be damaged: changed, cut, or not what Zstandard wrote. */
describe.each([
  ['changed', `convert_to(replace(convert_from(payload, 'UTF8'), '71.00', '17.00'), 'UTF8')`, 3],
  ['cut', 'substring(payload from 1 for 40)', 3],
  ['damaged so that it cannot be decompressed', `substring(payload from 1 for 40)`, 30],
])('a payload that was %s', (_, alter, items) => {
  it('is told from a database that does not answer, wherever it is read', async () => {
    const account = await anAccount();
    const ids = Array.from({ length: items }, (__, at) => `T-${at}`);
    const first = idOf(await send(account, imports(ids)));
    const id = idOf(await send(account, imports([...ids, 'T-new'])));
    expect((await operator('imports', 'show', '--id', id, '--json')).json.payload_altered).toBe(false);
    const [row] = await service.sql<{ altered: Buffer }>(
      `select ${alter} as altered from accepted_import where id = $1`,
      [id],
    );
    await service.sql('update accepted_import set payload = $2 where id = $1', [id, row!.altered]);

    const shown = await operator('imports', 'show', '--id', id, '--json');
    expect([shown.code, shown.json.payload, shown.json.payload_altered]).toEqual([1, null, true]);
    expect((await operator('imports', 'show', '--id', id)).out).toContain('is not the one that was received');

    const auditor = await console.as('operator');
    const page = await auditor.get(`/imports/${id}`);
    expect([page.status, page.text.includes('The payload is not the one that was received')]).toEqual([200, true]);
    for (const path of ['payload', 'payload.json']) {
      const { status, text } = await auditor.get(`/imports/${id}/${path}`);
      expect([path, status, text.includes('is not the one that was received')]).toEqual([path, 500, true]);
      expect(text).not.toContain('The database does not answer');
    }
    const undone = await undo('--id', first);
    expect([outcomeOf(undone), undone.err.includes('is not the one that was received')]).toEqual([
      [1, 'store_failure'],
      true,
    ]);
    expect(
      (await operator('reconcile', '--supplier', service.demo.import_supplier, '--json')).json.verdict,
    ).toBeDefined();
  });
});
