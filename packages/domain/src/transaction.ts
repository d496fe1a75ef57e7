import * as E from 'fp-ts/lib/Either.js';
import type { CalendarDate } from './calendar-date.ts';
import { Decimal } from './decimal.ts';

export const TRANSACTION_TYPES = ['CHARGE', 'CREDIT', 'PAYMENT', 'REPAYMENT', 'SUPPLY_CHARGE'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const UNIT_TYPES = ['PROPORTION', 'CURRENCY_PER_KWH'] as const;
type UnitType = (typeof UNIT_TYPES)[number];

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

type InvalidAmount = { readonly kind: 'invalid_amount'; readonly type: TransactionType };

/** Payments and repayments are greater than zero; the others may have any sign: a reversal is negative (decisions 5). */
export const checkSign = ({ type, amount }: Pick<Transaction, 'type' | 'amount'>): E.Either<InvalidAmount, void> =>
  (type === 'PAYMENT' || type === 'REPAYMENT') && !amount.isPositive()
    ? E.left({ kind: 'invalid_amount', type })
    : E.right(undefined);

type LineItemDatesReversed = { readonly kind: 'start_date_later_than_end_date' };

export const checkLineItemPeriod = ({
  startDate,
  endDate,
}: Pick<LineItem, 'startDate' | 'endDate'>): E.Either<LineItemDatesReversed, void> =>
  startDate <= endDate ? E.right(undefined) : E.left({ kind: 'start_date_later_than_end_date' });

/** Figures of a supply charge that do not add up (decisions 5). Rejected or reported, as the supplier is configured. */
export type SupplyChargeMismatch =
  | {
      readonly kind: 'incorrect_line_item_net_amount';
      readonly lineItem: number;
      readonly expected: Decimal;
      readonly actual: Decimal;
    }
  | {
      readonly kind: 'ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount';
      readonly expected: Decimal;
      readonly actual: Decimal;
    };

const ONE_PENNY = new Decimal('0.01');

const NONE: ReadonlyArray<SupplyChargeMismatch> = [];

const checkLineItem = (item: LineItem, lineItem: number): ReadonlyArray<SupplyChargeMismatch> => {
  if (item.pricePerUnit === null) return NONE;
  const expected = item.pricePerUnit.times(item.numberOfUnits);
  const isClose = expected.equals(item.netAmount) || expected.minus(item.netAmount).abs().isAtMost(ONE_PENNY);
  return isClose ? NONE : [{ kind: 'incorrect_line_item_net_amount', lineItem, expected, actual: item.netAmount }];
};

/**
 * Returns all mismatches of a supply charge, in document order: a line's net amount is price × units to within 0.01 inclusive;
 * the sum of net and tax amounts, rounded to two places, is the transaction's amount.
 */
export const supplyChargeMismatches = (charge: SupplyCharge): ReadonlyArray<SupplyChargeMismatch> => {
  const nets = charge.lineItems.map((item) => item.netAmount);
  const taxes = (charge.taxItems ?? []).map((item) => item.amount);
  const expected = Decimal.sum([...nets, ...taxes]).roundedTo(2);
  const total: ReadonlyArray<SupplyChargeMismatch> = expected.equals(charge.amount)
    ? NONE
    : [
        {
          kind: 'ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount',
          expected,
          actual: charge.amount,
        },
      ];
  return [...total, ...charge.lineItems.flatMap(checkLineItem)];
};

/** Returns the name of a transaction for error texts and notes: `Payment 1`. */
export const transactionName = ({ type, transactionId }: Pick<Transaction, 'type' | 'transactionId'>): string =>
  `${type[0]}${type.slice(1).toLowerCase().replace('_', ' ')} ${transactionId}`;
