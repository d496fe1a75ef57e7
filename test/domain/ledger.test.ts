import { balanceOf } from '@carryover/domain/ledger';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { describe, expect, it } from 'vitest';
import { decimal } from '../support/a-transaction.ts';

const sums = (...texts: ReadonlyArray<string>) =>
  TRANSACTION_TYPES.map((type, at) => ({ type, sum: decimal(texts[at] ?? '0') }));

describe('what a customer owes on a ledger', () => {
  it.each([
    ['CHARGE', '1'],
    ['SUPPLY_CHARGE', '1'],
    ['REPAYMENT', '1'],
    ['CREDIT', '-1'],
    ['PAYMENT', '-1'],
  ] as const)('a %s of 1 makes it %s', (type, balance) => {
    expect(balanceOf([{ type, sum: decimal('1') }])).toEqual(decimal(balance));
  });

  it('is nothing without transactions', () => {
    expect([balanceOf([]), balanceOf(sums())].map((balance) => balance.toFixed(2))).toEqual(['0.00', '0.00']);
  });

  it('is exact, and below zero where it is owed to the customer', () => {
    expect(balanceOf(sums('0.1', '0.3', '0.2', '0.1', '0.2'))).toEqual(decimal('-0.1'));
    expect(balanceOf(sums('99999999999999.99', '0.01'))).toEqual(decimal('99999999999999.98'));
  });

  it('grows by a reversed credit', () => {
    expect(balanceOf([{ type: 'CREDIT', sum: decimal('-5') }])).toEqual(decimal('5'));
  });
});
