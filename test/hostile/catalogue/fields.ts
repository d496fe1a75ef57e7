import { note, summary, toNotes } from './bodies.ts';
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

/** Fields that no one documented (`test/contract/codecs` has them at every depth), and objects of very many. */
export const FIELDS: ReadonlyArray<Row> = [
  ['one at the top', toNotes({ notes: [], colour: 'red' }), 400, UNKNOWN, 'colour'],
  ['one in a note', note({ body: 'a', colour: 'red' }), 400, UNKNOWN, 'notes.0.colour'],
  ['one in a summary', summary({ limit: 1 }), 400, UNKNOWN, 'limit'],
  ['an organisation', toNotes({ notes: [], organisation_id: 'x' }), 400, UNKNOWN, 'organisation_id'],
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
