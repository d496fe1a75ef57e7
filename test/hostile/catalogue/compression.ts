import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { note } from './bodies.ts';
import { type Request, withBody } from './request.ts';
import type { Row } from './row.ts';

const brotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 } });
const cut = (bytes: Uint8Array, by: number) => bytes.subarray(0, bytes.length - by);
const changed = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte));
const both = (...parts: ReadonlyArray<Uint8Array>) => Buffer.concat(parts);

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
  refused(
    'gzip without its end',
    gzipped((bytes) => cut(bytes, 6)),
  ),
  refused(
    'gzip with its head alone',
    gzipped((bytes) => bytes.subarray(0, 10)),
  ),
  refused(
    'gzip with another byte inside',
    gzipped((bytes) => changed(bytes, 20)),
  ),
  refused(
    'gzip with another checksum',
    gzipped((bytes) => changed(bytes, bytes.length - 6)),
  ),
  refused(
    'gzip and something behind',
    gzipped((bytes) => both(bytes, Buffer.from('{}'))),
  ),
  refused(
    'gzip in gzip',
    gzipped((bytes) => gzipSync(bytes)),
  ),
  refused(
    'nothing as gzip',
    as('gzip', () => new Uint8Array()),
  ),
  refused('JSON as gzip', as('gzip')),
  refused('brotli as gzip', as('gzip', brotli)),
  refused(
    'brotli without its end',
    brotlied((bytes) => cut(bytes, 3)),
  ),
  refused(
    'brotli and something behind',
    brotlied((bytes) => both(bytes, Buffer.from('{}'))),
  ),
  refused(
    'nothing as brotli',
    as('br', () => new Uint8Array()),
  ),
  refused(
    'gzip that does not say so',
    withBody(plain, (body) => gzipSync(body)),
  ),
];

/** No content encoding but gzip and br. */
const encodings: ReadonlyArray<Row> = [
  unsupported(
    'deflate',
    as('deflate', (body) => deflateSync(body)),
  ),
  unsupported('any encoding', as('*')),
  unsupported(
    'gzip twice',
    as('gzip, gzip', (body) => gzipSync(gzipSync(body))),
  ),
  unsupported(
    'gzip with a weight',
    as('gzip;q=1', (body) => gzipSync(body)),
  ),
  unsupported('an encoding of names of objects', as('__proto__')),
  taken('an empty encoding, which is a list of none (RFC 9110, 5.6.1.2)', as('')),
  taken('the encoding that is none', as('Identity')),
  taken(
    'GZIP',
    as('GZIP', (body) => gzipSync(body)),
  ),
  taken(
    'gzip in two parts',
    as('gzip', (body) => both(gzipSync(body.subarray(0, 9)), gzipSync(body.subarray(9)))),
  ),
  taken(
    'brotli',
    brotlied((bytes) => bytes),
  ),
];

export const COMPRESSION: ReadonlyArray<Row> = [...damaged, ...encodings];
