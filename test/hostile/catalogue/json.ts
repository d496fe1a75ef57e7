import { toNotes } from './bodies.ts';
import { post, type Request, withBody } from './request.ts';
import type { Row } from './row.ts';

const NOTES = '/v1/data-import/notes/create/';
const text = (body: string): Request => post(NOTES, body);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const refused = (name: string, request: Request): Row => [name, request, 400, 'parse_error'];
/** Read, and then refused for what it says. */
const read = (name: string, request: Request, code: string, attr?: string): Row =>
  attr === undefined ? [name, request, 400, code] : [name, request, 400, code, attr];

/** Bytes that are not one JSON document (decisions 3). */
const syntax: ReadonlyArray<Row> = [
  refused('nothing', text('')),
  refused('a word', text('hello')),
  refused('two documents', text('{}{}')),
  refused('a document a line', text('{}\n{}\n')),
  refused('a document cut in a list', text('{"notes":[')),
  refused('a document cut in a text', text('{"notes":"a')),
  refused('brackets of two kinds', text('{"notes":[}]')),
  refused('a comma too many in an object', text('{"notes":[],}')),
  refused('single quotes', text("{'notes':[]}")),
  refused('a comment', text('{/* notes */}')),
  refused('U+0000 behind', text('{}\u0000')),
  refused('a line end in a text', text('{"notes":"a\nb"}')),
  refused('an escape \\x', text('{"notes":"\\x41"}')),
  refused('NaN', text('{"notes":NaN}')),
  refused('a leading zero', text('{"notes":01}')),
  refused('hexadecimal', text('{"notes":0x1F}')),
];

/** Duplicate keys, however they are written. */
const duplicates: ReadonlyArray<Row> = [
  refused('a key twice', text('{"notes":[],"notes":[]}')),
  refused('a key twice, once escaped', text('{"notes":[],"n\\u006ftes":[]}')),
  refused('a key twice, deep inside', text('{"notes":[{"body":"a"},{"body":"a","body":"b"}]}')),
  refused('__proto__ twice', text('{"__proto__":1,"__proto__":2}')),
  refused('the same value twice', text('{"import_supplier":"A","import_supplier":"A"}')),
];

/** At most 32 levels. */
const depths: ReadonlyArray<Row> = [
  read('32 lists', text(nested(32)), 'invalid', ''),
  refused('33 lists', text(nested(33))),
  read('32 objects', text(objects(32)), 'unknown_field', 'a'),
  refused('33 objects', text(objects(33))),
  refused('20,000 lists', text(nested(20_000))),
  refused('a million lists without an end', text('['.repeat(1_000_000))),
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
  refused('a byte order mark alone', bytes(0xef, 0xbb, 0xbf)),
  refused('0xFF', inText(0xff)),
  refused('a stray continuation', inText(0x80)),
  refused('an overlong U+0000', inText(0xc0, 0x80)),
  refused('half a surrogate pair', inText(0xed, 0xa0, 0x80)),
  refused('U+110000', inText(0xf4, 0x90, 0x80, 0x80)),
  refused('a character cut', inText(0xf0, 0x9f, 0x98)),
  refused('UTF-16', bytes(...Buffer.from(json, 'utf16le'))),
  refused('zeros', bytes(...new Uint8Array(1_000))),
  ['four bytes', toNotes({ notes: [{ body: '😀' }] }), 201, null],
];

export const JSON_TEXT: ReadonlyArray<Row> = [...syntax, ...duplicates, ...depths, ...encodings];
