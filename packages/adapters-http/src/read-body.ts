import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { type JsonValue, type OnSpan, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ofBadUtf8, ofParseError } from './errors/body-errors.ts';
import { overloaded, type Rejection, rejection } from './errors/rejection.ts';

/** Never two adjacent runs of blanks: a long one would take quadratic time to reject. */
const MEDIA_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:"utf-8"|utf-8))?[ \t]*(?:;[ \t]*)?$/i;

const DECOMPRESSORS = { identity: () => null, gzip: createGunzip, br: createBrotliDecompress };

type Coding = keyof typeof DECOMPRESSORS;

const isCoding = (name: string): name is Coding => Object.hasOwn(DECOMPRESSORS, name);

/** Returns the content coding of a body of JSON; null if its media type or coding is not supported. */
export const codingOf = ({ headers }: IncomingMessage): Coding | null => {
  if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) return null;
  // Empty elements of the list count as absent, and so does an empty header (RFC 9110, 5.6.1.2 and 8.4).
  const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const [coding = 'identity', ...more] = codings.filter((name) => name !== '');
  return more.length === 0 && isCoding(coding) ? coding : null;
};

/** The accepted size of a body. */
export type SizeLimit = {
  /** After decompression. */
  readonly maxBytes: number;
  /** Reserves memory for bytes that have arrived; false at capacity. */
  readonly reserve?: (bytes: number) => boolean;
};

const tooLarge = (maxBytes: number): Rejection =>
  rejection(413, 'payload_too_large', { detail: `The body is larger than ${maxBytes} bytes after decompression.` });

const BROKEN: E.Either<Rejection, never> = E.left(
  rejection(400, 'parse_error', { detail: 'The body ended early, or its compression is damaged.' }),
);

/** Reads the bytes of a body to their end; decompresses no more of it than is accepted. */
const readBytes = (
  request: IncomingMessage,
  coding: Coding,
  { maxBytes, reserve = () => true }: SizeLimit,
): Promise<E.Either<Rejection, Buffer>> =>
  new Promise((resolve) => {
    // The client may have disconnected while an earlier step waited; no event would report that.
    if (request.destroyed) return resolve(BROKEN);
    const decompressor = DECOMPRESSORS[coding]();
    const source: Readable = decompressor === null ? request : request.pipe(decompressor);
    const chunks: Buffer[] = [];
    let size = 0;
    let compressedSize = 0;
    const finish = (bytes: E.Either<Rejection, Buffer>): void => {
      source.off('data', take);
      if (decompressor !== null) request.unpipe(decompressor);
      decompressor?.destroy();
      // The rest of the body is read and dropped, so that the client reads the response.
      request.resume();
      resolve(bytes);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) finish(E.left(tooLarge(maxBytes)));
      else if (reserve(chunk.length)) chunks.push(chunk);
      else finish(E.left(overloaded));
    };
    const finishBroken = () => finish(BROKEN);
    source.on('data', take);
    source.on('end', () => {
      // A decompressor ignores what follows the compressed data.
      const isWhole = decompressor === null || decompressor.bytesWritten === compressedSize;
      finish(isWhole ? E.right(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)) : BROKEN);
    });
    decompressor?.on('error', finishBroken);
    if (decompressor !== null)
      request.on('data', (chunk: Buffer) => {
        compressedSize += chunk.length;
      });
    // This listener stays: an error without a listener ends the process.
    request.on('error', finishBroken);
    request.on('close', () => {
      if (!request.readableEnded) finishBroken();
    });
  });

/** Reads a body's bytes, decompressed. @returns Left 415, 413, 503 or 400 `parse_error`, checked in this order. */
export const readBody = async (request: IncomingMessage, limit: SizeLimit): Promise<E.Either<Rejection, Buffer>> => {
  const coding = codingOf(request);
  if (coding === null) return E.left(rejection(415, 'unsupported_media_type'));
  const declared = Number(request.headers['content-length'] ?? 0);
  return declared > limit.maxBytes ? E.left(tooLarge(limit.maxBytes)) : readBytes(request, coding, limit);
};

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeUtf8 = (bytes: Buffer): E.Either<Rejection, string> =>
  E.tryCatch(
    () => UTF8.decode(bytes),
    () => ofBadUtf8(bytes),
  );

/** The source spans of an item, and of the value of its `amount`; the latter is 0, 0 without one. */
type ItemSpan = {
  readonly start: number;
  readonly end: number;
  readonly amountStart: number;
  readonly amountEnd: number;
};

const NUMBERS_PER_ITEM = 4;

/**
 * The source spans of the items of a body's lists, `{"list": [{…}, …]}`, so that an item can be answered as it was sent. They
 * are one array of numbers, since a request has a thousand items.
 */
class ItemSpans {
  /** By list, the index of its first number. */
  readonly #lists = new Map<string, number>();
  readonly #numbers: number[] = [];
  #listStart = 0;
  #amountStart = 0;
  #amountEnd = 0;

  readonly add: OnSpan = (depth, key, start, end) => {
    if (depth === 3 && key === 'amount') {
      this.#amountStart = start;
      this.#amountEnd = end;
    } else if (depth === 2 && key === null) {
      this.#numbers.push(start, end, this.#amountStart, this.#amountEnd);
      this.#amountStart = this.#amountEnd = 0;
    } else if (depth === 1 && key !== null) {
      this.#lists.set(key, this.#listStart);
      this.#listStart = this.#numbers.length;
      this.#amountStart = this.#amountEnd = 0;
    }
  };

  at(list: string, index: number): ItemSpan {
    const numbers = this.#numbers;
    const first = this.#lists.get(list)! + NUMBERS_PER_ITEM * index;
    return {
      start: numbers[first]!,
      end: numbers[first + 1]!,
      amountStart: numbers[first + 2]!,
      amountEnd: numbers[first + 3]!,
    };
  }
}

/** A request's body: the bytes as received, after decompression, and the value that they encode. */
export type JsonBody = {
  readonly value: JsonValue;
  readonly bytes: Buffer;
  readonly text: string;
  readonly items: ItemSpans;
};

/** Reads JSON exactly: nothing is repaired or rounded, no duplicate is dropped (decisions 3). */
export const parseBody = (bytes: Buffer): E.Either<Rejection, JsonBody> =>
  pipe(
    decodeUtf8(bytes),
    E.chain((text) => {
      const items = new ItemSpans();
      return pipe(
        parseJson(text, BODY_LIMITS, items.add),
        E.bimap(
          (error) => ofParseError(error, text),
          (value) => ({ value, bytes, text, items }),
        ),
      );
    }),
  );
