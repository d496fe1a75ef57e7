import { count, counted, money, percent, signedCount, signedMoney } from '@carryover/report/figures';
import { describe, expect, it } from 'vitest';
import { decimal } from '../support/a-transaction.ts';

describe('figures for a reader', () => {
  it.each([
    [0, '0', '0'],
    [999, '999', '+999'],
    [-1000, '-1,000', '-1,000'],
    [1234567, '1,234,567', '+1,234,567'],
  ])('count %d', (value, plain, signed) => {
    expect([count(value), signedCount(value)]).toEqual([plain, signed]);
  });

  it.each([
    ['0', '0.00', '0.00'],
    ['-0.5', '-0.50', '-0.50'],
    ['-123456.7', '-123,456.70', '-123,456.70'],
    ['99999999999999999999.99', '99,999,999,999,999,999,999.99', '+99,999,999,999,999,999,999.99'],
  ])('sum %s', (value, plain, signed) => {
    expect([money(decimal(value)), signedMoney(decimal(value))]).toEqual([plain, signed]);
  });

  it('counts one and many', () => {
    expect([counted(1, 'note'), counted(0, 'note'), counted(2, 'was', 'were')]).toEqual([
      '1 note',
      '0 notes',
      '2 were',
    ]);
  });

  it.each([
    [0, 7, '0.0 %'],
    [1, 1_000_000, 'under 0.1 %'],
    [1, 3, '33.3 %'],
    [999_999, 1_000_000, 'over 99.9 %'],
    [7, 7, '100.0 %'],
  ])('%d of %d is %s', (part, whole, shown) => {
    expect(percent(part, whole)).toBe(shown);
  });
});
