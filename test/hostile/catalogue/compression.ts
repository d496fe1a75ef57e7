import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
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
    'gzip without its last byte',
    gzipped((bytes) => cut(bytes, 1)),
  ),
  refused(
    'gzip with its head alone',
    gzipped((bytes) => bytes.subarray(0, 10)),
  ),
  refused(
    'gzip with half a head',
    gzipped((bytes) => bytes.subarray(0, 5)),
  ),
  refused(
    'gzip of another magic number',
    gzipped((bytes) => changed(bytes, 0)),
  ),
  refused(
    'gzip of another method',
    gzipped((bytes) => changed(bytes, 2)),
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
    'gzip with another length',
    gzipped((bytes) => changed(bytes, bytes.length - 1)),
  ),
  refused(
    'gzip and something behind',
    gzipped((bytes) => both(bytes, Buffer.from('{}'))),
  ),
  refused(
    'gzip and bytes behind',
    gzipped((bytes) => both(bytes, Buffer.alloc(8, 1))),
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
  refused(
    'noise as gzip',
    as('gzip', () => randomBytes(1_000)),
  ),
  refused(
    'zlib as gzip',
    as('gzip', (body) => deflateSync(body)),
  ),
  refused(
    'deflate as gzip',
    as('gzip', (body) => deflateRawSync(body)),
  ),
  refused('brotli as gzip', as('gzip', brotli)),
  refused(
    'brotli without its end',
    brotlied((bytes) => cut(bytes, 3)),
  ),
  refused(
    'brotli with another byte',
    brotlied((bytes) => changed(bytes, 10)),
  ),
  refused(
    'brotli and something behind',
    brotlied((bytes) => both(bytes, Buffer.from('{}'))),
  ),
  refused(
    'nothing as brotli',
    as('br', () => new Uint8Array()),
  ),
  refused('JSON as brotli', as('br')),
  refused(
    'noise as brotli',
    as('br', () => both(Buffer.of(0x5b), randomBytes(1_000))),
  ),
  refused(
    'gzip as brotli',
    as('br', (body) => gzipSync(body)),
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
  unsupported('compress', as('compress')),
  unsupported('zstd', as('zstd')),
  unsupported(
    'x-gzip',
    as('x-gzip', (body) => gzipSync(body)),
  ),
  unsupported('any encoding', as('*')),
  unsupported(
    'gzip twice',
    as('gzip, gzip', (body) => gzipSync(gzipSync(body))),
  ),
  unsupported(
    'gzip, then brotli',
    as('gzip, br', (body) => brotli(gzipSync(body))),
  ),
  unsupported(
    'gzip with a weight',
    as('gzip;q=1', (body) => gzipSync(body)),
  ),
  unsupported('an encoding of names of objects', as('__proto__')),
  taken('an empty encoding, which is a list of none (RFC 9110, 5.6.1.2)', as('')),
  taken('a list of nothing', as(' , ,')),
  taken('the encoding that is none', as('Identity')),
  unsupported('none twice', as('identity, identity')),
  taken(
    'gzip in a list with nothing else',
    as(', gzip ,', (body) => gzipSync(body)),
  ),
  refused(
    'gzip under an empty encoding',
    as('', (body) => gzipSync(body)),
  ),
  taken(
    'GZIP',
    as('GZIP', (body) => gzipSync(body)),
  ),
  taken(
    'gzip of the worst kind',
    as('gzip', (body) => gzipSync(body, { level: 0 })),
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
