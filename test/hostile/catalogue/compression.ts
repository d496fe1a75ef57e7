import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { note } from './bodies.ts';
import { type Request, withBody } from './request.ts';
import type { Row } from './row.ts';

const brotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 } });
const cut = (by: number) => (bytes: Uint8Array) => bytes.subarray(0, bytes.length - by);
/** With another byte at a place, counted from the end if it is below zero. */
const changed = (at: number) => (bytes: Uint8Array) =>
  bytes.map((byte, index) => (index === (at + bytes.length) % bytes.length ? byte ^ 0xff : byte));
const followed = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.from('{}')]);
const nothing = () => new Uint8Array();
const zip = (bytes: Uint8Array) => gzipSync(bytes);
const inTwoParts = (bytes: Uint8Array) => Buffer.concat([gzipSync(bytes.subarray(0, 9)), gzipSync(bytes.subarray(9))]);

/** A body that would be taken. */
const plain = note({ body: 'a note' });
const gzipped = (change: (bytes: Uint8Array) => Uint8Array): Request =>
  withBody(plain, (body) => change(gzipSync(body)), 'gzip');
const brotlied = (change: (bytes: Uint8Array) => Uint8Array): Request =>
  withBody(plain, (body) => change(brotli(body)), 'br');
const as = (encoding: string, change: (body: Uint8Array) => Uint8Array = (body) => body): Request =>
  withBody(plain, change, encoding);

const refused = (name: string, request: Request): Row => [name, request, 400, 'parse_error'];
const unsupported = (name: string, request: Request): Row => [name, request, 415, 'unsupported_media_type'];
const taken = (name: string, request: Request): Row => [name, request, 201, null];

/** Compression that is damaged is a parse error (decisions 3). */
const damaged: ReadonlyArray<Row> = [
  refused('gzip without its end', gzipped(cut(6))),
  refused('gzip with another byte inside', gzipped(changed(20))),
  refused('gzip with another checksum', gzipped(changed(-6))),
  refused('gzip and something behind', gzipped(followed)),
  refused('gzip in gzip', gzipped(zip)),
  refused('nothing as gzip', as('gzip', nothing)),
  refused('JSON as gzip', as('gzip')),
  refused('brotli without its end', brotlied(cut(3))),
  refused('brotli and something behind', brotlied(followed)),
  refused('nothing as brotli', as('br', nothing)),
  refused('gzip that does not say so', withBody(plain, zip)),
];

/** No content encoding but gzip and br; `test/adapters-http/read-body.test.ts` has all forms of the header. */
const encodings: ReadonlyArray<Row> = [
  unsupported('deflate', as('deflate', deflateSync)),
  unsupported('gzip with a weight', as('gzip;q=1', zip)),
  taken('an empty encoding, which is a list of none (RFC 9110, 5.6.1.2)', as('')),
  taken('the encoding that is none', as('Identity')),
  taken('GZIP', as('GZIP', zip)),
  taken('gzip in two parts', as('gzip', inTwoParts)),
  taken(
    'brotli',
    brotlied((bytes) => bytes),
  ),
];

export const COMPRESSION: ReadonlyArray<Row> = [...damaged, ...encodings];
