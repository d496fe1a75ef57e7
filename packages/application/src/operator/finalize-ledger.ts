import type { OperatorWork } from '../ports/operator/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { changeLedger, type LedgerCommand, type LedgerUnknown } from './change-ledger.ts';
import type { AccountRefusedToOperator } from './named-account.ts';

/** Notes that the platform has finalized a billing document of its own on a ledger (decisions 16). */
type FinalizeLedger = UseCase<LedgerCommand, AccountRefusedToOperator | LedgerUnknown | StoreFailure, void>;

export const makeFinalizeLedger =
  ({ operatorWork }: { readonly operatorWork: OperatorWork }): FinalizeLedger =>
  (command) =>
    operatorWork.run((stores) =>
      changeLedger(
        stores,
        command,
        (account) => stores.changes.finalizeLedger(account, command.ledgerNumber),
        (before) => ({
          action: 'ledger finalize',
          before: { has_finalized_billing_document: before },
          after: { has_finalized_billing_document: true },
        }),
      ),
    );
