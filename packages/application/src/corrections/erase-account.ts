import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type AccountName, theAccount } from '../admin/accounts.ts';
import type { Erased, OperatorWork, UndoingOperator } from '../ports/operator-work.ts';

/** A command that erases an account; a reason is always given. */
export type EraseAccount = {
  readonly account: AccountName;
  readonly actor: UndoingOperator;
  /** Removes nothing, and returns what would be removed. */
  readonly isDryRun: boolean;
};

export type ErasedAccount = Erased & { readonly serviceAccountNumber: string; readonly supplierId: string };

/** Returns the number of the items, other records and totals that were removed, without anything personal. */
export const erasedState = ({ totals, payloads, refusals, dryRuns }: Erased) => ({
  totals: totals.map(({ ledgerNumber, ...total }) => ({ ledger_number: ledgerNumber, ...total })),
  payloads,
  refused_requests: refusals,
  dry_runs: dryRuns,
});

/**
 * Removes everything personal of an account for good, all or nothing, and keeps its counts and sums (decisions 18). An account
 * that was erased before is not changed.
 */
export const makeEraseAccount =
  ({ operatorWork }: { readonly operatorWork: OperatorWork }) =>
  ({ account: name, actor, isDryRun }: EraseAccount) =>
    operatorWork.run(
      ({ administration, erasures, actions }) =>
        pipe(
          theAccount(administration, name),
          TE.bindW('erased', ({ account, ref }) => erasures.erase(account, ref)),
          TE.tap(({ account, subject, erased }) =>
            erased.wasErased
              ? TE.right('')
              : actions.add(
                  actor,
                  { ...subject, externalAccountNumber: erased.name },
                  {
                    action: 'account erase',
                    before: null,
                    after: { service_account_number: account.serviceAccountNumber, ...erasedState(erased) },
                  },
                ),
          ),
          TE.map(
            ({ account: { serviceAccountNumber, supplier }, erased }): ErasedAccount => ({
              ...erased,
              serviceAccountNumber,
              supplierId: supplier.id,
            }),
          ),
        ),
      { isDryRun },
    );
