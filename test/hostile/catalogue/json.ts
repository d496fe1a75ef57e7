import { toNotes } from './bodies.ts';
import { post, type Request, withBody } from './request.ts';
import type { Row } from './row.ts';

const NOTES = '/v1/data-import/notes/create/';
const text = (body: string): Request => post(NOTES, body);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const refused = (name: string, request: Request): Row => [name, request, 400, 'parse_error'];
/** What is not one JSON document, in each of its kinds (decisions 3); `test/contract/exact-json.test.ts` has all forms. */
const syntax: ReadonlyArray<Row> = [
  refused('nothing', text('')),
  refused('two documents', text('{}{}')),
  refused('a document cut in a text', text('{"notes":"a')),
  refused('U+0000 behind', text('{}\u0000')),
  refused('NaN', text('{"notes":NaN}')),
  refused('a key twice, once escaped', text('{"notes":[],"n\\u006ftes":[]}')),
  refused('__proto__ twice', text('{"__proto__":1,"__proto__":2}')),
  ['32 objects, which are read', text(objects(32)), 400, 'unknown_field', 'a'],
  refused('33 lists', text(`${'['.repeat(33)}${']'.repeat(33)}`)),
  refused('a million objects without an end', text('{"a":'.repeat(1_000_000))),
];

const bytes = (...of: ReadonlyArray<number | string>): Request =>
  withBody(text(''), () =>
    Buffer.concat(of.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.of(one)))),
  );
const inText = (...of: ReadonlyArray<number>): Request => bytes('{"notes":"', ...of, '"}');

const json = JSON.stringify({ notes: [] });
/** Bytes that are not UTF-8. */
const encodings: ReadonlyArray<Row> = [
  refused('a byte order mark', bytes(0xef, 0xbb, 0xbf, json)),
  refused('0xFF', inText(0xff)),
  refused('half a surrogate pair', inText(0xed, 0xa0, 0x80)),
  refused('a character cut', inText(0xf0, 0x9f, 0x98)),
  refused('UTF-16', bytes(...Buffer.from(json, 'utf16le'))),
  refused('zeros', bytes(...new Uint8Array(1_000))),
  ['four bytes', toNotes({ notes: [{ body: '😀' }] }), 201, null],
];

export const JSON_TEXT: ReadonlyArray<Row> = [...syntax, ...encodings];
