import { toMoney } from '../decimal.ts';
import type { LineItem, TaxItem, Transaction } from '../transaction.ts';
import { type ComparedField, compareFields, type FieldDifference } from './field-difference.ts';

/** A transaction and the number of the ledger it is on. */
export type LedgerTransaction = { readonly transaction: Transaction; readonly ledgerNumber: string };

/** Returns a line item as texts by the interface's names; texts are equal exactly if the values are. */
export const lineItemTexts = (item: LineItem) => ({
  rate_band: item.rateBand,
  start_date: item.startDate,
  end_date: item.endDate,
  number_of_units: item.numberOfUnits.toFixed(),
  net_amount: item.netAmount.toFixed(),
  price_per_unit: item.pricePerUnit?.toFixed() ?? null,
  units: item.units?.map((unit) => unit.toFixed()) ?? null,
});

/** Returns a tax item as texts by the interface's names. */
export const taxItemTexts = (item: TaxItem) => ({
  amount: item.amount.toFixed(),
  tax_type: item.taxType,
  value_taxed: item.valueTaxed.toFixed(),
  rate: item.rate.toFixed(),
  unit_type: item.unitType,
});

const showList = <A>(show: (item: A) => unknown, items: ReadonlyArray<A> | null): string | null =>
  items === null ? null : JSON.stringify(items.map(show));

/** Returns each field by the interface's name, in a form that is equal exactly if the values are: 100 is 100.00. */
const FIELDS: ReadonlyArray<ComparedField<Transaction>> = [
  ['transaction_date', (t) => t.date],
  ['amount', (t) => toMoney(t.amount)],
  ['type', (t) => t.type],
  ['reason', (t) => ('reason' in t ? t.reason : null)],
  ['display_note', (t) => t.displayNote],
  ['note', (t) => t.note],
  ['reference', (t) => t.reference],
  ['payment_type', (t) => ('paymentType' in t ? t.paymentType : null)],
  ['product_code', (t) => ('productCode' in t ? t.productCode : null)],
  ['line_items', (t) => ('lineItems' in t ? showList(lineItemTexts, t.lineItems) : null)],
  ['tax_items', (t) => ('taxItems' in t ? showList(taxItemTexts, t.taxItems) : null)],
];

/** Returns the fields in which a transaction differs from the one submitted first; empty if it is the same (decisions 5). */
export const differences = compareFields(FIELDS);

/** Returns the same, with `ledger_number` if the first one is on a different ledger. */
export const differencesOnLedgers = (
  recorded: LedgerTransaction,
  submitted: LedgerTransaction,
): ReadonlyArray<FieldDifference> => {
  const inFields = differences(recorded.transaction, submitted.transaction);
  if (recorded.ledgerNumber === submitted.ledgerNumber) return inFields;
  const ledgers = { recorded: recorded.ledgerNumber, submitted: submitted.ledgerNumber };
  return [{ field: 'ledger_number', ...ledgers }, ...inFields];
};
