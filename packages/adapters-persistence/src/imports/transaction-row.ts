import type { CalendarDate } from '@carryover/domain/calendar-date';
import { Decimal } from '@carryover/domain/decimal';
import type { LineItem, TaxItem, Transaction, TransactionType } from '@carryover/domain/transaction';
import type { lineItemTexts, taxItemTexts } from '@carryover/domain/transaction-difference';

export type LineItemRow = ReturnType<typeof lineItemTexts>;
export type TaxItemRow = ReturnType<typeof taxItemTexts>;

/** Returns a transaction as first submitted: a moved one with its original date and note. */
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
