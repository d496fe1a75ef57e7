import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { type JsonValue, type OnSpan, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ofBadUtf8, ofParseError } from './errors/body-errors.ts';
import { overloaded, type Rejection, rejection } from './errors/rejection.ts';

const DECOMPRESSORS = { gzip: createGunzip, br: createBrotliDecompress };

type Coding = keyof typeof DECOMPRESSORS;

/** Decompresses a body chunk by chunk. Throws if it is damaged or ends early. */
async function* decompressed(request: IncomingMessage, coding: Coding): AsyncGenerator<Buffer> {
  const decompressor = DECOMPRESSORS[coding]();
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  request.once('close', () => {
    if (!request.complete) decompressor.destroy(new Error('The client closed the connection.'));
  });
  request.pipe(decompressor);
  try {
    yield* decompressor as AsyncIterable<Buffer>;
    if (decompressor.bytesWritten !== received) throw new Error('The compressed data ends before the body does.');
  } finally {
    request.unpipe(decompressor);
  }
}

/** The accepted size of a body. */
export type SizeLimit = {
  /** After decompression. */
  readonly maxBytes: number;
  /** Reserves memory for bytes that have arrived; false at capacity. */
  readonly reserve?: (bytes: number) => boolean;
};

/** Reads the bytes of a body to their end. @returns Left 413, 503, or 400 if the body ends early or is damaged. */
type ReadBytes = (request: IncomingMessage, limit: SizeLimit) => Promise<E.Either<Rejection, Buffer>>;

const tooLarge = (maxBytes: number): Rejection =>
  rejection(413, 'payload_too_large', { detail: `The body is larger than ${maxBytes} bytes after decompression.` });

const BROKEN: E.Either<Rejection, never> = E.left(
  rejection(400, 'parse_error', { detail: 'The body ended early, or its compression is damaged.' }),
);

/** The chunks of a body so far. */
class Chunks {
  readonly #chunks: Buffer[] = [];
  readonly #limit: SizeLimit;
  #size = 0;

  constructor(limit: SizeLimit) {
    this.#limit = limit;
  }

  /** @returns the rejection if the body does not fit, else null. */
  add(chunk: Buffer): Rejection | null {
    const { maxBytes, reserve } = this.#limit;
    this.#size += chunk.length;
    if (this.#size > maxBytes) return tooLarge(maxBytes);
    if (reserve !== undefined && !reserve(chunk.length)) return overloaded;
    this.#chunks.push(chunk);
    return null;
  }

  all(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size);
  }
}

/**
 * Reads an uncompressed body by events: an iterator makes promises and listeners for every chunk, which took 6 of the
 * 23 µs of a body of 200 bytes.
 */
const readPlain: ReadBytes = (request, limit) =>
  new Promise((resolve) => {
    // The client may have disconnected while an earlier step waited; no event would report that.
    if (request.destroyed) return resolve(BROKEN);
    const chunks = new Chunks(limit);
    const take = (chunk: Buffer): void => {
      const rejected = chunks.add(chunk);
      if (rejected === null) return;
      request.off('data', take);
      // The rest of the body is read and dropped, so that the client reads the response.
      request.resume();
      resolve(E.left(rejected));
    };
    const broken = () => resolve(BROKEN);
    request.on('data', take);
    request.on('end', () => resolve(E.right(chunks.all())));
    // These listeners stay: an error without a listener ends the process.
    request.on('error', broken);
    request.on('close', broken);
  });

/** Reads a compressed body; decompresses no more of it than is accepted. */
const readCompressed =
  (coding: Coding): ReadBytes =>
  async (request, limit) => {
    if (request.destroyed) return BROKEN;
    const chunks = new Chunks(limit);
    try {
      for await (const chunk of decompressed(request, coding)) {
        const rejected = chunks.add(chunk);
        if (rejected !== null) return E.left(rejected);
      }
      return E.right(chunks.all());
    } catch {
      return BROKEN;
    } finally {
      request.resume();
    }
  };

/** Never two adjacent runs of blanks: a long one would take quadratic time to reject. */
const MEDIA_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:"utf-8"|utf-8))?[ \t]*(?:;[ \t]*)?$/i;

/** Empty elements of the list count as absent, and so does an empty header (RFC 9110, 5.6.1.2 and 8.4). */
const codingsOf = (header: string): ReadonlyArray<string> =>
  header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '');

/** Returns the reader for the body's media type and content coding; undefined if either is not supported. */
export const readerOf = ({ headers }: IncomingMessage): ReadBytes | undefined => {
  if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) return undefined;
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return readPlain;
  const [coding = 'identity', ...more] = codingsOf(encoding);
  if (more.length > 0) return undefined;
  if (coding === 'identity') return readPlain;
  return coding === 'gzip' || coding === 'br' ? readCompressed(coding) : undefined;
};

/** Reads a body's bytes, decompressed. @returns Left 415, 413, 503 or 400 `parse_error`, checked in this order. */
export const readBody = async (request: IncomingMessage, limit: SizeLimit): Promise<E.Either<Rejection, Buffer>> => {
  const read = readerOf(request);
  if (read === undefined) return E.left(rejection(415, 'unsupported_media_type'));
  const declared = Number(request.headers['content-length'] ?? 0);
  return declared > limit.maxBytes ? E.left(tooLarge(limit.maxBytes)) : read(request, limit);
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
    const at = this.#lists.get(list)! + NUMBERS_PER_ITEM * index;
    return { start: numbers[at]!, end: numbers[at + 1]!, amountStart: numbers[at + 2]!, amountEnd: numbers[at + 3]! };
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
