import { Decimal, sum } from './decimal.ts';
import type { LineItem, SupplyCharge } from './transaction.ts';

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
  const expected = sum([...nets, ...taxes]).roundedTo(2);
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
