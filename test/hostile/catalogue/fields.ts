import {
  document,
  historicalTransaction,
  instruction,
  lineItem,
  note,
  statement,
  summary,
  taxItem,
  toNotes,
  total,
  transaction,
} from './bodies.ts';
import { post } from './request.ts';
import type { Row } from './row.ts';

const UNKNOWN = 'unknown_field';
const literally = (field: string) =>
  post(
    '/v1/data-import/notes/create/',
    ({ account }) =>
      `{"import_supplier":"${account.import_supplier}","external_account_number":"${account.external_account_number}","notes":[],${field}}`,
  );
const names = (count: number) => Array.from({ length: count }, (_, at) => `"f${at}":${at}`).join();

/** Names that are all different, a hundred in a note. */
const spread = (count: number) => {
  const all = Array.from({ length: count }, (_, at) => [`f${at}`, at]);
  const notes = Array.from({ length: Math.ceil(count / 100) }, (_, at) => all.slice(at * 100, (at + 1) * 100));
  return toNotes({ notes: notes.map((one) => ({ body: 'a', ...Object.fromEntries(one) })) });
};

/** Fields that no one documented, at any depth. */
export const FIELDS: ReadonlyArray<Row> = [
  ['one at the top', toNotes({ notes: [], colour: 'red' }), 400, UNKNOWN, 'colour'],
  ['one in a note', note({ body: 'a', colour: 'red' }), 400, UNKNOWN, 'notes.0.colour'],
  [
    'one in a path',
    note({ document_paths: [{ document_path: 'a', size: 1 }] }),
    400,
    UNKNOWN,
    'notes.0.document_paths.0.size',
  ],
  ['one in a transaction', transaction({ amonut: 1 }), 400, UNKNOWN, 'transactions.0.amonut'],
  [
    'the status of an answer',
    transaction({ status: 'TRANSACTION_IMPORT_SUCCESS' }),
    400,
    UNKNOWN,
    'transactions.0.status',
  ],
  ['one in a line item', lineItem({ unit: 1 }), 400, UNKNOWN, 'transactions.0.line_items.0.unit'],
  ['one in a tax item', taxItem({ tax: 1 }), 400, UNKNOWN, 'transactions.0.tax_items.0.tax'],
  ['one in a document', document({ total: 1 }), 400, UNKNOWN, 'historical_billing_documents.0.total'],
  ['one in a transaction of a document', historicalTransaction({ id: 1 }), 400, UNKNOWN],
  ['one in a statement', statement({ path: 'a' }), 400, UNKNOWN, 'statements.0.path'],
  ['one in an instruction', instruction({ card_number: '4242424242424242' }), 400, UNKNOWN, 'card_number'],
  ['one in a summary', summary({ limit: 1 }), 400, UNKNOWN, 'limit'],
  ['one in a total', total({ currency: 'GBP' }), 400, UNKNOWN, 'totals.0.currency'],
  ['an organisation', toNotes({ notes: [], organisation_id: 'x' }), 400, UNKNOWN, 'organisation_id'],
  ['a field in capitals', note({ body: 'a', Body: 'b' }), 400, UNKNOWN, 'notes.0.Body'],
  ['a field with a space', note({ body: 'a', 'body ': 'b' }), 400, UNKNOWN, 'notes.0.body '],
  ['a field in camels', transaction({ transactionId: 'T' }), 400, UNKNOWN, 'transactions.0.transactionId'],
  ['constructor', toNotes({ notes: [], constructor: { prototype: {} } }), 400, UNKNOWN, 'constructor'],
  ['__proto__', literally('"__proto__":{"is_admin":true}'), 400, UNKNOWN, '__proto__'],
  [
    '__proto__ in a note',
    post(
      '/v1/data-import/notes/create/',
      '{"import_supplier":"S","external_account_number":"E","notes":[{"body":"a","__proto__":{"body":"b"}}]}',
    ),
    400,
    UNKNOWN,
    'notes.0.__proto__',
  ],
  ['toString', literally('"toString":null'), 400, UNKNOWN, 'toString'],
  ['length', literally('"length":1'), 400, UNKNOWN, 'length'],
  ['an empty name', literally('"":1'), 400, UNKNOWN],
  ['a name of U+0000', literally('"\\u0000":1'), 400, UNKNOWN, '\u0000'],
  ['a name of half a surrogate pair', literally('"\\ud800":1'), 400, UNKNOWN],
  ['a name of a megabyte', literally(`"${'a'.repeat(1024 * 1024)}":1`), 400, UNKNOWN],
  ['ten thousand names with those it has', literally(names(9_997)), 400, UNKNOWN, 'f0'],
  ['ten thousand names and one', literally(names(9_998)), 413, 'payload_too_large'],
  ['ten thousand names in an object', literally(`"f":{${names(10_000)}}`), 400, UNKNOWN, 'f'],
  ['ten thousand names and one in an object', literally(`"f":{${names(10_001)}}`), 413, 'payload_too_large'],
  ['a million names', literally(names(1_000_000)), 413, 'payload_too_large'],
  ['a hundred thousand different names and one', spread(100_000 - 3), 413, 'payload_too_large'],
  ['a hundred thousand different names, the usual ones among them', spread(100_000 - 4), 400, UNKNOWN, 'notes.0.f0'],
  ['a name twice after ten thousand', literally(`${names(10_000)},"notes":[]`), 413, 'payload_too_large'],
];
