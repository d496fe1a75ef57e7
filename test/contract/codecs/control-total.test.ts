import { controlTotal } from '@carryover/contract/codecs/control-total';
import { JsonNumber } from '@carryover/contract/json/exact-json';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../support/a-transaction.ts';
import { decoded, errorsOf, sent } from '../a-body.ts';

const TOTAL = {
  external_account_number: 'EXTERNAL-1234',
  ledger_number: 'L-1',
  type: 'CHARGE',
  count: 2,
  sum: '142.00',
};

describe('a control total (decisions 13)', () => {
  it('with its count and exact sum', () => {
    expect(decoded(controlTotal, sent(TOTAL))).toEqual({
      externalAccountNumber: 'EXTERNAL-1234',
      ledgerNumber: 'L-1',
      type: 'CHARGE',
      count: 2,
      sum: decimal('142'),
    });
  });

  it.each(Object.keys(TOTAL))('needs %s', (name) => {
    const without = Object.fromEntries(Object.entries(TOTAL).filter(([key]) => key !== name));
    expect(errorsOf(controlTotal, sent(without))).toEqual([`${name}: required`]);
    expect(errorsOf(controlTotal, sent({ ...TOTAL, [name]: null }))).toEqual([`${name}: null`]);
    expect(errorsOf(controlTotal, sent({ ...TOTAL, [name]: [] }))).toEqual([`${name}: invalid`]);
  });

  it.each([
    [0, 0],
    ['0', 0],
    [new JsonNumber('-0'), 0],
    [new JsonNumber('2.0'), 2],
    [new JsonNumber('1e3'), 1_000],
    ['999999999999999', 999_999_999_999_999],
    [new JsonNumber('999999999999999'), 999_999_999_999_999],
  ])('counts %j', (count, value) => {
    expect(decoded(controlTotal, sent({ ...TOTAL, count }))).toMatchObject({ count: value });
  });

  it.each([
    [-1, 'invalid'],
    [1.5, 'invalid'],
    ['1.0', 'invalid'],
    ['-1', 'invalid'],
    ['-0', 'invalid'],
    ['01', 'invalid'],
    ['1e3', 'invalid'],
    ['', 'invalid'],
    [' 1', 'invalid'],
    [true, 'invalid'],
    ['1000000000000000', 'max_digits'],
    [new JsonNumber('1e15'), 'max_digits'],
    [new JsonNumber('1e400'), 'max_digits'],
    [new JsonNumber('1234567890123456'), 'max_digits'],
  ])('does not count %j: %s', (count, code) => {
    expect(errorsOf(controlTotal, sent({ ...TOTAL, count }))).toEqual([`count: ${code}`]);
  });

  it.each<[string, object, ReadonlyArray<string>]>([
    ['a sum of thirty digits and two', { sum: `-${'9'.repeat(30)}.99` }, []],
    ['a sum of thirty-one', { sum: `1${'0'.repeat(30)}` }, ['sum: max_digits']],
    ['a sum of sixteen digits, as a number', { sum: new JsonNumber('12345678901234.56') }, ['sum: max_digits']],
    ['a sum of three places', { sum: '0.001' }, ['sum: max_decimal_places']],
    ['another type', { type: 'REFUND' }, ['type: invalid_choice']],
    ['an empty account', { external_account_number: '' }, ['external_account_number: blank']],
    [
      'an account of 129 characters',
      { external_account_number: 'a'.repeat(129) },
      ['external_account_number: max_length'],
    ],
    ['a ledger of 129 characters', { ledger_number: 'a'.repeat(129) }, ['ledger_number: max_length']],
    ['another field', { currency: 'GBP' }, ['currency: unknown_field']],
  ])('with %s', (_, fields, errors) => {
    expect(errorsOf(controlTotal, sent({ ...TOTAL, ...fields }))).toEqual(errors);
  });
});
