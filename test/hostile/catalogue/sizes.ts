import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { note, summary } from './bodies.ts';
import { type Request, withBody, withHeader } from './request.ts';
import type { Row } from './row.ts';

/** The largest body, after decompression (decisions 3). */
const LIMIT = 16 * 1024 * 1024;

const plain = note({ body: 'a note' });
const brotli = (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const tooLarge = (name: string, request: Request): Row => [name, request, 413, 'payload_too_large'];

/** Read, and larger than it seems: at an endpoint that stores nothing of it. */
const padded = (length: number, compress: (bytes: Uint8Array) => Uint8Array, encoding?: string): Request =>
  withBody(summary({}), (body) => compress(Buffer.concat([body, Buffer.alloc(length - body.length, ' ')])), encoding);
const quickly = (bytes: Uint8Array) => gzipSync(bytes, { level: 1 });
const same = (bytes: Uint8Array) => bytes;
const zeros = () => Buffer.alloc(2 * LIMIT);

/** Bodies that are small on the wire and large after decompression. */
export const SIZES: ReadonlyArray<Row> = [
  tooLarge(
    'gzip of 32 megabytes',
    withBody(plain, () => quickly(zeros()), 'gzip'),
  ),
  tooLarge('brotli of a byte too many', padded(LIMIT + 1, brotli, 'br')),
  tooLarge('gzip of a byte too many', padded(LIMIT + 1, quickly, 'gzip')),
  tooLarge('a byte too many', padded(LIMIT + 1, same)),
  tooLarge(
    'a length that is said, and no body',
    withHeader(
      withBody(plain, () => new Uint8Array()),
      'Content-Length',
      '99999999999',
    ),
  ),
  ['gzip of 16 megabytes', padded(LIMIT, quickly, 'gzip'), 200, null],
];
