import type { Account } from '@carryover/domain/account';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ActingOperator, OperatorAction } from '../ports/operator/operator-actions.ts';
import type { OperatorStores } from '../ports/operator/operator-work.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import { type AccountName, theAccount } from './named-account.ts';

export type LedgerUnknown = { readonly kind: 'ledger_not_found'; readonly ledgerNumber: string };

/** The ledger of an account, and the operator who changes it. */
export type LedgerCommand = {
  readonly account: AccountName;
  readonly ledgerNumber: string;
  readonly by: ActingOperator;
};

/** The part of an operator action that says what was changed. */
type Change = Pick<OperatorAction, 'action' | 'before' | 'after'>;

/**
 * Changes a ledger, and records the action.
 *
 * @param change returns the state before; null if the account has no such ledger.
 * @param recorded returns the change to record.
 */
export const changeLedger = <Before>(
  { administration, actions }: OperatorStores,
  { account: name, ledgerNumber, by }: LedgerCommand,
  change: (account: Account) => Stored<{ readonly before: Before } | null>,
  recorded: (before: Before) => Change,
) =>
  pipe(
    theAccount(administration, name),
    TE.chainW(({ account, subject }) =>
      pipe(
        change(account),
        TE.chainW(TE.fromNullable<LedgerUnknown | StoreFailure>({ kind: 'ledger_not_found', ledgerNumber })),
        TE.chainW(({ before }) => actions.add({ ...by, ...subject, ledgerNumber, ...recorded(before) })),
      ),
    ),
    TE.map(() => undefined),
  );
