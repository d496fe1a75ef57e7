import * as E from 'fp-ts/lib/Either.js';
import {
  addSeenKey,
  type Counted,
  findSeenKey,
  type JsonParseError,
  noKeyYet,
  Refusal,
  type SeenKey,
  TokenReader,
} from './token-reader.ts';

/**
 * A JSON value as it was sent: numbers are kept as text, everything else is the plain JavaScript value.
 *
 * `JSON.stringify` writes it back with every number as it was sent: about 0.3 µs a number more than for plain numbers.
 */
export type JsonValue = null | boolean | string | JsonNumber | ReadonlyArray<JsonValue> | JsonObject;

/**
 * An object's own keys, in the order sent (integer-like keys first, as in any JavaScript object).
 *
 * It is an ordinary object, so a key that was not sent may still be found on its prototype: ask for names that are
 * not fixed in the program (`toString`, `__proto__`) with `Object.hasOwn` or `Object.keys`.
 */
export type JsonObject = { readonly [key: string]: JsonValue };

/** A JSON number token exactly as sent: `71.00`, `1e2`, `-0`. It is never converted to a JavaScript number. */
export class JsonNumber {
  readonly text: string;

  /** @param text a number token by RFC 8259, which is not checked here: any other text makes `JSON.stringify` throw. */
  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return rawJSON(this.text);
  }
}

// Node has had JSON.rawJSON since 22; TypeScript's libraries do not list it yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** Returns true if a value, perhaps of a key that was not sent, is an object: not an array, a number or null. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

/** Returns the length of a list; 0 of any other value. */
export const lengthOf = (value: JsonValue | undefined): number => (Array.isArray(value) ? value.length : 0);

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export type JsonLimits = {
  /** Nested arrays and objects allowed, the outermost counting 1; from 0 to 1,000, as the reader recurses. */
  readonly maxDepth: number;
  /** Values allowed in all, at every depth, since a value takes many times the memory of its text; without it any number. */
  readonly maxValues?: number;
  /**
   * Keys allowed in one object; without it any number. A very large object is a hash table that grows over and over: a
   * million keys take seconds to set and to walk, and no other request is served meanwhile.
   */
  readonly maxKeys?: number;
  /** Different keys allowed in all objects; without it any number. A key that was never seen takes ten times a known one's time. */
  readonly maxDifferentKeys?: number;
};

/**
 * Called with the source span of each member and item, once it has been read: offsets in UTF-16 code units, from behind the
 * colon of a member or from the first character of an item.
 *
 * @param depth of the object or array that contains it, the outermost counting 1.
 * @param key of a member; null for an item of an array.
 */
export type OnSpan = (depth: number, key: string | null, start: number, end: number) => void;

/** Options of reading beside its limits. */
type JsonReading = {
  readonly onSpan?: OnSpan | undefined;
  /**
   * Keys of texts read before with the same marker: the lines of a file repeat them, and a known key is read in a third of
   * the time. They are never forgotten, so make a marker for some hundred texts.
   */
  readonly keys?: SeenKey;
};

const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** One JSON text, read into a value. */
class JsonReader extends TokenReader {
  private readonly maxDepth: number;
  private readonly maxValues: number;
  private readonly maxKeys: number;
  private readonly maxDifferentKeys: number;
  private readonly onSpan: OnSpan | undefined;
  private readonly differentKeys = new Set<string>();
  private values = 0;

  private readonly keys: SeenKey;

  constructor(text: string, limits: JsonLimits, { onSpan, keys = noKeyYet() }: JsonReading) {
    super(text);
    this.onSpan = onSpan;
    this.keys = keys;
    this.maxDepth = limits.maxDepth;
    this.maxValues = limits.maxValues ?? ANY_NUMBER;
    this.maxKeys = limits.maxKeys ?? ANY_NUMBER;
    this.maxDifferentKeys = limits.maxDifferentKeys ?? ANY_NUMBER;
  }

  document(): JsonValue {
    const value = this.value(1, this.keys);
    this.skipSpace();
    if (this.at < this.text.length) throw this.syntax('end');
    return value;
  }

  /** @param depth that of the value, should it be an array or object. @param under the key it is found under. */
  private value(depth: number, under: SeenKey): JsonValue {
    const code = this.skipSpace();
    this.values += 1;
    if (this.values > this.maxValues) throw this.tooMany('values', this.maxValues);
    switch (code) {
      case QUOTE:
        return this.string();
      case OPEN_BRACE:
        return this.object(depth, under);
      case OPEN_BRACKET:
        return this.array(depth, under);
      case LOWER_T:
        return this.word('true', true);
      case LOWER_F:
        return this.word('false', false);
      case LOWER_N:
        return this.word('null', null);
      default:
        return new JsonNumber(this.number(code));
    }
  }

  private object(depth: number, under: SeenKey): JsonValue {
    if (depth > this.maxDepth) throw this.tooDeep();
    this.at += 1;
    const object: Record<string, JsonValue> = {};
    if (this.skipSpace() === CLOSE_BRACE) {
      this.at += 1;
      return object;
    }
    under.inside ??= noKeyYet();
    let seen = under.inside;
    for (;;) {
      if (this.skipSpace() !== QUOTE) throw this.syntax('key');
      seen = this.knownKey(seen) ?? this.newKey(object, seen);
      if (this.skipSpace() !== COLON) throw this.syntax(':');
      this.at += 1;
      const start = this.at;
      const value = this.value(depth + 1, seen);
      this.onSpan?.(depth, seen.key, start, this.at);
      if (seen.key === '__proto__') defineOwn(object, seen.key, value);
      else object[seen.key] = value;
      const code = this.skipSpace();
      if (code !== COMMA && code !== CLOSE_BRACE) throw this.syntax(', or }');
      this.at += 1;
      if (code === CLOSE_BRACE) return object;
    }
  }

  private knownKey(previous: SeenKey): SeenKey | undefined {
    const seen = findSeenKey(this.text, this.at + 1, previous);
    if (seen !== undefined) this.at += seen.key.length + 2;
    return seen;
  }

  private newKey(object: object, previous: SeenKey): SeenKey {
    const start = this.at;
    // Keys seen before need no such check: an object before this one had as many.
    if (previous.count >= this.maxKeys) throw this.tooMany('keys', this.maxKeys);
    const key = this.string();
    if (Object.hasOwn(object, key)) throw duplicateKey(start, key);
    if (this.differentKeys.add(key).size > this.maxDifferentKeys)
      throw this.tooMany('different_keys', this.maxDifferentKeys, start);
    return addSeenKey(key, this.at - start - 2, previous);
  }

  private array(depth: number, under: SeenKey): JsonValue {
    if (depth > this.maxDepth) throw this.tooDeep();
    this.at += 1;
    const array: JsonValue[] = [];
    if (this.skipSpace() === CLOSE_BRACKET) {
      this.at += 1;
      return array;
    }
    for (;;) {
      this.skipSpace();
      const start = this.at;
      array.push(this.value(depth + 1, under));
      this.onSpan?.(depth, null, start, this.at);
      const code = this.skipSpace();
      if (code !== COMMA && code !== CLOSE_BRACKET) throw this.syntax(', or ]');
      this.at += 1;
      if (code === CLOSE_BRACKET) return array;
    }
  }

  private tooMany(counted: Counted, maxValues: number, position = this.at): Refusal {
    return new Refusal({ kind: 'parse_error', reason: 'too_many', position, maxValues, counted });
  }

  private tooDeep(): Refusal {
    return new Refusal({ kind: 'parse_error', reason: 'too_deep', position: this.at, maxDepth: this.maxDepth });
  }
}

const duplicateKey = (position: number, key: string): Refusal =>
  new Refusal({ kind: 'parse_error', reason: 'duplicate_key', position, key });

const defineOwn = (object: object, key: string, value: JsonValue): void => {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
};

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
export const parseJson = (
  text: string,
  limits: JsonLimits,
  reading: JsonReading = {},
): E.Either<JsonParseError, JsonValue> => {
  try {
    return E.right(new JsonReader(text, limits, reading).document());
  } catch (thrown) {
    if (thrown instanceof Refusal) return E.left(thrown.error);
    throw thrown;
  }
};
