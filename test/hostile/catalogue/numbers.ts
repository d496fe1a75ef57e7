import { charge, lineItem, statement, supplyCharge, taxItem, token, total, transaction } from './bodies.ts';
import type { Row } from './row.ts';

const AMOUNT = 'transactions.0.amount';
const number = (text: string) => charge({ amount: token(text) });
const string = (text: string) => charge({ amount: text });

/** JSON numbers, judged by their value (decisions 3). */
const tokens: ReadonlyArray<Row> = [
  ['1e400', number('1e400'), 400, 'max_digits', AMOUNT],
  ['an exponent of twenty digits', number('1e99999999999999999999'), 400, 'max_digits', AMOUNT],
  ['0.1 + 0.2', number('0.30000000000000004'), 400, 'max_digits', AMOUNT],
  ['17 digits', number('12345678901234567'), 400, 'max_digits', AMOUNT],
  ['three places', number('10.005'), 400, 'max_decimal_places', AMOUNT],
  ['digits without end', number(`1${'0'.repeat(100_000)}`), 400, 'max_digits', AMOUNT],
  ['places without end', number(`0.${'0'.repeat(100_000)}1`), 400, 'max_decimal_places', AMOUNT],
  ['zeros without end', number(`71.${'0'.repeat(100_000)}`), 201, null],
  ['zero with an exponent', number('0e99999'), 201, null],
  ['-0', number('-0'), 201, null],
  ['1e2', number('1e2'), 201, null],
  ['the largest', number('9999999999.99'), 201, null],
];

/** Decimal strings, judged by their text: plain notation and nothing else. */
const strings: ReadonlyArray<Row> = [
  ['"1e2"', string('1e2'), 400, 'invalid', AMOUNT],
  ['"+71"', string('+71'), 400, 'invalid', AMOUNT],
  ['an empty string', string(''), 400, 'invalid', AMOUNT],
  ['a line end behind', string('71.00\n'), 400, 'invalid', AMOUNT],
  ['"NaN"', string('NaN'), 400, 'invalid', AMOUNT],
  ['"£71"', string('£71'), 400, 'invalid', AMOUNT],
  ['U+0000 behind', string('71\u0000'), 400, 'invalid', AMOUNT],
  ['"71.000"', string('71.000'), 400, 'max_decimal_places', AMOUNT],
  ['"12345678901.00"', string('12345678901.00'), 400, 'max_digits', AMOUNT],
  ['"-0.00"', string('-0.00'), 201, null],
  ['"9999999999.99"', string('9999999999.99'), 201, null],
];

const types: ReadonlyArray<Row> = [
  ['true', charge({ amount: true }), 400, 'invalid', AMOUNT],
  ['null', charge({ amount: null }), 400, 'null', AMOUNT],
  ['a list', charge({ amount: [71] }), 400, 'invalid', AMOUNT],
  ['an object', charge({ amount: { value: '71' } }), 400, 'invalid', AMOUNT],
];

const signs: ReadonlyArray<Row> = [
  ['a payment of nothing', transaction({ amount: 0 }), 400, 'invalid_amount', AMOUNT],
  ['a payment of -0', transaction({ amount: token('-0.00') }), 400, 'invalid_amount', AMOUNT],
  ['a payment below zero', transaction({ amount: '-0.01' }), 400, 'invalid_amount', AMOUNT],
  ['a repayment below zero', transaction({ type: 'REPAYMENT', amount: -71 }), 400, 'invalid_amount', AMOUNT],
  ['a credit below zero', transaction({ type: 'CREDIT', amount: -71 }), 201, null],
];

const LARGEST_ITEM = {
  rate_band: 'A',
  start_date: '1900-01-01',
  end_date: '2199-12-31',
  number_of_units: '999999999999.9999',
  net_amount: '-9999999999.9999999999',
  price_per_unit: '99999999.9999999',
};
const ITEM = 'transactions.0.line_items.0';
const TAX = 'transactions.0.tax_items.0';
/** Each field has its own bounds. */
const bounds: ReadonlyArray<Row> = [
  ['one of many units', lineItem({ units: [1, '2', 'three'] }), 400, 'invalid', `${ITEM}.units.2`],
  ['null among units', lineItem({ units: [1, null] }), 400, 'null', `${ITEM}.units.1`],
  ['units in a list of lists', lineItem({ units: [[1]] }), 400, 'invalid', `${ITEM}.units.0`],
  ['a thousand units', lineItem({ units: Array.from({ length: 1_000 }, (_, at) => at) }), 201, null],
  ['a rate in percent', taxItem({ rate: '5%' }), 400, 'invalid', `${TAX}.rate`],
  ['the largest figures', supplyCharge({ line_items: [LARGEST_ITEM] }), 201, null],
  [
    'a statement of 11 digits',
    statement({ gross_amount: '12345678901' }),
    400,
    'max_digits',
    'statements.0.gross_amount',
  ],
  [
    'a statement of three places',
    statement({ gross_amount: 0.001 }),
    400,
    'max_decimal_places',
    'statements.0.gross_amount',
  ],
  ['a count below zero', total({ count: -1 }), 400, 'invalid', 'totals.0.count'],
  ['half a count', total({ count: 1.5 }), 400, 'invalid', 'totals.0.count'],
  ['a count of 1e400', total({ count: token('1e400') }), 400, 'max_digits', 'totals.0.count'],
  ['a sum in words', total({ sum: 'seventy-one' }), 400, 'invalid', 'totals.0.sum'],
  ['a sum of three places', total({ sum: '71.001' }), 400, 'max_decimal_places', 'totals.0.sum'],
];

export const NUMBERS: ReadonlyArray<Row> = [...tokens, ...strings, ...types, ...signs, ...bounds];
