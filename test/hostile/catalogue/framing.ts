import { note } from './bodies.ts';
import { type Request, raw, withAnother } from './request.ts';
import type { Row } from './row.ts';

const plain = note({ body: 'a note' });
const NOTES = '/v1/data-import/notes/create/';

const refused = (name: string, request: Request): Row => [name, request, 400, 'parse_error'];
/** Refused by Node's HTTP parser, which may leave the body empty (decisions 3). */
const unread = (name: string, request: Request, status = 400): Row => [name, request, status, null];

/** A request for an empty object, with these header lines. */
const head = (token: string, ...lines: ReadonlyArray<string>): string => {
  const usual = [
    `POST ${NOTES} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Authorization: Token ${token}`,
  ];
  return [...usual, ...lines, '', '{}'].join('\r\n');
};
const lined = (...lines: ReadonlyArray<string>): Request => raw(({ token }) => head(token, ...lines));

/** Two programs between client and service may each believe another one of them (decisions 3). */
const repeated: ReadonlyArray<Row> = [
  refused('Authorization twice', withAnother(plain, 'Authorization', 'Token x')),
  refused('authorization in small letters beside it', withAnother(plain, 'authorization', 'Token x')),
  unread('Host twice', withAnother(plain, 'Host', 'elsewhere')),
  unread('Content-Length twice, the same', lined('Content-Length: 2', 'Content-Length: 2')),
  unread('Content-Length twice, another', lined('Content-Length: 2', 'Content-Length: 3')),
  refused(
    'Authorization after 900 others',
    lined('Content-Length: 2', ...Array(900).fill('a:'), 'Authorization: Token x'),
  ),
  unread('2,000 headers', lined('Content-Length: 2', ...Array(2_000).fill('a:')), 431),
];

/** These bytes, and nothing else. */
const bytes = (text: string): Request => raw(() => text);
const chunked = (body: string): Request =>
  raw(({ token }) => `${head(token, 'Transfer-Encoding: chunked').slice(0, -2)}${body}`);
const begun = (first: string, ...lines: ReadonlyArray<string>): Request =>
  bytes([first, ...lines, '', ''].join('\r\n'));
const ok = (name: string, request: Request): Row => [name, request, 400, 'required', 'import_supplier'];

/** The end of one request and the start of the next. */
const framing: ReadonlyArray<Row> = [
  unread('no Host', begun(`POST ${NOTES} HTTP/1.1`, 'Content-Length: 0')),
  unread('a length below zero', lined('Content-Length: -2')),
  unread('a length in words', lined('Content-Length: two')),
  unread('a length with a plus', lined('Content-Length: +2')),
  unread('a length in hexadecimal', lined('Content-Length: 0x2')),
  unread('a list of lengths', lined('Content-Length: 2, 2')),
  unread('a length of thirty digits', lined(`Content-Length: ${'9'.repeat(30)}`)),
  unread('no length at all', lined('Content-Length:')),
  unread('a length and chunks', lined('Content-Length: 2', 'Transfer-Encoding: chunked')),
  unread('chunks and a length', lined('Transfer-Encoding: chunked', 'Content-Length: 2')),
  unread('chunks that are not last', lined('Transfer-Encoding: chunked, identity')),
  unread('no chunks', lined('Transfer-Encoding: identity')),
  unread('chunks of another name', lined('Transfer-Encoding: xchunked')),
  unread('a space before the colon', lined('Transfer-Encoding : chunked')),
  unread('a folded header', lined('Content-Length: 2', 'X-Folded: a', ' b')),
  unread('a header without a name', lined('Content-Length: 2', ': a')),
  unread('a header without a colon', lined('Content-Length: 2', 'X-Header')),
  unread('a header of U+0000', lined('Content-Length: 2', 'X-Header: a\u0000b')),
  unread('a header with a bare CR', lined('Content-Length: 2', 'X-Header: a\rX-Other: b')),
  unread('a name of two words', lined('Content-Length: 2', 'X Header: a')),
  unread('chunks of no size', chunked('zz\r\n{}\r\n0\r\n\r\n')),
  unread('chunks of a size below zero', chunked('-2\r\n{}\r\n0\r\n\r\n')),
  unread('chunks of 2^64', chunked('10000000000000002\r\n{}\r\n0\r\n\r\n')),
  unread('a chunk longer than it says', chunked('1\r\n{}\r\n0\r\n\r\n')),
  unread('a chunk without its end', chunked('2\r\n{}0\r\n\r\n')),
  unread('a chunk of 20 kB of extensions', chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 413),
  ok('chunks of a byte', chunked('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n')),
  ok('a token after the body, which counts for nothing', chunked('2\r\n{}\r\n0\r\nAuthorization: Token x\r\n\r\n')),
];

/** Lines that begin no request. */
const lines: ReadonlyArray<Row> = [
  unread('HTTP 0.9', bytes(`GET ${NOTES}\r\n\r\n`)),
  refused('HTTP/0.9', begun(`POST ${NOTES} HTTP/0.9`, 'Host: x', 'Content-Length: 0')),
  unread('HTTP/2', bytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
  unread('HTTP/3.7', begun(`POST ${NOTES} HTTP/3.7`, 'Host: x', 'Content-Length: 0')),
  unread('HTTPS', bytes('\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n')),
  unread('no protocol', begun(`POST ${NOTES} XYZ/1.1`, 'Host: x')),
  unread('no address', begun('POST HTTP/1.1', 'Host: x')),
  unread('an address of two words', begun(`POST ${NOTES} a HTTP/1.1`, 'Host: x')),
  unread('a method of two words', begun(`PO ST ${NOTES} HTTP/1.1`, 'Host: x')),
  unread('a method in small letters', begun(`post ${NOTES} HTTP/1.1`, 'Host: x')),
  unread('a method of its own', begun(`IMPORT ${NOTES} HTTP/1.1`, 'Host: x')),
  unread('line ends without CR', bytes(`POST ${NOTES} HTTP/1.1\nHost: x\nContent-Length: 0\n\n`)),
  unread('noise', bytes(`${'\u0000\u00ff'.repeat(1_000)}\r\n\r\n`)),
  unread('20 kB of a header', withAnother(plain, 'X-Header', 'a'.repeat(20_000)), 431),
  unread('20 kB of headers', withAnother(plain, `X-Header: a\r\n${'A: a\r\n'.repeat(4_000)}X-Last`, 'a'), 431),
];

export const FRAMING: ReadonlyArray<Row> = [...repeated, ...framing, ...lines];
