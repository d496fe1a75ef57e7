import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { type JsonParseError, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Refusal, refusal } from './refusal.ts';

/** Arrays and objects inside each other, the outermost counting 1 (decisions 3). */
const MAX_DEPTH = 32;
/** More than any body of 16 MiB has whose values have names; a list of ones would be eight million objects. */
const MAX_VALUES = 1_500_000;

const MEDIA_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:"utf-8"|utf-8)[ \t]*)?;?[ \t]*$/i;

const parseError = (detail: string): Refusal => refusal(400, 'parse_error', { detail });
const tooLarge = (maxBytes: number): Refusal =>
  refusal(413, 'payload_too_large', {
    detail: `The body is larger than ${maxBytes} bytes after decompression.`,
  });

/** The bytes a body is made of, as they come, decompressed; ends with an error where the compression is damaged. */
type Encoding = (request: IncomingMessage) => AsyncIterable<Buffer>;

// Destroying the request would take its connection along, and with it the answer.
const identity: Encoding = (request) => request.iterator({ destroyOnReturn: false });

const through = (makeDecompressor: () => Duplex & { readonly bytesWritten: number }): Encoding =>
  async function* (request) {
    const decompressor = makeDecompressor();
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.once('close', () => {
      if (!request.complete) decompressor.destroy(new Error('The client went away.'));
    });
    request.pipe(decompressor);
    try {
      yield* decompressor as AsyncIterable<Buffer>;
      if (decompressor.bytesWritten !== received) throw new Error('The compressed data ends before the body does.');
    } finally {
      request.unpipe(decompressor);
    }
  };

const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['identity', identity],
  ['gzip', through(createGunzip)],
  ['br', through(createBrotliDecompress)],
]);

const checkMediaType = (request: IncomingMessage): E.Either<Refusal, Encoding> => {
  const isJson = MEDIA_TYPE.test(request.headers['content-type'] ?? '');
  const encoding = ENCODINGS.get((request.headers['content-encoding'] ?? 'identity').trim().toLowerCase());
  return isJson && encoding !== undefined ? E.right(encoding) : E.left(refusal(415, 'unsupported_media_type'));
};

const readBytes =
  (request: IncomingMessage, maxBytes: number) =>
  (encoding: Encoding): TE.TaskEither<Refusal, Buffer> =>
  async () => {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of encoding(request)) {
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

const ofParseError = (error: JsonParseError): Refusal => {
  const place = `at character ${error.position}`;
  switch (error.reason) {
    case 'duplicate_key':
      return parseError(`The same key stands twice in an object, ${place}.`);
    case 'too_deep':
      return parseError(`More than ${MAX_DEPTH} arrays and objects inside each other, ${place}.`);
    case 'too_many':
      return refusal(413, 'payload_too_large', { detail: `More than ${MAX_VALUES} values in one body.` });
    case 'syntax':
      return parseError(`Not JSON, ${place}.`);
  }
};

/** A request's body: the bytes as received, after decompression, and what they say. */
export type JsonBody = { readonly bytes: Buffer; readonly text: string; readonly value: JsonValue };

/**
 * Reads a body's bytes, decompressed.
 *
 * @returns Left 415, 413 or 400 `parse_error`, judged in this order.
 */
export const readBody = (request: IncomingMessage, maxBytes: number): TE.TaskEither<Refusal, Buffer> => {
  const declared = Number(request.headers['content-length'] ?? 0);
  return pipe(
    TE.fromEither(checkMediaType(request)),
    TE.filterOrElse(
      () => declared <= maxBytes,
      () => tooLarge(maxBytes),
    ),
    TE.chain(readBytes(request, maxBytes)),
  );
};

/** Reads JSON exactly: nothing repaired, nothing rounded, nothing doubled (decisions 3). */
export const parseBody = (bytes: Buffer): E.Either<Refusal, JsonBody> =>
  pipe(
    decodeUtf8(bytes),
    E.chain((text) =>
      pipe(
        parseJson(text, { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES }),
        E.bimap(ofParseError, (value) => ({ bytes, text, value })),
      ),
    ),
  );
