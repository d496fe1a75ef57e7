import { expect } from 'vitest';
import type { RunningService } from '../../support/a-service.ts';
import { anAccount, type TestAccount } from '../../support/an-account.ts';
import { billingDocument, CARD, history, payment, statement, supplyCharge } from '../../support/bodies.ts';
import { idOf, makeUndoableAccounts } from '../an-undoable-account.ts';

/** Makes accounts with all kinds of imports. */
export const makeImportedAccounts = (service: RunningService) => {
  const { operator, undo, send } = makeUndoableAccounts(service);
  const account = (supplier: string) => anAccount(service, { supplier, openFrom: '2019-10-01', openTo: '2019-10-31' });

  /** What may happen to an account: imports that are moved, repeated, in conflict, at the same time, undone; changes of its ledger. */
  const stepsOf = (of: TestAccount): ReadonlyArray<() => Promise<unknown>> => {
    const transactions = (...items: ReadonlyArray<object>) => send(of, { transactions: items });
    const root = (name: string) =>
      operator('supplier', 'configure', '--supplier', of.import_supplier, '--document-root', name);
    const ledger = ['--supplier', of.import_supplier, '--account', of.external_account_number, '--ledger', 'L-1'];
    const period = (...dates: ReadonlyArray<string>) => operator('ledger', 'open-period', ...ledger, ...dates);
    const dated = { body: 'dated', created_at: '2019-10-01T08:30:00Z' };
    const document = billingDocument('D-1', { transactions: [payment('H-1', { transaction_date: '2018-03-05' })] });
    return [
      () => transactions(payment('T-1', { amount: '71.00' }), payment('T-2', { amount: '5.00' }), payment('T-3')),
      () => transactions(payment('T-moved', { transaction_date: '2018-01-01' })),
      () => send(of, { transactions: [payment('T-1')] }, '?check_previously_added=false'),
      () => transactions(supplyCharge('T-supply')),
      () => send(of, { notes: [{ body: 'undated' }, dated] }),
      () => send(of, { notes: [{ ...dated, is_pinned: true }, { body: 'more' }] }),
      () => send(of, { notes: [{ document_paths: [{ document_path: 'a.pdf' }] }] }),
      () => send(of, { statements: [statement('S-1', { statement_path: 's.pdf' }), statement('S-2')] }),
      () => send(of, { statements: [statement('S-2'), statement('S-3')] }),
      () => send(of, history({ historical_billing_documents: [document] })),
      () => send(of, CARD),
      () => send(of, CARD),
      () => root('s3://second'),
      () => Promise.all(['C-1', 'C-2', 'C-1'].map((id) => transactions(payment(id)))),
      async () => {
        const id = idOf(await transactions(payment('T-undone')));
        expect(await undo('--id', id)).toMatchObject({ code: 0 });
        await transactions(payment('T-undone'));
      },
      // From here on, what was in the period is moved, and what comes again keeps its dates.
      () => period('--from', '2019-11-01', '--to', '2019-11-30'),
      () => transactions(payment('T-late', { transaction_date: '2019-10-31' }), payment('T-moved')),
      () => period('--from', '2019-10-01', '--to', '2019-10-31'),
    ];
  };

  return {
    account,
    /** The indices of all steps. */
    steps: stepsOf({ import_supplier: '', external_account_number: '' }).map((_, at) => at),
    /** @param steps in their order, after a first import. */
    importedAccount: async (supplier: string, steps: ReadonlyArray<number>): Promise<TestAccount> => {
      const imported = await account(supplier);
      await operator('supplier', 'configure', '--supplier', supplier, '--document-root', 's3://first');
      idOf(await send(imported, { transactions: ['T-1', 'T-2'].map((id) => payment(id)) }));
      const all = stepsOf(imported);
      for (const at of steps) await all[at]!();
      return imported;
    },
  };
};
