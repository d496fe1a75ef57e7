import {
  CHARGE,
  charge,
  DOCUMENT,
  document,
  historicalTransaction,
  history,
  instruction,
  lineItem,
  note,
  PAYMENT,
  registration,
  STATEMENT,
  statement,
  summary,
  supplyCharge,
  taxItem,
  toComparison,
  token,
  toNotes,
  toStatements,
  toTransactions,
  total,
  transaction,
} from './bodies.ts';
import { post, type Request } from './request.ts';
import type { Row } from './row.ts';

const MEGABYTE = 1024 * 1024;
const nowhere = { import_supplier: 'DEMO_SUPPLIER', notes: [] };
const twice = <A>(item: A) => [item, item];
const many = <A>(count: number, make: (index: number) => A) => Array.from({ length: count }, (_, index) => make(index));
const ofNote = (document_path: unknown) => note({ document_paths: [{ document_path }] });
const refused = (name: string, request: Request, code: string, attr?: string): Row =>
  attr === undefined ? [name, request, 400, code] : [name, request, 400, code, attr];
const stored = (name: string, request: Request): Row => [name, request, 201, null];
/** A day that is not over anywhere on Earth. */
const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

const AMOUNT = 'transactions.0.amount';
const DOCUMENTS = 'historical_billing_documents';

/** What the tests of codecs (`test/contract/codecs`) hold in every form: here once for each code, over HTTP. */
const codes: ReadonlyArray<Row> = [
  refused('U+0000 in a note', note({ body: 'a\u0000b' }), 'invalid_characters', 'notes.0.body'),
  refused('half a surrogate pair in an id', transaction({ transaction_id: '\udfff' }), 'invalid_characters'),
  refused(
    'U+0000 in a supplier, and a field that is not there',
    toNotes({ ...nowhere, import_supplier: '\u0000', colour: 'red' }),
    'invalid_characters',
    'import_supplier',
  ),
  refused('U+0000 in a summary', summary({ external_account_number: '\u0000' }), 'invalid_characters'),
  refused('half a pair in a total', total({ ledger_number: '\ud800' }), 'invalid_characters', 'totals.0.ledger_number'),
  refused('an empty ledger of a total', total({ ledger_number: '' }), 'blank', 'totals.0.ledger_number'),
  refused('a body of 100,001', note({ body: 'a'.repeat(100_001) }), 'max_length', 'notes.0.body'),
  refused('an id of a megabyte', transaction({ transaction_id: 'a'.repeat(MEGABYTE) }), 'max_length'),
  refused('an amount of a megabyte', transaction({ amount: '9'.repeat(MEGABYTE) }), 'max_digits'),
  refused('digits without end', charge({ amount: token(`1${'0'.repeat(100_000)}`) }), 'max_digits', AMOUNT),
  refused('three places', charge({ amount: token('10.005') }), 'max_decimal_places', AMOUNT),
  refused('an amount in a list', charge({ amount: [71] }), 'invalid', AMOUNT),
  refused('a payment of -0', transaction({ amount: token('-0.00') }), 'invalid_amount', AMOUNT),
  refused('30 February', transaction({ transaction_date: '2023-02-30' }), 'invalid', 'transactions.0.transaction_date'),
  refused('a leap second', note({ body: 'a', created_at: '2016-12-31T23:59:60Z' }), 'invalid', 'notes.0.created_at'),
  refused(
    'unpinned before it was made',
    note({ body: 'a', created_at: '2019-10-01T00:00:00Z', unpin_at: '2019-09-30T23:59:59Z' }),
    'note_unpin_at_earlier_than_creation_date',
    'notes.0.unpin_at',
  ),
  refused('a line that ends first', lineItem({ end_date: '2019-08-31' }), 'start_date_later_than_end_date'),
  refused('a period that ends first', statement({ bill_period_to_date: '2019-08-31' }), 'invalid_period'),
  refused('history to come', historicalTransaction({ transaction_date: soon }), 'transaction_in_future'),
  refused('a note that says nothing', note({ is_pinned: true }), 'note_body_or_document_path_not_found', 'notes.0'),
  refused('a charge with a payment type', charge({ payment_type: 'DEBIT_CARD' }), 'field_not_used_with_type'),
  refused('a line without its net amount', lineItem({ net_amount: undefined }), 'required'),
  refused('a rate in percent', taxItem({ rate: '5%' }), 'invalid', 'transactions.0.tax_items.0.rate'),
  refused(
    'a document of another type',
    document({ billing_document_type: 'ITEM_BASED', bill_period_from_date: undefined, bill_period_to_date: undefined }),
    'billing_document_type_mismatch',
  ),
  refused('nothing to import', history({ [DOCUMENTS]: [] }), 'min_items', DOCUMENTS),
  refused('a ledger that is not there', history({ ledger_number: 'L-9' }), 'ledger_does_not_exist', 'ledger_number'),
  refused('a ledger of another code', history({ ledger_code: 'electricity' }), 'ledger_code_does_not_exist'),
  refused('a vendor that is not known', instruction({ vendor: 'PAYPAL' }), 'invalid_choice', 'vendor'),
  refused('a transaction twice', toTransactions({ transactions: twice(PAYMENT) }), 'duplicate_transaction_ids'),
  refused('a statement twice', toStatements({ statements: twice(STATEMENT) }), 'duplicate_statement_ids'),
  refused(
    'a document twice',
    history({ [DOCUMENTS]: twice(DOCUMENT) }),
    'duplicate_billing_document_identifiers',
    `${DOCUMENTS}.1.billing_document_identifier`,
  ),
  refused(
    'a transaction in a document and beside it',
    history({
      [DOCUMENTS]: [{ ...DOCUMENT, transactions: [{ ...CHARGE, transaction_date: '2019-09-01' }] }],
      additional_historical_transactions: [{ ...CHARGE, transaction_date: '2019-09-02' }],
    }),
    'duplicate_transaction_ids',
    'additional_historical_transactions.0.transaction_id',
  ),
  refused('a path that climbs', ofNote('../x'), 'invalid_document_path'),
  refused(
    'a statement of a bucket',
    statement({ statement_path: 's3://b/k' }),
    'invalid_document_path',
    'statements.0.statement_path',
  ),
  refused('a path of 1,025 bytes', ofNote('a'.repeat(1_025)), 'max_length'),
  refused('a list for a body', post('/v1/data-import/notes/create/', '[]'), 'invalid', ''),
  refused('null for a body', post('/v1/data-import/notes/create/', 'null'), 'null', ''),
  refused('no totals', toComparison({ external_account_number: undefined }), 'required', 'totals'),
  refused('a count of 1e400', total({ count: token('1e400') }), 'max_digits', 'totals.0.count'),
  refused('a total without a sum', registration({ sum: undefined }), 'required', 'totals.0.sum'),
  refused(
    'a note with a sum',
    registration({ type: 'NOTE', ledger_number: '' }),
    'field_not_used_with_type',
    'totals.0.sum',
  ),
  refused('a total of U+0000', registration({ ledger_number: '\0' }), 'invalid_characters', 'totals.0.ledger_number'),
  refused('an object like a list', toNotes({ notes: { 0: { body: 'a' }, length: 1 } }), 'invalid', 'notes'),
  refused('10,001 notes', toNotes({ notes: many(10_001, () => ({ body: 'a' })) }), 'max_items', 'notes'),
  refused(
    '10,001 totals',
    toComparison({ external_account_number: undefined, totals: many(10_001, () => ({})) }),
    'max_items',
    'totals',
  ),
  refused('5,001 documents', history({ [DOCUMENTS]: many(5_001, () => ({})) }), 'max_items', DOCUMENTS),
  refused('10,000 notes that are none', toNotes({ notes: many(10_000, () => 1) }), 'invalid', 'notes.0'),
  refused('a hundred thousand empty lists', toNotes({ notes: many(100_000, () => []) }), 'max_items', 'notes'),
  [
    'a million and a half numbers',
    post('/v1/data-import/accounts/summary/', `[${'1,'.repeat(1_500_000)}1]`),
    413,
    'payload_too_large',
  ],
];

/** The last values that are taken: the database stores each as it was sent. */
const largest: ReadonlyArray<Row> = [
  stored('an id of 128 emoji', transaction({ transaction_id: '😀'.repeat(128) })),
  stored('a note of a transaction of 10,000 emoji', transaction({ note: '😀'.repeat(10_000) })),
  stored('a body of 100,000 emoji', note({ body: '😀'.repeat(100_000) })),
  stored('a body of U+200B, white space to neither Unicode nor ECMAScript', note({ body: '\u200b' })),
  stored('empty notes of a transaction', transaction({ note: '', display_note: '' })),
  stored('zero with an exponent', charge({ amount: token('0e99999') })),
  stored('zeros without end', charge({ amount: token(`71.${'0'.repeat(100_000)}`) })),
  stored('the largest amount', charge({ amount: '9999999999.99' })),
  stored(
    'the largest figures, first and last day',
    supplyCharge({
      line_items: [
        {
          rate_band: 'A',
          start_date: '1900-01-01',
          end_date: '2199-12-31',
          number_of_units: '999999999999.9999',
          net_amount: '-9999999999.9999999999',
          price_per_unit: '99999999.9999999',
        },
      ],
    }),
  ),
  stored('a thousand units', lineItem({ units: many(1_000, (index) => index) })),
  stored('the first day', transaction({ transaction_date: '1900-01-01' })),
  stored('the last second', note({ body: 'a', created_at: '2199-12-31T23:59:59Z' })),
  stored('a path of 1,024 bytes', ofNote('€'.repeat(340) + 'a'.repeat(4))),
  stored('percent signs, which are literal', statement({ statement_path: '%2e%2e/%2fetc%00' })),
  stored('a path like a command', ofNote('$HOME/`id`/$(id)')),
  stored('a note twice', toNotes({ notes: twice({ body: 'a' }) })),
  stored('no notes at all', toNotes({ notes: [] })),
];

export const VALUES: ReadonlyArray<Row> = [...codes, ...largest];
