import type { DateTime } from './date-time.ts';
import { toMoney } from './decimal.ts';
import type { LineItem, TaxItem, Transaction } from './transaction.ts';

/** A field that differs between an item sent again and the stored one; values as text, null if left out. */
export type FieldDifference = {
  readonly field: string;
  readonly recorded: string | null;
  readonly submitted: string | null;
};

/** The text of each field by its name in the interface; texts are equal exactly if the values are. */
type ComparedField<A> = readonly [field: string, show: (item: A) => string | null];

const NONE: ReadonlyArray<FieldDifference> = [];

/** Returns the fields that differ; empty if all are equal. */
const compareFields =
  <A>(fields: ReadonlyArray<ComparedField<A>>) =>
  (recorded: A, submitted: A): ReadonlyArray<FieldDifference> => {
    if (recorded === submitted) return NONE;
    const differing = fields.filter(([, show]) => show(recorded) !== show(submitted));
    if (differing.length === 0) return NONE;
    return differing.map(([field, show]) => ({ field, recorded: show(recorded), submitted: show(submitted) }));
  };

/** Returns the sorted names of the fields that differ (decisions 5). */
export const differingFields = (differences: ReadonlyArray<FieldDifference>): ReadonlyArray<string> =>
  differences.map(({ field }) => field).toSorted();

/** The fields of a note that may differ from those of a note with the same identity. */
export type RecordedNote = {
  readonly isPinned: boolean;
  readonly unpinAt: DateTime | null;
  /** As posted. */
  readonly documentPaths: ReadonlyArray<string>;
};

/** Returns a set of paths as a text; null if it is empty. */
const showPaths = (paths: ReadonlyArray<string>): string | null =>
  paths.length === 0 ? null : JSON.stringify([...new Set(paths)].sort());

/**
 * Returns the fields in which a note that already exists differs from the stored one (decisions 4): its set of document
 * paths, `is_pinned` (false if left out) or `unpin_at`. Paths are compared as posted, so a different document root is not a
 * difference.
 */
export const noteDifferences = compareFields<RecordedNote>([
  ['document_paths', ({ documentPaths }) => showPaths(documentPaths)],
  ['is_pinned', ({ isPinned }) => String(isPinned)],
  ['unpin_at', ({ unpinAt }) => unpinAt],
]);

/** A transaction and the number of the ledger it is on. */
export type PostedTransaction = { readonly transaction: Transaction; readonly ledgerNumber: string };

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

/** Compares each field by the interface's name, in a form that is equal exactly if the values are: 100 is 100.00. */
const compareTransactions = compareFields<Transaction>([
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
]);

/**
 * Returns the fields in which a transaction differs from the one submitted first, `ledger_number` if that is on a different
 * ledger; empty if it is the same (decisions 5).
 */
export const transactionDifferences = (
  recorded: PostedTransaction,
  submitted: PostedTransaction,
): ReadonlyArray<FieldDifference> => {
  const inFields = compareTransactions(recorded.transaction, submitted.transaction);
  if (recorded.ledgerNumber === submitted.ledgerNumber) return inFields;
  const ledgers = { recorded: recorded.ledgerNumber, submitted: submitted.ledgerNumber };
  return [{ field: 'ledger_number', ...ledgers }, ...inFields];
};
