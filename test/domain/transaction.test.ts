import {
  checkLineItemPeriod,
  checkSign,
  TRANSACTION_TYPES,
  transactionName,
  UNIT_TYPES,
} from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { day, decimal } from '../support/a-transaction.ts';

describe('the closed vocabularies (§2, decisions 5)', () => {
  it('are type and unit_type', () => {
    expect(TRANSACTION_TYPES.toSorted()).toEqual(['CHARGE', 'CREDIT', 'PAYMENT', 'REPAYMENT', 'SUPPLY_CHARGE']);
    expect(UNIT_TYPES.toSorted()).toEqual(['CURRENCY_PER_KWH', 'PROPORTION']);
  });
});

describe('amounts of payments and repayments are above zero, others have any sign (decisions 5)', () => {
  it.each(
    TRANSACTION_TYPES.flatMap((type) =>
      ['-9999999999.99', '-0.01', '-0', '0', '0.01', '9999999999.99'].map((amount) => {
        const isRefused = (type === 'PAYMENT' || type === 'REPAYMENT') && !amount.match(/^\d.*[1-9]$/);
        return [type, amount, isRefused ? E.left({ kind: 'invalid_amount', type }) : E.right(undefined)] as const;
      }),
    ),
  )('%s of %s', (type, amount, expected) => {
    expect(checkSign({ type, amount: decimal(amount) })).toEqual(expected);
  });
});

describe('a line item starts no later than it ends (decisions 5)', () => {
  it.each([
    ['2026-06-01', '2026-06-30', E.right(undefined)],
    ['2026-06-01', '2026-06-01', E.right(undefined)],
    ['2026-06-02', '2026-06-01', E.left({ kind: 'start_date_later_than_end_date' })],
    ['2026-01-01', '2025-12-31', E.left({ kind: 'start_date_later_than_end_date' })],
  ])('%s to %s', (startDate, endDate, expected) => {
    expect(checkLineItemPeriod({ startDate: day(startDate), endDate: day(endDate) })).toEqual(expected);
  });
});

describe('how texts name a transaction', () => {
  it.each([
    ['CHARGE', 'Charge 1'],
    ['CREDIT', 'Credit 1'],
    ['PAYMENT', 'Payment 1'],
    ['REPAYMENT', 'Repayment 1'],
    ['SUPPLY_CHARGE', 'Supply charge 1'],
  ] as const)('%s: %s', (type, name) => {
    expect(transactionName({ type, transactionId: '1' })).toBe(name);
  });

  it('keeps the identifier as sent', () => {
    expect(transactionName({ type: 'PAYMENT', transactionId: ' a_B $& ' })).toBe('Payment  a_B $& ');
  });
});
