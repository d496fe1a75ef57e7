import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';
import { idOf, makeUndoableAccounts, outcomeOf } from './an-undoable-account.ts';

const service = await theService();
const { operator, undo, stateOf, send, account: anAccount } = makeUndoableAccounts(service);
const account = await anAccount();
const [{ name: ORGANISATION }] = (await operator('organisation', 'list', '--json')).json;
await operator('organisation', 'create', '--name', 'Beta');
for (const code of ['DEMO_SUPPLIER', 'BETA'])
  await operator('supplier', 'create', '--organisation', 'Beta', '--code', code);

describe('an import that is named by its id', () => {
  it.each<[string, ReadonlyArray<string>, string]>([
    ['organisation', ['--organisation', 'Beta'], ' in the organisation "Beta"'],
    ['supplier', ['--supplier', 'BETA'], ' of the supplier BETA'],
    [
      'supplier of the same code',
      ['--organisation', 'Beta', '--supplier', 'DEMO_SUPPLIER'],
      ' of the supplier DEMO_SUPPLIER in the organisation "Beta"',
    ],
    [
      'supplier, although its organisation is right',
      ['--organisation', ORGANISATION, '--supplier', 'BETA'],
      ' of the supplier BETA',
    ],
    ['organisation that does not exist', ['--organisation', 'Gamma'], ' in the organisation "Gamma"'],
  ])('is unknown, and not undone, in another %s', async (_, scope, named) => {
    const id = idOf(await send(account, { transactions: [payment(`T of ${named}`)] }));
    const before = await stateOf(account);
    for (const more of [[], ['--dry-run'], ['--even-if-answered']]) {
      const refused = await undo('--id', id, ...scope, ...more);
      expect(outcomeOf(refused)).toEqual([1, 'import_not_found']);
      expect(JSON.parse(refused.err).error.detail).toContain(`There is no import record ${id}${named}`);
    }
    expect(await stateOf(account)).toEqual(before);
    expect(outcomeOf(await operator('imports', 'show', '--id', id, ...scope, '--json'))).toEqual([
      1,
      'import_not_found',
    ]);
    const own = ['--organisation', ORGANISATION, '--supplier', 'DEMO_SUPPLIER'];
    expect((await operator('imports', 'show', '--id', id, ...own, '--json')).json.id).toBe(id);
    expect(outcomeOf(await undo('--id', id.toUpperCase(), ...own))).toEqual([0]);
  });
});

describe('an account that is found by an identifier', () => {
  it('is one of the organisation that is named', async () => {
    idOf(await send(account, { transactions: [payment('T-1')] }));
    const find = async (...scope: ReadonlyArray<string>) =>
      (await operator('account', 'find', '--transaction-id', 'T-1', ...scope, '--json')).json.length;
    expect([await find(), await find('--organisation', ORGANISATION), await find('--organisation', 'Beta')]).toEqual([
      1, 1, 0,
    ]);
  });
});
