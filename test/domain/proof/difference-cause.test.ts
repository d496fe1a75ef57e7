import type { TotalDifference } from '@carryover/domain/proof/control-total';
import { causesOf } from '@carryover/domain/proof/difference-cause';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../support/a-transaction.ts';

type Side = readonly [count: number, sum: string];
const difference = (
  [expectedCount, expectedSum]: Side,
  [count, sum]: Side,
  key: Partial<TotalDifference> = {},
): TotalDifference => ({
  externalAccountNumber: 'A',
  ledgerNumber: 'L-1',
  type: 'PAYMENT',
  expected: { count: expectedCount, sum: decimal(expectedSum) },
  actual: { count, sum: decimal(sum) },
  ...key,
});

describe('the cause of a difference', () => {
  it.each<[string, Side, Side]>([
    ['lost', [2, '8.00'], [1, '5.00']],
    ['lost', [2, '8.00'], [0, '0']],
    ['doubled', [1, '7.00'], [2, '14.00']],
    ['amount', [1, '9.98'], [1, '9.99']],
    ['unexpected', [0, '0'], [2, '10.05']],
  ])('is %s if %j is expected and %j is stored', (cause, expected, stored) => {
    expect(causesOf([difference(expected, stored)])).toEqual([cause]);
  });

  it('is moved for a deficit and an equal surplus under another ledger or type', () => {
    expect(
      causesOf([
        difference([2, '8.00'], [1, '5.00']),
        difference([0, '0'], [1, '3.00'], { ledgerNumber: 'L-2' }),
        difference([1, '4.00'], [0, '0'], { type: 'CREDIT' }),
        difference([1, '1.00'], [2, '5.00'], { type: 'CHARGE' }),
      ]),
    ).toEqual(['moved', 'moved', 'moved', 'moved']);
  });

  it.each([
    ['the sums differ', difference([0, '0'], [1, '3.01'], { ledgerNumber: 'L-2' })],
    ['the counts differ', difference([0, '0'], [2, '3.00'], { ledgerNumber: 'L-2' })],
  ])('is not moved if %s', (_, other) => {
    expect(causesOf([difference([2, '8.00'], [1, '5.00']), other])).toEqual(['lost', 'unexpected']);
  });

  it('is moved for one of two deficits if there is one surplus', () => {
    const lost = difference([1, '3.00'], [0, '0']);
    const surplus = difference([0, '0'], [1, '3.00'], { ledgerNumber: 'L-3' });
    expect(causesOf([lost, { ...lost, ledgerNumber: 'L-2' }, surplus])).toEqual(['moved', 'lost', 'moved']);
  });

  it('is not moved between notes and transactions', () => {
    expect(
      causesOf([
        difference([1, '0'], [0, '0'], { type: 'NOTE', ledgerNumber: '' }),
        difference([0, '0'], [1, '0'], { type: 'CHARGE' }),
      ]),
    ).toEqual(['lost', 'unexpected']);
  });
});
