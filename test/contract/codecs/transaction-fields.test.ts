import { describe, expect, it } from 'vitest';
import { errorsOf, LINE_ITEM, read, sent, TAX_ITEM, TRANSACTIONS, transaction } from '../a-body.ts';

type Type = keyof typeof TRANSACTIONS;
const TYPES = Object.keys(TRANSACTIONS) as ReadonlyArray<Type>;
const BUT_SUPPLY_CHARGE: ReadonlyArray<Type> = ['CHARGE', 'CREDIT', 'PAYMENT', 'REPAYMENT'];

type Field = {
  readonly value: unknown;
  /** The types that use it, of these the ones that need it. */
  readonly usedBy: ReadonlyArray<Type>;
  readonly neededBy: ReadonlyArray<Type>;
};
/** Fields by type (decisions 5). */
const FIELDS: { readonly [name: string]: Field } = {
  transaction_id: { value: 'a', usedBy: TYPES, neededBy: TYPES },
  transaction_date: { value: '2019-10-04', usedBy: TYPES, neededBy: TYPES },
  amount: { value: 1, usedBy: TYPES, neededBy: TYPES },
  reference: { value: 'a', usedBy: TYPES, neededBy: [] },
  note: { value: 'a', usedBy: TYPES, neededBy: [] },
  display_note: { value: 'a', usedBy: TYPES, neededBy: [] },
  reason: { value: 'GENERAL_CREDIT', usedBy: BUT_SUPPLY_CHARGE, neededBy: [] },
  payment_type: { value: 'DIRECT_CREDIT', usedBy: ['PAYMENT', 'REPAYMENT'], neededBy: [] },
  product_code: { value: 'a', usedBy: ['SUPPLY_CHARGE'], neededBy: ['SUPPLY_CHARGE'] },
  line_items: { value: [LINE_ITEM], usedBy: ['SUPPLY_CHARGE'], neededBy: ['SUPPLY_CHARGE'] },
  tax_items: { value: [TAX_ITEM], usedBy: ['SUPPLY_CHARGE', 'CHARGE'], neededBy: [] },
};
const each = TYPES.flatMap((type) => Object.entries(FIELDS).map(([name, field]) => ({ type, name, ...field })));

const errorsWith = (type: Type, fields: object): ReadonlyArray<string> =>
  errorsOf(transaction, sent({ ...TRANSACTIONS[type], ...fields }));
const without = (type: Type, name: string): ReadonlyArray<string> =>
  errorsOf(transaction, sent(Object.fromEntries(Object.entries(TRANSACTIONS[type]).filter(([key]) => key !== name))));

describe('the fields of a transaction by its type (decisions 5)', () => {
  it.each(each.filter(({ type, usedBy }) => usedBy.includes(type)))(
    '$type uses $name',
    ({ type, name, value, neededBy }) => {
      expect(errorsWith(type, { [name]: value })).toEqual([]);
      expect(errorsWith(type, { [name]: null })).toEqual([`${name}: null`]);
      expect(errorsWith(type, { [name]: {} })).toEqual([`${name}: invalid`]);
      expect(errorsWith(type, { [name]: false })).toEqual([`${name}: invalid`]);
      expect(without(type, name)).toEqual(neededBy.includes(type) ? [`${name}: required`] : []);
    },
  );

  it.each(each.filter(({ type, usedBy }) => !usedBy.includes(type)))(
    '$type does not use $name',
    ({ type, name, value }) => {
      expect(errorsWith(type, { [name]: value })).toEqual([`${name}: field_not_used_with_type`]);
    },
  );

  it.each(TYPES)('%s needs nothing but what it needs', (type) => {
    const needed = Object.entries(FIELDS).flatMap(([name, { neededBy }]) => (neededBy.includes(type) ? [name] : []));
    expect(errorsOf(transaction, sent({ type })).toSorted()).toEqual(
      needed.map((name) => `${name}: required`).toSorted(),
    );
  });

  it('a type that is wrong leaves every documented field to be checked, and none to be missing but the common ones', () => {
    for (const [type, code] of [
      ['Charge', 'invalid_choice'],
      ['', 'invalid_choice'],
      [1, 'invalid'],
      [null, 'null'],
    ]) {
      const fields = Object.fromEntries(Object.entries(FIELDS).map(([name, { value }]) => [name, value]));
      expect(errorsOf(transaction, sent({ ...fields, type }))).toEqual([`type: ${code}`]);
      expect(errorsOf(transaction, sent({ ...fields, reason: 1, tax_items: [{}], type, x: 1 }))).toEqual([
        'reason: invalid',
        ...Object.keys(TAX_ITEM).map((name) => `tax_items.0.${name}: required`),
        `type: ${code}`,
        'x: unknown_field',
      ]);
    }
    expect(errorsOf(transaction, sent({})).toSorted()).toEqual(
      ['amount', 'transaction_date', 'transaction_id', 'type'].map((name) => `${name}: required`),
    );
    expect(errorsOf(transaction, read('{"__proto__":{"type":"CREDIT"}}'))).toContain('type: required');
  });
});

describe('the texts of a transaction (decisions 3, 5)', () => {
  const text = (length: number): string => '😀'.repeat(length);
  it.each<[Type, string, number, boolean]>([
    ['CREDIT', 'transaction_id', 128, false],
    ['CREDIT', 'reference', 128, false],
    ['SUPPLY_CHARGE', 'product_code', 128, false],
    ['CREDIT', 'note', 10_000, true],
    ['CREDIT', 'display_note', 10_000, true],
  ])('%s.%s has %i characters at most; it may be empty: %s', (type, name, max, mayBeEmpty) => {
    expect(errorsWith(type, { [name]: text(max) })).toEqual([]);
    expect(errorsWith(type, { [name]: text(max + 1) })).toEqual([`${name}: max_length`]);
    expect(errorsWith(type, { [name]: '' })).toEqual(mayBeEmpty ? [] : [`${name}: blank`]);
    expect(errorsWith(type, { [name]: ' ' })).toEqual(mayBeEmpty ? [] : [`${name}: blank`]);
    expect(errorsWith(type, { [name]: 'a\0' })).toEqual([`${name}: invalid_characters`]);
    expect(errorsWith(type, { [name]: '\udc00' })).toEqual([`${name}: invalid_characters`]);
  });

  it.each(['reason', 'payment_type'])('%s is any code of 1 to 64 capital letters, digits and underscores', (name) => {
    const known = ['IMPORTED_CHARGE', 'FULL_CREDIT_REFUND', 'DD_REGULAR_COLLECTION', 'NOT_KNOWN_YET', 'A'.repeat(64)];
    expect(known.flatMap((value) => errorsWith('PAYMENT', { [name]: value }))).toEqual([]);
    const wrong = ['', 'A'.repeat(65), 'a', 'A-B', ' A', 'A\n'];
    expect(wrong.flatMap((value) => errorsWith('PAYMENT', { [name]: value }))).toEqual(
      wrong.map(() => `${name}: invalid`),
    );
  });

  it('no date is refused for lying in the future', () => {
    expect(errorsWith('CREDIT', { transaction_date: '2199-12-31' })).toEqual([]);
  });
});
