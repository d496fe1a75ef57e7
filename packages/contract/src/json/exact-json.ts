import * as E from 'fp-ts/lib/Either.js';
import type { Counted, Expected, JsonParseError } from './parse-error.ts';

/**
 * A JSON value as it was sent: numbers are kept as text, everything else is the plain JavaScript value.
 *
 * `JSON.stringify` writes it back with every number as it was sent: about 0.3 µs a number more than for plain numbers.
 */
export type JsonValue = null | boolean | string | JsonNumber | ReadonlyArray<JsonValue> | JsonObject;

/**
 * An object's own keys; {@link sentKeys} has them in the order sent, since integer-like keys come first in any JavaScript object.
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

/** By object with a key that may be integer-like, its keys in the order sent. */
const SENT_KEYS = new WeakMap<object, ReadonlyArray<string>>();
/** The first objects of a text that are in it: no name of the interface is integer-like, and a response has a hundred errors. */
const MAX_SENT_KEYS = 1_000;

/** Returns an object's own keys in the order sent; beyond a thousand objects with integer-like keys, these come first. */
export const sentKeys = (object: object): ReadonlyArray<string> => SENT_KEYS.get(object) ?? Object.keys(object);

/** Returns an object's own member or the item of a list; undefined if there is none, and of any other value. */
export const memberOf = (value: JsonValue | undefined, step: string | number): JsonValue | undefined => {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
};

/** Returns the length of a list; 0 of any other value. */
export const lengthOf = (value: JsonValue | undefined): number => (Array.isArray(value) ? value.length : 0);

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

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A number up to its end, or up to the first digit that is missing. */
const NUMBER = /-?(?:0|[1-9][0-9]*)?(?:(?<=[0-9])\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?/y;
const ENDS_WITH_DIGIT = /[0-9]$/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;

const UNLIMITED = {
  maxValues: Number.POSITIVE_INFINITY,
  maxKeys: Number.POSITIVE_INFINITY,
  maxDifferentKeys: Number.POSITIVE_INFINITY,
};

/** Leaves the reader's recursion at once; `parseJson` turns it into a value. */
class Refusal {
  readonly error: JsonParseError;

  constructor(error: JsonParseError) {
    this.error = error;
  }
}

/** One JSON text, read into a value. Past the end of the text `charCodeAt` is NaN: no character. */
class JsonReader {
  private readonly text: string;
  private readonly limits: Required<JsonLimits>;
  private readonly onSpan: OnSpan | undefined;
  private readonly differentKeys = new Set<string>();
  private values = 0;
  /** The objects in `SENT_KEYS`. */
  private reordered = 0;
  /** Of the next character. */
  private position = 0;

  constructor(text: string, limits: JsonLimits, onSpan: OnSpan | undefined) {
    this.text = text;
    this.limits = { ...UNLIMITED, ...limits };
    this.onSpan = onSpan;
  }

  document(): JsonValue {
    const value = this.value(1);
    this.skipSpace();
    if (this.position < this.text.length) throw this.syntax('end');
    return value;
  }

  /** @param depth that of the value, should it be an array or object. */
  private value(depth: number): JsonValue {
    const code = this.skipSpace();
    this.values += 1;
    if (this.values > this.limits.maxValues) throw this.tooMany('values', this.limits.maxValues);
    switch (code) {
      case QUOTE:
        return this.string();
      case OPEN_BRACE:
        return this.object(depth);
      case OPEN_BRACKET:
        return this.array(depth);
      case LOWER_T:
        return this.word('true', true);
      case LOWER_F:
        return this.word('false', false);
      case LOWER_N:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(depth: number): JsonValue {
    if (depth > this.limits.maxDepth) throw this.tooDeep();
    this.position += 1;
    const object: Record<string, JsonValue> = {};
    let inOrder: string[] | undefined;
    if (this.skipSpace() === CLOSE_BRACE) {
      this.position += 1;
      return object;
    }
    for (let count = 0; ; count += 1) {
      if (this.skipSpace() !== QUOTE) throw this.syntax('key');
      if (count >= this.limits.maxKeys) throw this.tooMany('keys', this.limits.maxKeys);
      const key = this.newKey(object);
      if (this.skipSpace() !== COLON) throw this.syntax(':');
      this.position += 1;
      const start = this.position;
      const value = this.value(depth + 1);
      this.onSpan?.(depth, key, start, this.position);
      if (inOrder === undefined && beginsWithDigit(key)) inOrder = this.sentKeysOf(object);
      inOrder?.push(key);
      if (key === '__proto__') defineOwn(object, key, value);
      else object[key] = value;
      const code = this.skipSpace();
      if (code !== COMMA && code !== CLOSE_BRACE) throw this.syntax(', or }');
      this.position += 1;
      if (code === CLOSE_BRACE) return object;
    }
  }

  /** Returns the list to which all further keys of the object are added. */
  private sentKeysOf(object: object): string[] | undefined {
    if (this.reordered === MAX_SENT_KEYS) return undefined;
    this.reordered += 1;
    const keys = Object.keys(object);
    SENT_KEYS.set(object, keys);
    return keys;
  }

  private newKey(object: object): string {
    const start = this.position;
    const key = this.string();
    if (Object.hasOwn(object, key))
      throw new Refusal({ kind: 'parse_error', reason: 'duplicate_key', position: start, key });
    if (this.differentKeys.add(key).size > this.limits.maxDifferentKeys)
      throw this.tooMany('different_keys', this.limits.maxDifferentKeys, start);
    return key;
  }

  private array(depth: number): JsonValue {
    if (depth > this.limits.maxDepth) throw this.tooDeep();
    this.position += 1;
    const array: JsonValue[] = [];
    if (this.skipSpace() === CLOSE_BRACKET) {
      this.position += 1;
      return array;
    }
    for (;;) {
      this.skipSpace();
      const start = this.position;
      array.push(this.value(depth + 1));
      this.onSpan?.(depth, null, start, this.position);
      const code = this.skipSpace();
      if (code !== COMMA && code !== CLOSE_BRACKET) throw this.syntax(', or ]');
      this.position += 1;
      if (code === CLOSE_BRACKET) return array;
    }
  }

  /** @returns the code of the character it stops at; NaN at the end. */
  private skipSpace(): number {
    const { text } = this;
    let { position } = this;
    let code = text.charCodeAt(position);
    while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB)
      code = text.charCodeAt(++position);
    this.position = position;
    return code;
  }

  private word(word: string, value: boolean | null): boolean | null {
    if (!this.text.startsWith(word, this.position)) throw this.syntax('value');
    this.position += word.length;
    return value;
  }

  private string(): string {
    const { text } = this;
    const start = this.position + 1;
    let position = start;
    let code = text.charCodeAt(position);
    while (code !== QUOTE && code !== BACKSLASH && code >= SPACE) code = text.charCodeAt(++position);
    this.position = position;
    if (code !== QUOTE) return this.escapedString(start - 1);
    this.position += 1;
    return text.slice(start, position);
  }

  /** Checks the string from the first character that is not plain, then leaves the escapes to `JSON.parse`. */
  private escapedString(start: number): string {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.position);
      if (code === BACKSLASH) {
        ESCAPE.lastIndex = this.position;
        if (!ESCAPE.test(text)) throw this.syntax('escape');
        this.position = ESCAPE.lastIndex;
      } else {
        if (!(code >= SPACE)) throw this.syntax('character');
        this.position += 1;
        if (code === QUOTE) return JSON.parse(text.slice(start, this.position));
      }
    }
  }

  private number(): JsonNumber {
    const start = this.position;
    NUMBER.lastIndex = start;
    NUMBER.test(this.text);
    this.position = NUMBER.lastIndex;
    const token = this.text.slice(start, this.position);
    if (!ENDS_WITH_DIGIT.test(token)) throw this.syntax(token === '' ? 'value' : 'digit');
    return new JsonNumber(token);
  }

  private syntax(expected: Expected): Refusal {
    return new Refusal({ kind: 'parse_error', reason: 'syntax', position: this.position, expected });
  }

  private tooMany(counted: Counted, maxValues: number, position = this.position): Refusal {
    return new Refusal({ kind: 'parse_error', reason: 'too_many', position, maxValues, counted });
  }

  private tooDeep(): Refusal {
    const { position, limits } = this;
    return new Refusal({ kind: 'parse_error', reason: 'too_deep', position, maxDepth: limits.maxDepth });
  }
}

const beginsWithDigit = (key: string): boolean => {
  const code = key.charCodeAt(0);
  return code >= DIGIT_0 && code <= DIGIT_9;
};

const defineOwn = (object: object, key: string, value: JsonValue): void => {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
};

/**
 * Reads a text by RFC 8259 and nothing beyond it, in one pass, without losing what was sent: number tokens stay text,
 * two equal keys in an object are refused (`"a"` and `"\u0061"` are equal), `__proto__` is a key like any other.
 * U+0000 and lone surrogates stay in strings, for a later check to refuse.
 *
 * `JSON.parse` rounds numbers, keeps the last of equal keys, and in Node 24 takes some keys for others it met before
 * (nodejs/node issue 63785). Reading takes about twice as long as that.
 *
 * Long strings of the value share the text's memory, so the text lives as long as they do.
 *
 * @returns Left the first error in the text: `syntax`, `duplicate_key`, `too_deep` or `too_many`; the rest is not read.
 */
export const parseJson = (text: string, limits: JsonLimits, onSpan?: OnSpan): E.Either<JsonParseError, JsonValue> => {
  try {
    return E.right(new JsonReader(text, limits, onSpan).document());
  } catch (thrown) {
    if (thrown instanceof Refusal) return E.left(thrown.error);
    throw thrown;
  }
};
