import type { CalendarDate } from '@carryover/domain/calendar-date';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { LineItem, TaxItem, Transaction, TransactionType } from '@carryover/domain/transaction';
import { lineItemTexts, taxItemTexts } from '@carryover/domain/transaction-difference';
import type { PlacedTransaction } from '@carryover/domain/transaction-import';
import type { Columns } from '../driver/insert-rows.ts';

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

const emptyColumns = () => ({
  transactionId: [] as string[],
  occurrence: [] as number[],
  transactionDate: [] as string[],
  amount: [] as string[],
  type: [] as string[],
  reason: [] as (string | null)[],
  paymentType: [] as (string | null)[],
  reference: [] as (string | null)[],
  note: [] as (string | null)[],
  displayNote: [] as (string | null)[],
  productCode: [] as (string | null)[],
  lineItems: [] as (ReadonlyArray<LineItemRow> | null)[],
  taxItems: [] as (ReadonlyArray<TaxItemRow> | null)[],
  submittedDate: [] as (string | null)[],
  submittedNote: [] as (string | null)[],
  billingDocument: [] as (string | null)[],
});

/** What only some types have. */
const addOwn = (columns: ReturnType<typeof emptyColumns>, transaction: Transaction): void => {
  const { type } = transaction;
  columns.reason.push(type === 'SUPPLY_CHARGE' ? null : transaction.reason);
  columns.paymentType.push(type === 'PAYMENT' || type === 'REPAYMENT' ? transaction.paymentType : null);
  columns.productCode.push(type === 'SUPPLY_CHARGE' ? transaction.productCode : null);
  columns.lineItems.push(type === 'SUPPLY_CHARGE' ? transaction.lineItems.map(lineItemTexts) : null);
  const taxItems = type === 'SUPPLY_CHARGE' || type === 'CHARGE' ? transaction.taxItems : null;
  columns.taxItems.push(taxItems === null ? null : taxItems.map(taxItemTexts));
};

/** Transactions as columns of their table, in one pass: rows made only to be taken apart again cost as much as the rest. */
export const toTransactionColumns = (placed: ReadonlyArray<PlacedTransaction>, to: Placement): Columns => {
  const columns = emptyColumns();
  for (const { transaction, movedFrom, billingDocument } of placed) {
    columns.transactionId.push(transaction.transactionId);
    if (to.occurrenceOf !== null) columns.occurrence.push(to.occurrenceOf(transaction.transactionId));
    columns.transactionDate.push(transaction.date);
    columns.amount.push(toMoney(transaction.amount));
    columns.type.push(transaction.type);
    columns.reference.push(transaction.reference);
    columns.note.push(transaction.note);
    columns.displayNote.push(transaction.displayNote);
    addOwn(columns, transaction);
    columns.submittedDate.push(movedFrom === null ? null : movedFrom.date);
    columns.submittedNote.push(movedFrom === null ? null : movedFrom.note);
    columns.billingDocument.push(billingDocument);
  }
  const { accountId, ledgerNumber, importId } = to;
  const occurrence = to.occurrenceOf === null ? FIRST : columns.occurrence;
  return { ...columns, accountId, ledgerNumber, importId, occurrence };
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
