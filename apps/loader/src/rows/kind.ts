import type { LedgerHistory } from '@carryover/domain/history-import';
import type { NoteDraft } from '@carryover/domain/note';
import type { PaymentInstruction } from '@carryover/domain/payment-instruction';
import type { HistoricalStatement } from '@carryover/domain/statement';
import type { Transaction } from '@carryover/domain/transaction';

export { KINDS, type Kind } from '@carryover/contract/item-files/kinds';
export { PARTS, type Part } from '@carryover/contract/item-files/parts';

/** The complete history of one ledger (§4.3). */
export type History = LedgerHistory & { readonly ledgerCode: string; readonly ledgerNumber: string };

/** The domain value of a row by kind. A row of `billing-documents` or `payment-instructions` is the body of one request. */
export type ItemOf = {
  readonly notes: NoteDraft;
  readonly transactions: Transaction;
  readonly statements: HistoricalStatement;
  readonly 'billing-documents': History;
  readonly 'payment-instructions': PaymentInstruction;
};
