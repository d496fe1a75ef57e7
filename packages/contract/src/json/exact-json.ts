import * as E from 'fp-ts/lib/Either.js';
import type { ItemPlaces } from './item-places.ts';
import { type JsonLimits, JsonReader } from './json-reader.ts';
import type { JsonValue } from './json-value.ts';
import { type JsonParseError, Refusal } from './token-reader.ts';

export type { ItemPlaces } from './item-places.ts';
export type { JsonLimits } from './json-reader.ts';
export { isJsonObject, JsonNumber, type JsonObject, type JsonValue, lengthOf } from './json-value.ts';
export type { Counted, Expected, JsonParseError } from './token-reader.ts';

/**
 * Reads a text by RFC 8259 and nothing beyond it, in one pass, without losing what was sent: number tokens stay text,
 * two equal keys in an object are refused (`"a"` and `"\u0061"` are equal), `__proto__` is a key like any other.
 * U+0000 and lone surrogates stay in strings, for a later check to refuse.
 *
 * `JSON.parse` rounds numbers, keeps the last of equal keys, and in Node 24 takes some keys for others it met before
 * (nodejs/node issue 63785). Reading takes about 1.6 times as long as that.
 *
 * Long strings of the value share the text's memory, so the text lives as long as they do.
 *
 * @returns Left the first error in the text: `syntax`, `duplicate_key`, `too_deep` or `too_many`; the rest is not read.
 */
export const parseJson = (text: string, limits: JsonLimits): E.Either<JsonParseError, JsonValue> =>
  E.map(({ value }: JsonDocument) => value)(parseDocument(text, limits));

/** A value, and where the items of its lists stand in its text. */
export type JsonDocument = { readonly value: JsonValue; readonly places: ItemPlaces };

/** The same, with places. @param marked the member of items whose place is noted. */
export const parseDocument = (
  text: string,
  limits: JsonLimits,
  marked?: string,
): E.Either<JsonParseError, JsonDocument> => {
  try {
    const reader = new JsonReader(text, limits, marked);
    return E.right({ value: reader.document(), places: reader.places });
  } catch (thrown) {
    if (thrown instanceof Refusal) return E.left(thrown.error);
    throw thrown;
  }
};
