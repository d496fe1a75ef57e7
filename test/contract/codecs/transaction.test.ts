import { makeCreateTransactionsBody } from '@carryover/contract/codecs/transaction';
import { JsonNumber } from '@carryover/contract/json/exact-json';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';
import {
  aCharge,
  aLineItem,
  aPayment,
  aSupplyCharge,
  aTaxItem,
  decimal,
  oneOfEachType,
} from '../../support/a-transaction.ts';
import { ACCOUNT, decoded, errorsOf, LINE_ITEM, read, sent, TAX_ITEM, TRANSACTIONS, transaction } from '../a-body.ts';

const { CREDIT, PAYMENT, CHARGE, SUPPLY_CHARGE } = TRANSACTIONS;

describe('a transaction (§2)', () => {
  it('of each type, with the fewest fields; what was left out is null', () => {
    const bare = [aLineItem({ pricePerUnit: null })];
    const expected = oneOfEachType().map((one) =>
      one.type === 'SUPPLY_CHARGE' ? { ...one, productCode: 'STANDARD', lineItems: bare } : one,
    );
    expect(Object.values(TRANSACTIONS).map((one) => decoded(transaction, sent(one)))).toEqual(expected);
  });

  it('with every field of a payment', () => {
    const texts = {
      reason: 'ACCOUNT_CHARGE_PAYMENT',
      payment_type: 'DEBIT_CARD',
      reference: 'r',
      note: ' n ',
      display_note: '',
    };
    expect(decoded(transaction, sent({ ...PAYMENT, ...texts, amount: '71.00' }))).toEqual(
      aPayment({
        reason: 'ACCOUNT_CHARGE_PAYMENT',
        paymentType: 'DEBIT_CARD',
        reference: 'r',
        note: ' n ',
        displayNote: '',
      }),
    );
  });

  it('with tax items', () => {
    expect(decoded(transaction, sent({ ...CHARGE, tax_items: [TAX_ITEM] }))).toEqual(
      aCharge({ taxItems: [aTaxItem()] }),
    );
    expect(decoded(transaction, sent({ ...CHARGE, tax_items: [] }))).toEqual(aCharge({ taxItems: [] }));
  });

  it('with every field of a line item', () => {
    const line = { ...LINE_ITEM, price_per_unit: '0.5', units: [100, '42', new JsonNumber('0.0000')] };
    expect(decoded(transaction, sent({ ...SUPPLY_CHARGE, line_items: [line, LINE_ITEM] }))).toEqual(
      aSupplyCharge({
        productCode: 'STANDARD',
        lineItems: [
          aLineItem({ units: [decimal('100'), decimal('42'), decimal('0')] }),
          aLineItem({ pricePerUnit: null }),
        ],
      }),
    );
  });

  it.each([1, 2, 1_000])('with %i units, and with none', (count) => {
    const withUnits = (units: ReadonlyArray<number>) =>
      sent({ ...SUPPLY_CHARGE, line_items: [{ ...LINE_ITEM, units }] });
    expect(errorsOf(transaction, withUnits(Array(count).fill(0.5)))).toEqual([]);
    expect(errorsOf(transaction, withUnits([]))).toEqual([]);
  });
});

describe('the bounds of numbers: digits before and after the point (decisions 3)', () => {
  const charge = (line: object, tax: object) =>
    sent({ ...SUPPLY_CHARGE, line_items: [{ ...LINE_ITEM, ...line }], tax_items: [{ ...TAX_ITEM, ...tax }] });
  it.each<[string, number, number, (value: unknown) => ReturnType<typeof sent>]>([
    ['amount', 10, 2, (amount) => sent({ ...CREDIT, amount })],
    ['line_items.0.number_of_units', 12, 4, (number_of_units) => charge({ number_of_units }, {})],
    ['line_items.0.net_amount', 10, 10, (net_amount) => charge({ net_amount }, {})],
    ['line_items.0.price_per_unit', 8, 7, (price_per_unit) => charge({ price_per_unit }, {})],
    ['line_items.0.units.1', 12, 4, (units) => charge({ units: [1, units] }, {})],
    ['tax_items.0.amount', 10, 10, (amount) => charge({}, { amount })],
    ['tax_items.0.value_taxed', 15, 5, (value_taxed) => charge({}, { value_taxed })],
    ['tax_items.0.rate', 15, 5, (rate) => charge({}, { rate })],
  ])('%s: %i and %i', (attr, integerDigits, places, body) => {
    const most = `-${'9'.repeat(integerDigits)}.${'9'.repeat(places)}`;
    const short = (text: string) => new JsonNumber(text);
    const values = [most, short('9'.repeat(integerDigits)), short(`1e-${places}`), short('-0'), '-0', 0];
    expect(values.flatMap((value) => errorsOf(transaction, body(value)))).toEqual([]);
    const wrong: ReadonlyArray<readonly [unknown, string]> = [
      [`1${'0'.repeat(integerDigits)}`, 'max_digits'],
      [short(`1e${integerDigits}`), 'max_digits'],
      [`0.${'0'.repeat(places + 1)}`, 'max_decimal_places'],
      [short(`1e-${places + 1}`), 'max_decimal_places'],
      [short('1.234567890123456'), 'max_digits'],
      ['1e0', 'invalid'],
      ['', 'invalid'],
      [true, 'invalid'],
      [[1], 'invalid'],
      [null, 'null'],
    ];
    expect(wrong.flatMap(([value]) => errorsOf(transaction, body(value)))).toEqual(
      wrong.map(([, code]) => `${attr}: ${code}`),
    );
  });
});

describe('amounts of payments and repayments are above zero (decisions 5)', () => {
  it.each([
    [0.01, []],
    [0, ['amount: invalid_amount']],
    ['-0.00', ['amount: invalid_amount']],
    [-0.01, ['amount: invalid_amount']],
    ['a', ['amount: invalid']],
  ])('%s', (amount, errors) => {
    expect(errorsOf(transaction, sent({ ...PAYMENT, amount }))).toEqual(errors);
    expect(errorsOf(transaction, sent({ ...PAYMENT, type: 'REPAYMENT', amount }))).toEqual(errors);
    const others = [CREDIT, CHARGE, SUPPLY_CHARGE].flatMap((one) => errorsOf(transaction, sent({ ...one, amount })));
    expect(others).toEqual(amount === 'a' ? Array(3).fill('amount: invalid') : []);
  });
});

describe('a repeated transaction_id is reported at each later occurrence (decisions 3, 5)', () => {
  const body = makeCreateTransactionsBody(DEFAULT_LIMITS);
  const withIds = (...ids: ReadonlyArray<unknown>) =>
    sent({ ...ACCOUNT, transactions: ids.map((transaction_id) => ({ ...CREDIT, transaction_id })) });
  const at = (index: number) => `transactions.${index}.transaction_id: duplicate_transaction_ids`;

  it.each<[ReadonlyArray<unknown>, ReadonlyArray<string>]>([
    [['a', 'b', 'a'], [at(2)]],
    [
      [1, 1],
      ['transactions.0.transaction_id: invalid', 'transactions.1.transaction_id: invalid'],
    ],
  ])('%j', (ids, errors) => {
    expect(errorsOf(body, withIds(...ids))).toEqual(errors);
  });

  it('whatever else is wrong with the two', () => {
    const transactions = [
      { transaction_id: 'a', type: 'CREDIT' },
      { ...PAYMENT, transaction_id: 'a', amount: 0 },
    ];
    expect(errorsOf(body, sent({ ...ACCOUNT, transactions }))).toEqual([
      'transactions.0.transaction_date: required',
      'transactions.0.amount: required',
      at(1),
      'transactions.1.amount: invalid_amount',
    ]);
  });
});

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

const lacking = (item: object, name: string): object =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));

/** The errors of a line or tax item that follows a right one, by their place in it. */
const errorsOfLine = (item: unknown): ReadonlyArray<string> =>
  errorsOf(transaction, sent({ ...SUPPLY_CHARGE, line_items: [LINE_ITEM, item] })).map((error) =>
    error.replace(/^line_items\.1\.?/, ''),
  );
const errorsOfTax = (item: unknown): ReadonlyArray<string> =>
  errorsOf(transaction, sent({ ...CHARGE, tax_items: [TAX_ITEM, item] })).map((error) =>
    error.replace(/^tax_items\.1\.?/, ''),
  );

describe('a line item (decisions 5)', () => {
  it.each(Object.keys(LINE_ITEM))('needs %s', (name) => {
    expect(errorsOfLine(lacking(LINE_ITEM, name))).toEqual([`${name}: required`]);
  });

  it.each(['price_per_unit', 'units'])('may leave %s out, but not send null', (name) => {
    expect(errorsOfLine(LINE_ITEM)).toEqual([]);
    expect(errorsOfLine({ ...LINE_ITEM, [name]: null })).toEqual([`${name}: null`]);
  });

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['null', null, [': null']],
    ['a list', [], [': invalid']],
    ['nothing in it', {}, Object.keys(LINE_ITEM).map((name) => `${name}: required`)],
    ['another field', { ...LINE_ITEM, tax_type: 'VAT' }, ['tax_type: unknown_field']],
    ['a constructor', { ...LINE_ITEM, constructor: 1 }, ['constructor: unknown_field']],
    ['a rate band in small letters', { ...LINE_ITEM, rate_band: 'standard' }, ['rate_band: invalid']],
    ['a rate band that is not known', { ...LINE_ITEM, rate_band: 'NIGHT_2' }, []],
    ['one day', { ...LINE_ITEM, end_date: '2019-09-01' }, []],
    ['dates reversed', { ...LINE_ITEM, end_date: '2019-08-31' }, ['end_date: start_date_later_than_end_date']],
    ['dates reversed, one no day', { ...LINE_ITEM, end_date: '2019-02-29' }, ['end_date: invalid']],
    ['units that are not a list', { ...LINE_ITEM, units: 1 }, ['units: invalid']],
    [
      'units of all sorts',
      { ...LINE_ITEM, units: [1, null, 'a', {}, '2'] },
      ['units.1: null', 'units.2: invalid', 'units.3: invalid'],
    ],
  ])('of %s', (_, item, errors) => {
    expect(errorsOfLine(item)).toEqual(errors);
  });

  it('there is one at least', () => {
    expect(errorsOf(transaction, sent({ ...SUPPLY_CHARGE, line_items: [] }))).toEqual(['line_items: min_items']);
  });
});

describe('a tax item (decisions 5)', () => {
  it.each(Object.keys(TAX_ITEM))('needs %s', (name) => {
    expect(errorsOfTax(lacking(TAX_ITEM, name))).toEqual([`${name}: required`]);
    expect(errorsOfTax({ ...TAX_ITEM, [name]: null })).toEqual([`${name}: null`]);
  });

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['null', null, [': null']],
    ['a string', 'VAT', [': invalid']],
    ['nothing in it', {}, Object.keys(TAX_ITEM).map((name) => `${name}: required`)],
    ['another field', { ...TAX_ITEM, note: 'a' }, ['note: unknown_field']],
    ['a tax that is not known', { ...TAX_ITEM, tax_type: 'GST_2' }, []],
    ['a tax in small letters', { ...TAX_ITEM, tax_type: 'vat' }, ['tax_type: invalid']],
    ['a price for each kWh', { ...TAX_ITEM, unit_type: 'CURRENCY_PER_KWH' }, []],
    ['a unit that is not known', { ...TAX_ITEM, unit_type: 'PERCENT' }, ['unit_type: invalid_choice']],
    ['a unit that is a number', { ...TAX_ITEM, unit_type: 1 }, ['unit_type: invalid']],
    ['negative figures', { ...TAX_ITEM, amount: -3.55, value_taxed: -71, rate: '-0.05' }, []],
  ])('of %s', (_, item, errors) => {
    expect(errorsOfTax(item)).toEqual(errors);
  });

  it('there may be none', () => {
    expect(errorsOf(transaction, sent({ ...CHARGE, tax_items: [] }))).toEqual([]);
  });
});
