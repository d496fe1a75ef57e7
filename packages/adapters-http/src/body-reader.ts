import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { type JsonParseError, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Refusal, refusal } from './refusal.ts';

/** Arrays and objects inside each other, the outermost counting 1 (decisions 3). */
const MAX_DEPTH = 32;

const MEDIA_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:"utf-8"|utf-8)[ \t]*)?;?[ \t]*$/i;

const parseError = (detail: string): Refusal => refusal(400, 'parse_error', { detail });
const tooLarge = (maxBytes: number): Refusal =>
  refusal(413, 'payload_too_large', {
    detail: `The body is larger than ${maxBytes} bytes after decompression.`,
  });

/** Decompresses a request, and ends with it when its client goes away. */
const through = (request: IncomingMessage, decompress: Duplex): Readable => {
  request.once('close', () => {
    if (!request.complete) decompress.destroy(new Error('The client went away.'));
  });
  return request.pipe(decompress);
};

/** Decompressed bytes of the request; null for an encoding that is not taken. */
const decoded = (request: IncomingMessage): AsyncIterable<Buffer> | null => {
  switch ((request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()) {
    case 'identity':
      // Destroying the request would take its connection along, and with it the answer.
      return request.iterator({ destroyOnReturn: false });
    case 'gzip':
      return through(request, createGunzip());
    case 'br':
      return through(request, createBrotliDecompress());
    default:
      return null;
  }
};

const checkMediaType = (request: IncomingMessage): E.Either<Refusal, AsyncIterable<Buffer>> => {
  const chunks = MEDIA_TYPE.test(request.headers['content-type'] ?? '') ? decoded(request) : null;
  return chunks === null ? E.left(refusal(415, 'unsupported_media_type')) : E.right(chunks);
};

const readBytes =
  (request: IncomingMessage, maxBytes: number) =>
  (incoming: AsyncIterable<Buffer>): TE.TaskEither<Refusal, Buffer> =>
  async () => {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of incoming) {
        size += chunk.length;
        if (size > maxBytes) return E.left(tooLarge(maxBytes));
        chunks.push(chunk);
      }
      return E.right(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    } catch {
      return E.left(parseError('The body ended early, or its compression is damaged.'));
    } finally {
      // What is left of a body is read and thrown away, so that its sender gets to read the answer.
      request.resume();
    }
  };

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeUtf8 = (bytes: Buffer): E.Either<Refusal, string> =>
  E.tryCatch(
    () => UTF8.decode(bytes),
    () => parseError('The body is not UTF-8.'),
  );

const describe = (error: JsonParseError): string => {
  const place = `at character ${error.position}`;
  switch (error.reason) {
    case 'duplicate_key':
      return `The same key stands twice in an object, ${place}.`;
    case 'too_deep':
      return `More than ${MAX_DEPTH} arrays and objects inside each other, ${place}.`;
    default:
      return `Not JSON, ${place}.`;
  }
};

/** A request's body: the text as received and what it says. */
export type JsonBody = { readonly text: string; readonly value: JsonValue };

const parse = (text: string): E.Either<Refusal, JsonBody> =>
  pipe(
    parseJson(text, { maxDepth: MAX_DEPTH }),
    E.bimap(
      (error) => parseError(describe(error)),
      (value) => ({ text, value }),
    ),
  );

/**
 * Reads a JSON body exactly: nothing repaired, nothing rounded, nothing doubled (decisions 3).
 *
 * @returns Left 415, 413 or 400 `parse_error`, judged in this order.
 */
export const readJsonBody = (request: IncomingMessage, maxBytes: number): TE.TaskEither<Refusal, JsonBody> => {
  const declared = Number(request.headers['content-length'] ?? 0);
  return pipe(
    TE.fromEither(checkMediaType(request)),
    TE.filterOrElse(
      () => declared <= maxBytes,
      () => tooLarge(maxBytes),
    ),
    TE.chain(readBytes(request, maxBytes)),
    TE.chainEitherK(decodeUtf8),
    TE.chainEitherK(parse),
  );
};
