import type { StoredTransaction } from '@carryover/adapters-persistence/queries/account-items';
import { isInFavour } from '@carryover/domain/ledger';

type Field = readonly [name: string, value: string | null];

/** Returns a stored transaction with each of its fields as text; `fields` are those that a row does not show. */
export const transactionValues = (transaction: StoredTransaction) => {
  const fields: ReadonlyArray<Field> = [
    ['Reason', transaction.reason],
    ['Payment type', transaction.paymentType],
    ['Product code', transaction.productCode],
    ['Reference', transaction.reference],
    ['Note for the customer', transaction.displayNote],
    ['Internal note', transaction.note],
    ['Internal note as sent', transaction.submittedNote],
    ['Billing document', transaction.billingDocument],
    [
      'Repeated id',
      transaction.occurrence === 0 ? null : `repetition ${transaction.occurrence} of the same id, on request`,
    ],
  ];
  return {
    id: transaction.transactionId,
    date: transaction.date,
    submittedDate: transaction.submittedDate,
    type: transaction.type,
    amount: transaction.amount,
    isInFavour: isInFavour(transaction.type),
    ledgerNumber: transaction.ledgerNumber,
    fields: fields.filter(([, value]) => value !== null),
    lineItems: transaction.lineItems ?? [],
    taxItems: transaction.taxItems ?? [],
    importId: transaction.importId,
  };
};
