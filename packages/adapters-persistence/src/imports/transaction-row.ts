import { Decimal } from '@carryover/domain/decimal';
import type { lineItemTexts, taxItemTexts } from '@carryover/domain/differences';
import { type LineItem, type TaxItem, TRANSACTION_TYPES, type Transaction } from '@carryover/domain/transaction';
import * as t from 'io-ts';
import { calendarDate, lineItems, oneOf, orNull, taxItems } from '../schema/stored-values.ts';

export type LineItemRow = ReturnType<typeof lineItemTexts>;
export type TaxItemRow = ReturnType<typeof taxItemTexts>;

/** A transaction as first submitted: a moved one with its original date and note. */
export const submittedRow = t.type({
  transactionId: t.string,
  transactionDate: calendarDate,
  amount: t.string,
  type: oneOf(TRANSACTION_TYPES),
  reason: orNull(t.string),
  paymentType: orNull(t.string),
  reference: orNull(t.string),
  note: orNull(t.string),
  displayNote: orNull(t.string),
  productCode: orNull(t.string),
  lineItems: orNull(lineItems),
  taxItems: orNull(taxItems),
});
type SubmittedRow = t.TypeOf<typeof submittedRow>;

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

/** A stored transaction, as it was submitted. */
export const toTransaction = (row: SubmittedRow): Transaction => {
  const common = {
    transactionId: row.transactionId,
    date: row.transactionDate,
    amount: new Decimal(row.amount),
    reference: row.reference,
    note: row.note,
    displayNote: row.displayNote,
  };
  const { reason, paymentType } = row;
  const taxItems = row.taxItems?.map(toTaxItem) ?? null;
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
        productCode: row.productCode ?? '',
        lineItems: (row.lineItems ?? []).map(toLineItem),
        taxItems,
      };
  }
};
