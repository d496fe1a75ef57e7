import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ActingOperator } from '../ports/operator/operator-actions.ts';
import type { OperatorWork } from '../ports/operator/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { type AccountName, type AccountRefusedToOperator, theAccount } from './named-account.ts';
import type { LedgerUnknown } from './set-up/accounts.ts';

type FinalizeLedgerCommand = {
  readonly account: AccountName;
  readonly ledgerNumber: string;
  readonly by: ActingOperator;
};

/** Notes that the platform has finalized a billing document of its own on a ledger (decisions 16). */
type FinalizeLedger = UseCase<FinalizeLedgerCommand, AccountRefusedToOperator | LedgerUnknown | StoreFailure, void>;

export const makeFinalizeLedger =
  ({ operatorWork }: { readonly operatorWork: OperatorWork }): FinalizeLedger =>
  ({ account: name, ledgerNumber, by }) =>
    operatorWork.run(({ administration, changes, actions }) =>
      pipe(
        theAccount(administration, name),
        TE.chainW(({ account, subject }) =>
          pipe(
            changes.finalizeLedger(account, ledgerNumber),
            TE.chainW(TE.fromNullable<LedgerUnknown | StoreFailure>({ kind: 'ledger_not_found', ledgerNumber })),
            TE.chainW(({ before }) =>
              actions.add({
                ...by,
                ...subject,
                ledgerNumber,
                action: 'ledger finalize',
                before: { has_finalized_billing_document: before },
                after: { has_finalized_billing_document: true },
              }),
            ),
          ),
        ),
        TE.map(() => undefined),
      ),
    );
