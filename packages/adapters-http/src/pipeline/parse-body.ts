import { type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ofBadUtf8, ofParseError } from '../responses/body-rejections.ts';
import type { Rejection } from '../responses/rejection.ts';

/** Nested arrays and objects, the outermost counting 1 (decisions 3). */
const MAX_DEPTH = 32;
/** More than any body of 16 MiB has whose values have names; a list of ones would be eight million objects. */
const MAX_VALUES = 1_500_000;
/** A hundred times what any object of the interface has, for suppliers that send more than it knows. */
const MAX_KEYS = 10_000;
/** A body repeats its few names in every item; reading only different names would take seconds. */
const MAX_DIFFERENT_KEYS = 100_000;
const LIMITS = {
  maxDepth: MAX_DEPTH,
  maxValues: MAX_VALUES,
  maxKeys: MAX_KEYS,
  maxDifferentKeys: MAX_DIFFERENT_KEYS,
};

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeUtf8 = (bytes: Buffer): E.Either<Rejection, string> =>
  E.tryCatch(
    () => UTF8.decode(bytes),
    () => ofBadUtf8(bytes),
  );

/** A request's body: the bytes as received, after decompression, and the value that they encode. */
export type JsonBody = { readonly value: JsonValue; readonly bytes: Buffer; readonly text: string };

/** Reads JSON exactly: nothing is repaired or rounded, no duplicate is dropped (decisions 3). */
export const parseBody = (bytes: Buffer): E.Either<Rejection, JsonBody> =>
  pipe(
    decodeUtf8(bytes),
    E.chain((text) =>
      pipe(
        parseJson(text, LIMITS),
        E.bimap(
          (error) => ofParseError(error, text),
          (value) => ({ value, bytes, text }),
        ),
      ),
    ),
  );
