import { type CalendarDate, parseCalendarDate } from '@carryover/domain/calendar-date';
import { Decimal } from '@carryover/domain/decimal';
import type {
  Charge,
  Credit,
  LineItem,
  Payment,
  Repayment,
  SupplyCharge,
  TaxItem,
  Transaction,
} from '@carryover/domain/transaction';
import * as O from 'fp-ts/lib/Option.js';

export const day = (text: string): CalendarDate => {
  const parsed = parseCalendarDate(text);
  if (O.isNone(parsed)) throw new Error(`${text} is not a calendar day`);
  return parsed.value;
};

export const decimal = (text: string): Decimal => new Decimal(text);

const common = {
  transactionId: '1',
  date: day('2019-10-03'),
  amount: decimal('71.00'),
  reference: null,
  note: null,
  displayNote: null,
};

export const aCharge = (fields: Partial<Charge> = {}): Charge => ({
  ...common,
  type: 'CHARGE',
  reason: null,
  taxItems: null,
  ...fields,
});

export const aCredit = (fields: Partial<Credit> = {}): Credit => ({
  ...common,
  type: 'CREDIT',
  reason: null,
  ...fields,
});

export const aPayment = (fields: Partial<Payment> = {}): Payment => ({
  ...common,
  type: 'PAYMENT',
  reason: null,
  paymentType: null,
  ...fields,
});

export const aRepayment = (fields: Partial<Repayment> = {}): Repayment => ({
  ...aPayment(),
  type: 'REPAYMENT',
  ...fields,
});

/** 142 units at 0.5 each: 71.00. */
export const aLineItem = (fields: Partial<LineItem> = {}): LineItem => ({
  rateBand: 'CONSUMPTION_STANDARD',
  startDate: day('2019-09-01'),
  endDate: day('2019-09-30'),
  numberOfUnits: decimal('142'),
  netAmount: decimal('71'),
  pricePerUnit: decimal('0.5'),
  units: null,
  ...fields,
});

export const aTaxItem = (fields: Partial<TaxItem> = {}): TaxItem => ({
  amount: decimal('3.55'),
  taxType: 'VAT',
  valueTaxed: decimal('71'),
  rate: decimal('0.05'),
  unitType: 'PROPORTION',
  ...fields,
});

/** Its figures agree: one line item of 71.00, no tax. */
export const aSupplyCharge = (fields: Partial<SupplyCharge> = {}): SupplyCharge => ({
  ...common,
  type: 'SUPPLY_CHARGE',
  productCode: 'ELECTRICITY-STANDARD',
  lineItems: [aLineItem()],
  taxItems: null,
  ...fields,
});

/** One transaction of each type, with what all types have. */
export const oneOfEachType = (
  fields: Partial<Pick<Transaction, keyof typeof common>> = {},
): ReadonlyArray<Transaction> => [
  aCharge(fields),
  aCredit(fields),
  aPayment(fields),
  aRepayment(fields),
  aSupplyCharge(fields),
];
