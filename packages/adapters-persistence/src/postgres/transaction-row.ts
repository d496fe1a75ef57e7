import type { CalendarDate } from '@carryover/domain/calendar-date';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { LineItem, TaxItem, Transaction, TransactionType } from '@carryover/domain/transaction';
import { lineItemTexts, taxItemTexts } from '@carryover/domain/transaction-difference';
import type { PlacedTransaction } from '@carryover/domain/transaction-import';
import type { Columns } from './insert-rows.ts';

/** The first of an id on its account. */
const FIRST = '0';

type LineItemRow = ReturnType<typeof lineItemTexts>;
type TaxItemRow = ReturnType<typeof taxItemTexts>;

/** A transaction as first submitted: where it was moved, its own date and note rather than the moved ones. */
export type SubmittedRow = {
  readonly transaction_id: string;
  readonly transaction_date: CalendarDate;
  readonly amount: string;
  readonly type: TransactionType;
  readonly reason: string | null;
  readonly payment_type: string | null;
  readonly reference: string | null;
  readonly note: string | null;
  readonly display_note: string | null;
  readonly product_code: string | null;
  readonly line_items: ReadonlyArray<LineItemRow> | null;
  readonly tax_items: ReadonlyArray<TaxItemRow> | null;
};

const toLineItem = (row: LineItemRow): LineItem => ({
  rateBand: row.rate_band,
  startDate: row.start_date,
  endDate: row.end_date,
  numberOfUnits: new Decimal(row.number_of_units),
  netAmount: new Decimal(row.net_amount),
  pricePerUnit: row.price_per_unit === null ? null : new Decimal(row.price_per_unit),
  units: row.units?.map((unit) => new Decimal(unit)) ?? null,
});

const toTaxItem = (row: TaxItemRow): TaxItem => ({
  amount: new Decimal(row.amount),
  taxType: row.tax_type,
  valueTaxed: new Decimal(row.value_taxed),
  rate: new Decimal(row.rate),
  unitType: row.unit_type,
});

/** Where the rows of a request go. */
type Placement = {
  readonly accountId: string;
  readonly ledgerNumber: string;
  readonly importId: string;
  /** How often an id stands on the account already; null where none of them does. */
  readonly occurrenceOf: ((transactionId: string) => number) | null;
};

/** What only some types have. */
const reasonOf = (one: Transaction) => (one.type === 'SUPPLY_CHARGE' ? null : one.reason);
const paymentTypeOf = (one: Transaction) =>
  one.type === 'PAYMENT' || one.type === 'REPAYMENT' ? one.paymentType : null;
const productCodeOf = (one: Transaction) => (one.type === 'SUPPLY_CHARGE' ? one.productCode : null);
const lineItemsOf = (one: Transaction) => (one.type === 'SUPPLY_CHARGE' ? one.lineItems.map(lineItemTexts) : null);
const taxItemsOf = (one: Transaction) =>
  one.type === 'SUPPLY_CHARGE' || one.type === 'CHARGE' ? (one.taxItems?.map(taxItemTexts) ?? null) : null;

/** Transactions as columns of their table: rows made only to be taken apart again cost as much as the rest. */
export const toTransactionColumns = (placed: ReadonlyArray<PlacedTransaction>, to: Placement): Columns => {
  const { accountId, ledgerNumber, importId, occurrenceOf } = to;
  const columnOf = (read: (transaction: Transaction) => unknown) => placed.map(({ transaction }) => read(transaction));
  return {
    accountId,
    ledgerNumber,
    importId,
    transactionId: columnOf((one) => one.transactionId),
    occurrence: occurrenceOf === null ? FIRST : columnOf((one) => occurrenceOf(one.transactionId)),
    transactionDate: columnOf((one) => one.date),
    amount: columnOf((one) => toMoney(one.amount)),
    type: columnOf((one) => one.type),
    reference: columnOf((one) => one.reference),
    note: columnOf((one) => one.note),
    displayNote: columnOf((one) => one.displayNote),
    reason: columnOf(reasonOf),
    paymentType: columnOf(paymentTypeOf),
    productCode: columnOf(productCodeOf),
    lineItems: columnOf(lineItemsOf),
    taxItems: columnOf(taxItemsOf),
    submittedDate: placed.map(({ movedFrom }) => movedFrom?.date),
    submittedNote: placed.map(({ movedFrom }) => movedFrom?.note),
    billingDocument: placed.map(({ billingDocument }) => billingDocument),
  };
};

/** A stored transaction, as it was submitted. */
export const toTransaction = (row: SubmittedRow): Transaction => {
  const common = {
    transactionId: row.transaction_id,
    date: row.transaction_date,
    amount: new Decimal(row.amount),
    reference: row.reference,
    note: row.note,
    displayNote: row.display_note,
  };
  const { reason, payment_type: paymentType } = row;
  const taxItems = row.tax_items?.map(toTaxItem) ?? null;
  switch (row.type) {
    case 'CHARGE':
      return { ...common, type: row.type, reason, taxItems };
    case 'CREDIT':
      return { ...common, type: row.type, reason };
    case 'PAYMENT':
    case 'REPAYMENT':
      return { ...common, type: row.type, reason, paymentType };
    case 'SUPPLY_CHARGE':
      return {
        ...common,
        type: row.type,
        productCode: row.product_code ?? '',
        lineItems: (row.line_items ?? []).map(toLineItem),
        taxItems,
      };
  }
};
