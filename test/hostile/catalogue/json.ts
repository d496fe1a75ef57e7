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
  refused('white space', text(' \r\n\t')),
  refused('a word', text('hello')),
  refused('a form', text('notes=1&import_supplier=2')),
  refused('XML', text('<?xml version="1.0"?><a/>')),
  refused('two documents', text('{}{}')),
  refused('a document a line', text('{}\n{}\n')),
  refused('a comma behind', text('{},')),
  refused('a document cut in a list', text('{"notes":[')),
  refused('a document cut in a text', text('{"notes":"a')),
  refused('a document cut in an escape', text('{"notes":"\\u00')),
  refused('a closing bracket', text(']')),
  refused('brackets of two kinds', text('{"notes":[}]')),
  refused('a comma too many in an object', text('{"notes":[],}')),
  refused('a comma too many in a list', text('{"notes":[1,]}')),
  refused('a comma for a value', text('{"notes":[,1]}')),
  refused('no comma', text('{"notes":[] "a":1}')),
  refused('no colon', text('{"notes" []}')),
  refused('no key', text('{:1}')),
  refused('a number for a key', text('{1:1}')),
  refused('a key without quotes', text('{notes:[]}')),
  refused('single quotes', text("{'notes':[]}")),
  refused('a comment', text('{/* notes */}')),
  refused('a comment of one line', text('{} // notes')),
  refused('a form feed', text('{}\f')),
  refused('a no-break space', text('\u00a0{}')),
  refused('a line separator', text('{}\u2028')),
  refused('U+0000 behind', text('{}\u0000')),
  refused('a line end in a text', text('{"notes":"a\nb"}')),
  refused('a tab in a text', text('{"notes":"a\tb"}')),
  refused('an escape of a quote', text('{"notes":"\\\'"}')),
  refused('an escape \\x', text('{"notes":"\\x41"}')),
  refused('an escape of three digits', text('{"notes":"\\u004"}')),
  refused('an escape in braces', text('{"notes":"\\u{41}"}')),
  refused('an escape \\0', text('{"notes":"\\0"}')),
  refused('NaN', text('{"notes":NaN}')),
  refused('Infinity', text('{"notes":-Infinity}')),
  refused('undefined', text('{"notes":undefined}')),
  refused('True', text('{"notes":True}')),
  refused('a word cut', text('{"notes":nul}')),
  refused('a leading zero', text('{"notes":01}')),
  refused('a plus', text('{"notes":+1}')),
  refused('no digit before the point', text('{"notes":.5}')),
  refused('no digit behind the point', text('{"notes":5.}')),
  refused('no digit in the exponent', text('{"notes":1e}')),
  refused('a sign for an exponent', text('{"notes":1e+}')),
  refused('two signs', text('{"notes":--1}')),
  refused('hexadecimal', text('{"notes":0x1F}')),
  refused('underscores', text('{"notes":1_000}')),
  refused('a big integer', text('{"notes":1n}')),
];

/** Keys that stand twice, however they are written. */
const duplicates: ReadonlyArray<Row> = [
  refused('a key twice', text('{"notes":[],"notes":[]}')),
  refused('a key twice, once escaped', text('{"notes":[],"n\\u006ftes":[]}')),
  refused('a key twice, deep inside', text('{"notes":[{"body":"a"},{"body":"a","body":"b"}]}')),
  refused('__proto__ twice', text('{"__proto__":1,"__proto__":2}')),
  refused('an empty key twice', text('{"":1,"":2}')),
  refused('the same value twice', text('{"import_supplier":"A","import_supplier":"A"}')),
];

/** At most 32 levels. */
const depths: ReadonlyArray<Row> = [
  read('32 lists', text(nested(32)), 'invalid', ''),
  refused('33 lists', text(nested(33))),
  read('32 objects', text(objects(32)), 'unknown_field', 'a'),
  refused('33 objects', text(objects(33))),
  refused('20,000 lists', text(nested(20_000))),
  refused('20,000 objects', text(objects(20_000))),
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
  refused('a byte order mark in the middle', bytes('{', 0xef, 0xbb, 0xbf, '}')),
  refused('0xFF', inText(0xff)),
  refused('Latin-1', inText(0xe9)),
  refused('a stray continuation', inText(0x80)),
  refused('an overlong U+0000', inText(0xc0, 0x80)),
  refused('an overlong slash', inText(0xc0, 0xaf)),
  refused('an overlong slash of three bytes', inText(0xe0, 0x80, 0xaf)),
  refused('half a surrogate pair', inText(0xed, 0xa0, 0x80)),
  refused('a surrogate pair of six bytes', inText(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)),
  refused('U+110000', inText(0xf4, 0x90, 0x80, 0x80)),
  refused('five bytes', inText(0xf8, 0x88, 0x80, 0x80, 0x80)),
  refused('a character cut', inText(0xf0, 0x9f, 0x98)),
  refused('a character cut by the end', bytes('{"notes":"', 0xe2, 0x82)),
  refused('UTF-16', bytes(...Buffer.from(json, 'utf16le'))),
  refused('UTF-16 with its mark', bytes(0xff, 0xfe, ...Buffer.from(json, 'utf16le'))),
  refused('UTF-16, the great end first', bytes(...Buffer.from(json, 'utf16le').swap16())),
  refused('zeros', bytes(...new Uint8Array(1_000))),
  ['four bytes', toNotes({ notes: [{ body: '😀' }] }), 201, null],
];

export const JSON_TEXT: ReadonlyArray<Row> = [...syntax, ...duplicates, ...depths, ...encodings];
