import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import type { TestAccount } from '../support/an-account.ts';
import { billingDocument, CARD, history, payment, statement, supplyCharge } from '../support/bodies.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';
import { STORAGE_CHANGES, type StorageChange, UNKNOWN_IMPORT } from './storage-changes.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const { operator, undo, account: anAccount, send } = makeUndoableAccounts(service);
const { import_supplier: supplier } = service.demo;

const verify = async (account: TestAccount) => {
  const args = ['--supplier', supplier, '--account', account.external_account_number, '--json'];
  const { json, err } = await operator('verify-storage', ...args);
  expect(err).toBe('');
  return json.findings as ReadonlyArray<Record<string, string | null>>;
};

const keyOf = async ({ external_account_number }: TestAccount): Promise<string> => {
  const sql = 'select id::text as id from account where external_account_number = $1';
  return (await service.sql(sql, [external_account_number]))[0]!.id as string;
};

/** All kinds of imports that an account may have had: moved, repeated, in conflict, at the same time, undone; in this order of the middle ones. */
const anImportedAccount = async (order: ReadonlyArray<number>): Promise<TestAccount> => {
  const account = await anAccount();
  const root = (name: string) => operator('supplier', 'configure', '--supplier', supplier, '--document-root', name);
  await root('s3://first');
  idOf(await send(account, { transactions: ['T-1', 'T-2'].map((id) => payment(id)) }));
  const middle: ReadonlyArray<() => Promise<unknown>> = [
    () =>
      send(account, {
        transactions: [payment('T-1', { amount: '71.00' }), payment('T-2', { amount: '5.00' }), payment('T-3')],
      }),
    () => send(account, { transactions: [payment('T-moved', { transaction_date: '2018-01-01' })] }),
    () => send(account, { transactions: [payment('T-1')] }, '?check_previously_added=false'),
    () => send(account, { transactions: [supplyCharge('T-supply')] }),
    () => send(account, { notes: [{ body: 'undated' }, { body: 'dated', created_at: '2019-10-01T08:30:00Z' }] }),
    () =>
      send(account, {
        notes: [{ body: 'dated', is_pinned: true, created_at: '2019-10-01T08:30:00Z' }, { body: 'more' }],
      }),
    () => send(account, { notes: [{ document_paths: [{ document_path: 'a.pdf' }] }] }),
    () => send(account, { statements: [statement('S-1', { statement_path: 's.pdf' }), statement('S-2')] }),
    () => send(account, { statements: [statement('S-2'), statement('S-3')] }),
    () =>
      send(
        account,
        history({
          historical_billing_documents: [
            billingDocument('D-1', { transactions: [payment('H-1', { transaction_date: '2018-03-05' })] }),
          ],
        }),
      ),
    () => send(account, CARD),
    () => send(account, CARD),
    () => root('s3://second'),
    () => Promise.all(['C-1', 'C-2', 'C-1'].map((id) => send(account, { transactions: [payment(id)] }))),
    async () => {
      const id = idOf(await send(account, { transactions: [payment('T-undone')] }));
      expect(await undo('--id', id)).toMatchObject({ code: 0 });
      await send(account, { transactions: [payment('T-undone')] });
    },
  ];
  for (const at of order) await middle[at]!();
  return account;
};
const ORDER = Array.from({ length: 15 }, (_, at) => at);

/** Makes a change, and returns the imports that must be named. */
const make = async ({ sql }: StorageChange, key: string, other: string): Promise<ReadonlyArray<string>> => {
  const parameters = sql.includes('$2') ? [key, other] : [key];
  return (await service.sql(sql, parameters)).map(({ import_id }) => import_id as string);
};

describe('a change of what is stored', () => {
  it.each(STORAGE_CHANGES)('is found: $name', async (change) => {
    const [account, another] = [await anImportedAccount(ORDER), await anAccount()];
    expect([await verify(account), await verify(another)]).toEqual([[], []]);
    const imports = await make(change, await keyOf(account), await keyOf(another));
    expect(imports).not.toEqual([]);
    const where = change.isElsewhere === true ? another : account;
    const findings = await verify(where);
    for (const importId of imports)
      expect(findings).toContainEqual(
        expect.objectContaining({
          kind: expect.toBeOneOf([...change.kinds]),
          account: where.external_account_number,
          import_id: importId,
          ...(change.field ? { field: change.field } : {}),
        }),
      );
  });

  it('is found among others, and nothing is found without one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(ORDER, { minLength: ORDER.length }),
        fc.shuffledSubarray([...STORAGE_CHANGES], { minLength: 1, maxLength: 4 }),
        async (order, changes) => {
          const [account, another] = [await anImportedAccount(order), await anAccount()];
          expect([await verify(account), await verify(another)]).toEqual([[], []]);
          const [key, other] = [await keyOf(account), await keyOf(another)];
          const changed = new Set<string>();
          // A change may find nothing to change after another one, or two changes the same key.
          for (const change of changes)
            for (const id of await make(change, key, other).catch(() => [])) changed.add(id);
          const named = [...(await verify(account)), ...(await verify(another))].map(({ import_id }) => import_id);
          expect(named.length > 0).toBe(changed.size > 0);
          // A later change may have taken away the one row that names it.
          changed.delete(UNKNOWN_IMPORT);
          expect([...changed].filter((id) => !named.includes(id))).toEqual([]);
        },
      ),
      { numRuns: Number(process.env.STORAGE_RUNS ?? 5) },
    );
  }, 3_600_000);
});
