import * as E from 'fp-ts/lib/Either.js';
import type { CalendarDate } from './calendar-date.ts';
import type { Decimal } from './decimal.ts';

export const TRANSACTION_TYPES = ['CHARGE', 'CREDIT', 'PAYMENT', 'REPAYMENT', 'SUPPLY_CHARGE'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const UNIT_TYPES = ['PROPORTION', 'CURRENCY_PER_KWH'] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

export type LineItem = {
  readonly rateBand: string;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly numberOfUnits: Decimal;
  readonly netAmount: Decimal;
  readonly pricePerUnit: Decimal | null;
  readonly units: ReadonlyArray<Decimal> | null;
};

export type TaxItem = {
  readonly amount: Decimal;
  readonly taxType: string;
  readonly valueTaxed: Decimal;
  readonly rate: Decimal;
  readonly unitType: UnitType;
};

type Common = {
  /** The client's identifier, unique on the account over all its ledgers (decisions 5). */
  readonly transactionId: string;
  readonly date: CalendarDate;
  readonly amount: Decimal;
  readonly reference: string | null;
  /** Internal note. */
  readonly note: string | null;
  /** Customer-facing note. */
  readonly displayNote: string | null;
};
type WithReason = { readonly reason: string | null };
type WithPaymentType = { readonly paymentType: string | null };
type WithTaxItems = { readonly taxItems: ReadonlyArray<TaxItem> | null };

export type Charge = Common & WithReason & WithTaxItems & { readonly type: 'CHARGE' };
export type Credit = Common & WithReason & { readonly type: 'CREDIT' };
export type Payment = Common & WithReason & WithPaymentType & { readonly type: 'PAYMENT' };
export type Repayment = Common & WithReason & WithPaymentType & { readonly type: 'REPAYMENT' };
export type SupplyCharge = Common &
  WithTaxItems & {
    readonly type: 'SUPPLY_CHARGE';
    readonly productCode: string;
    readonly lineItems: ReadonlyArray<LineItem>;
  };

/** A financial transaction of a customer's account (§2); fields that were left out are null. */
export type Transaction = Charge | Credit | Payment | Repayment | SupplyCharge;

export type InvalidAmount = { readonly kind: 'invalid_amount'; readonly type: TransactionType };

/** Payments and repayments are greater than zero; the others may have any sign: a reversal is negative (decisions 5). */
export const checkSign = ({ type, amount }: Pick<Transaction, 'type' | 'amount'>): E.Either<InvalidAmount, void> =>
  (type === 'PAYMENT' || type === 'REPAYMENT') && !amount.isPositive()
    ? E.left({ kind: 'invalid_amount', type })
    : E.right(undefined);

export type LineItemDatesReversed = { readonly kind: 'start_date_later_than_end_date' };

export const checkLineItemPeriod = ({
  startDate,
  endDate,
}: Pick<LineItem, 'startDate' | 'endDate'>): E.Either<LineItemDatesReversed, void> =>
  startDate <= endDate ? E.right(undefined) : E.left({ kind: 'start_date_later_than_end_date' });

/** Returns the name of a transaction for error texts and notes: `Payment 1`. */
export const nameOf = ({ type, transactionId }: Pick<Transaction, 'type' | 'transactionId'>): string =>
  `${type[0]}${type.slice(1).toLowerCase().replace('_', ' ')} ${transactionId}`;
