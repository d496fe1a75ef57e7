import type { ItemKind } from '../../ports/import-records.ts';
import type { RemovedItems } from '../../ports/operator/corrections.ts';

/** The rows that an undo removed, by the names that commands print. */
export const removedState = (removed: RemovedItems) => ({
  notes: removed.notes,
  notes_added_by_service: removed.notesAddedByService,
  transactions: removed.transactions.map(({ ledgerNumber, type, count, sum }) => ({
    ledger_number: ledgerNumber,
    type,
    count,
    sum,
  })),
  billing_documents: removed.billingDocuments,
  statements: removed.statements,
  payment_instructions: removed.paymentInstructions,
});

/** The number of items that an undo removed, by kind. */
export type RemovedCounts = Readonly<Record<ItemKind, number>>;
export const NOTHING_REMOVED: RemovedCounts = {
  notes: 0,
  transactions: 0,
  billingDocuments: 0,
  statements: 0,
  paymentInstructions: 0,
};

export const addRemoved = (sum: RemovedCounts, removed: RemovedItems): RemovedCounts => ({
  notes: sum.notes + removed.notes + removed.notesAddedByService,
  transactions: removed.transactions.reduce((count, total) => count + total.count, sum.transactions),
  billingDocuments: sum.billingDocuments + removed.billingDocuments,
  statements: sum.statements + removed.statements,
  paymentInstructions: sum.paymentInstructions + removed.paymentInstructions,
});
