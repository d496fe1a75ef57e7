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
import { ACCOUNT, decoded, errorsOf, LINE_ITEM, sent, TAX_ITEM, TRANSACTIONS, transaction } from '../a-body.ts';

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
    [['a', 'A', 'a ', '\u00e9', 'e\u0301', '1', '01'], []],
    [['a', 'b', 'a'], [at(2)]],
    [
      ['a', 'a', 'b', 'a', 'b'],
      [at(1), at(3), at(4)],
    ],
    [['__proto__', '__proto__', 'constructor'], [at(1)]],
    [
      [1, 1],
      ['transactions.0.transaction_id: invalid', 'transactions.1.transaction_id: invalid'],
    ],
    [
      [null, null],
      ['transactions.0.transaction_id: null', 'transactions.1.transaction_id: null'],
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
