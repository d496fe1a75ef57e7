import type { StoredTransaction } from '@carryover/application/ports/reading/account-reader';
import { toMoney } from '@carryover/domain/decimal';
import { lineItemTexts, taxItemTexts } from '@carryover/domain/differences';
import { isInFavour } from '@carryover/domain/ledger';

type Field = readonly [name: string, value: string | null];

/** Returns a stored transaction with each of its fields as text; `fields` are those that a row does not show. */
export const transactionValues = ({ transaction: one, ...stored }: StoredTransaction) => {
  const fields: ReadonlyArray<Field> = [
    ['Reason', 'reason' in one ? one.reason : null],
    ['Payment type', 'paymentType' in one ? one.paymentType : null],
    ['Product code', 'productCode' in one ? one.productCode : null],
    ['Reference', one.reference],
    ['Note for the customer', one.displayNote],
    ['Internal note', one.note],
    ['Internal note as sent', stored.submittedNote],
    ['Billing document', stored.billingDocument],
    ['Repeated id', stored.occurrence === 0 ? null : `repetition ${stored.occurrence} of the same id, on request`],
  ];
  return {
    id: one.transactionId,
    date: one.date,
    submittedDate: stored.submittedDate,
    type: one.type,
    amount: toMoney(one.amount),
    isInFavour: isInFavour(one.type),
    ledgerNumber: stored.ledgerNumber,
    fields: fields.filter(([, value]) => value !== null),
    lineItems: 'lineItems' in one ? one.lineItems.map(lineItemTexts) : [],
    taxItems: 'taxItems' in one ? (one.taxItems ?? []).map(taxItemTexts) : [],
    importId: stored.importId,
  };
};
