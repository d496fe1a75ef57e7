import type { IncomingMessage } from 'node:http';
import {
  type Counted,
  type JsonDocument,
  type JsonParseError,
  parseDocument,
} from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type Room, tooLarge } from './body-bytes.ts';
import { readerOf } from './body-encoding.ts';
import { type Refusal, refusal } from './refusal.ts';

/** Arrays and objects inside each other, the outermost counting 1 (decisions 3). */
const MAX_DEPTH = 32;
/** More than any body of 16 MiB has whose values have names; a list of ones would be eight million objects. */
const MAX_VALUES = 1_500_000;
/** A hundred times what any object of the interface has, for suppliers that send more than it knows; the rest is an attack. */
const MAX_KEYS = 10_000;
/** A body repeats its few names in every item: one whose names are all different would hold up everyone else for seconds. */
const MAX_DIFFERENT_KEYS = 100_000;
const LIMITS = {
  maxDepth: MAX_DEPTH,
  maxValues: MAX_VALUES,
  maxKeys: MAX_KEYS,
  maxDifferentKeys: MAX_DIFFERENT_KEYS,
};

const COUNTED: Readonly<Record<Counted, string>> = {
  values: 'values in one body',
  keys: 'fields in one object',
  different_keys: 'different names of fields in one body',
};

const parseError = (detail: string): Refusal => refusal(400, 'parse_error', { detail });

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
      return refusal(413, 'payload_too_large', { detail: `More than ${error.maxValues} ${COUNTED[error.counted]}.` });
    case 'syntax':
      return parseError(`Not JSON, ${place}.`);
  }
};

/** A request's body: the bytes as received, after decompression, and what they say. */
export type JsonBody = JsonDocument & { readonly bytes: Buffer; readonly text: string };

/** The one member of an item that is answered in another form than it was sent in. */
const ANSWERED_ANEW = 'amount';

/**
 * Reads a body's bytes, decompressed.
 *
 * @returns Left 415, 413, 503 or 400 `parse_error`, judged in this order.
 */
export const readBody =
  (request: IncomingMessage, room: Room): TE.TaskEither<Refusal, Buffer> =>
  async () => {
    const read = readerOf(request);
    if (read === undefined) return E.left(refusal(415, 'unsupported_media_type'));
    const declared = Number(request.headers['content-length'] ?? 0);
    return declared > room.maxBytes ? E.left(tooLarge(room.maxBytes)) : read(request, room);
  };

/** Reads JSON exactly: nothing repaired, nothing rounded, nothing doubled (decisions 3). */
export const parseBody = (bytes: Buffer): E.Either<Refusal, JsonBody> =>
  pipe(
    decodeUtf8(bytes),
    E.chain((text) =>
      pipe(
        parseDocument(text, LIMITS, ANSWERED_ANEW),
        E.bimap(ofParseError, (document) => ({ ...document, bytes, text })),
      ),
    ),
  );
