import { document, historicalTransaction, lineItem, note, statement, transaction } from './bodies.ts';
import type { Row } from './row.ts';

const DATE = 'transactions.0.transaction_date';
const date = (text: unknown) => transaction({ transaction_date: text });

const DAY_MS = 86_400_000;
/** A day that is not over anywhere on Earth. */
const soon = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);

/** `YYYY-MM-DD`, real days from 1900-01-01 to 2199-12-31 (decisions 3). */
const days: ReadonlyArray<Row> = [
  ['30 February', date('2023-02-30'), 400, 'invalid', DATE],
  ['29 February 2019', date('2019-02-29'), 400, 'invalid', DATE],
  ['29 February 2000', date('2000-02-29'), 201, null],
  ['the day before the first', date('1899-12-31'), 400, 'invalid', DATE],
  ['the first day', date('1900-01-01'), 201, null],
  ['the last day', date('2199-12-31'), 201, null],
  ['the day after the last', date('2200-01-01'), 400, 'invalid', DATE],
  ['no hyphens', date('20191003'), 400, 'invalid', DATE],
  ['a time with it', date('2019-10-03T00:00:00Z'), 400, 'invalid', DATE],
  ['a line end behind', date('2019-10-03\n'), 400, 'invalid', DATE],
  ['now', date('now'), 400, 'invalid', DATE],
  ['nothing', date(''), 400, 'invalid', DATE],
  ['null', date(null), 400, 'null', DATE],
];

const time = (text: unknown) => note({ body: 'a', created_at: text });
const TIME = 'notes.0.created_at';

/** `YYYY-MM-DDTHH:MM:SSZ`, exactly (§1.6, decisions 3). */
const times: ReadonlyArray<Row> = [
  ['24:00:00', time('2019-10-01T24:00:00Z'), 400, 'invalid', TIME],
  ['a leap second', time('2016-12-31T23:59:60Z'), 400, 'invalid', TIME],
  ['an offset of zero', time('2019-10-01T00:00:00+00:00'), 400, 'invalid', TIME],
  ['milliseconds', time('2019-10-01T00:00:00.000Z'), 400, 'invalid', TIME],
  ['the second before the first', time('1899-12-31T23:59:59Z'), 400, 'invalid', TIME],
  ['the second after the last', time('2200-01-01T00:00:00Z'), 400, 'invalid', TIME],
  ['the first second', time('1900-01-01T00:00:00Z'), 201, null],
  ['the last second', time('2199-12-31T23:59:59Z'), 201, null],
  ['null for a time', time(null), 400, 'null', TIME],
];

const created = { body: 'a', created_at: '2019-10-01T00:00:00Z' };
const LINE = 'transactions.0.line_items.0';
const STATEMENT_END = 'statements.0.bill_period_to_date';
const DOCUMENT_END = 'historical_billing_documents.0.bill_period_to_date';
const HISTORY_DATE = 'historical_billing_documents.0.transactions.0.transaction_date';

/** Days that say something only together, or about today. */
const orders: ReadonlyArray<Row> = [
  [
    'unpinned before it was made',
    note({ ...created, unpin_at: '2019-09-30T23:59:59Z' }),
    400,
    'note_unpin_at_earlier_than_creation_date',
    'notes.0.unpin_at',
  ],
  ['unpinned as it was made', note({ ...created, unpin_at: created.created_at }), 201, null],
  [
    'a line that ends first',
    lineItem({ end_date: '2019-08-31' }),
    400,
    'start_date_later_than_end_date',
    `${LINE}.end_date`,
  ],
  ['a line of 31 June', lineItem({ end_date: '2019-06-31' }), 400, 'invalid', `${LINE}.end_date`],
  ['a period that ends first', statement({ bill_period_to_date: '2019-08-31' }), 400, 'invalid_period', STATEMENT_END],
  ['a period of one day', statement({ bill_period_to_date: '2019-09-01' }), 201, null],
  ['a document that ends first', document({ bill_period_to_date: '2019-08-31' }), 400, 'invalid_period', DOCUMENT_END],
  ['a document issued on 30 February', document({ issued_date: '2019-02-30' }), 400, 'invalid'],
  ['history to come', historicalTransaction({ transaction_date: soon }), 400, 'transaction_in_future', HISTORY_DATE],
  [
    'history of the last day',
    historicalTransaction({ transaction_date: '2199-12-31' }),
    400,
    'transaction_in_future',
    HISTORY_DATE,
  ],
];

export const DATES: ReadonlyArray<Row> = [...days, ...times, ...orders];
