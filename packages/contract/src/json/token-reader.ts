/**
 * The reason why a text is not accepted JSON. `position` is an offset in UTF-16 code units: of the character, escape or word that
 * is wrong, of the second of two equal keys, of the bracket that is too deep, of the value or key that is one too many;
 * the text's length if more was needed.
 */
export type JsonParseError =
  | { readonly kind: 'parse_error'; readonly reason: 'syntax'; readonly position: number; readonly expected: Expected }
  | { readonly kind: 'parse_error'; readonly reason: 'duplicate_key'; readonly position: number; readonly key: string }
  | { readonly kind: 'parse_error'; readonly reason: 'too_deep'; readonly position: number; readonly maxDepth: number }
  | {
      readonly kind: 'parse_error';
      readonly reason: 'too_many';
      readonly position: number;
      /** Of what was counted. */
      readonly maxValues: number;
      readonly counted: Counted;
    };

/** The exceeded count: values of the text, keys of one object, different keys of all objects. */
export type Counted = 'values' | 'keys' | 'different_keys';

/** The tokens that a syntax error expected. `character`: any except a control character, or the closing quote. */
export type Expected = 'value' | 'key' | ':' | ', or }' | ', or ]' | 'digit' | 'escape' | 'character' | 'end';

/** Leaves the reader's recursion at once; `parseJson` turns it into a value. */
export class Refusal {
  readonly error: JsonParseError;

  constructor(error: JsonParseError) {
    this.error = error;
  }
}

// Each file has its own codes: V8 does not take imported constants for constant, which costs 15% here.
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const BACKSLASH = 0x5c;
const LOWER_B = 0x62;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_R = 0x72;
const LOWER_T = 0x74;
const LOWER_U = 0x75;

/** The smallest parts of a JSON text, read one after the other. Past its end `charCodeAt` is NaN: no character. */
export class TokenReader {
  protected readonly text: string;
  protected at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** @returns the code of the character it stops at; NaN at the end. */
  protected skipSpace(): number {
    const { text } = this;
    let { at } = this;
    let code = text.charCodeAt(at);
    while (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB)
      code = text.charCodeAt(++at);
    this.at = at;
    return code;
  }

  protected word(word: string, value: boolean | null): boolean | null {
    if (!this.text.startsWith(word, this.at)) throw this.syntax('value');
    this.at += word.length;
    return value;
  }

  protected string(): string {
    const { text } = this;
    const start = this.at + 1;
    let at = start;
    let code = text.charCodeAt(at);
    while (code !== QUOTE && code !== BACKSLASH && code >= SPACE) code = text.charCodeAt(++at);
    this.at = at;
    if (code !== QUOTE) return this.escapedString(start - 1);
    this.at += 1;
    return text.slice(start, at);
  }

  /** Checks the string from the first character that is not plain, then leaves the escapes to `JSON.parse`. */
  private escapedString(start: number): string {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === BACKSLASH) {
        const length = escapeLength(text, this.at);
        if (length === 0) throw this.syntax('escape');
        this.at += length;
      } else {
        if (!(code >= SPACE)) throw this.syntax('character');
        this.at += 1;
        if (code === QUOTE) return JSON.parse(text.slice(start, this.at));
      }
    }
  }

  /** @returns the token as sent. */
  protected number(first: number): string {
    const { text } = this;
    const start = this.at;
    if (first === MINUS) this.at += 1;
    else if (!isDigit(first)) throw this.syntax('value');
    if (text.charCodeAt(this.at) === ZERO) this.at += 1;
    else this.digits();
    if (text.charCodeAt(this.at) === POINT) {
      this.at += 1;
      this.digits();
    }
    const code = text.charCodeAt(this.at);
    if (code === LOWER_E || code === UPPER_E) {
      this.at += 1;
      const sign = text.charCodeAt(this.at);
      if (sign === PLUS || sign === MINUS) this.at += 1;
      this.digits();
    }
    return text.slice(start, this.at);
  }

  private digits(): void {
    const { text } = this;
    let { at } = this;
    while (isDigit(text.charCodeAt(at))) at += 1;
    const isEmpty = at === this.at;
    this.at = at;
    if (isEmpty) throw this.syntax('digit');
  }

  protected syntax(expected: Expected): Refusal {
    return new Refusal({ kind: 'parse_error', reason: 'syntax', position: this.at, expected });
  }
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isHexDigit = (code: number): boolean => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);

/** The length of the escape that begins at `at` with a backslash; 0 when RFC 8259 has no such escape. */
const escapeLength = (text: string, at: number): 0 | 2 | 6 => {
  switch (text.charCodeAt(at + 1)) {
    case QUOTE:
    case BACKSLASH:
    case SLASH:
    case LOWER_B:
    case LOWER_F:
    case LOWER_N:
    case LOWER_R:
    case LOWER_T:
      return 2;
    case LOWER_U:
      for (let digit = at + 2; digit < at + 6; digit += 1) if (!isHexDigit(text.charCodeAt(digit))) return 0;
      return 6;
    default:
      return 0;
  }
};

/** A place in a text as editors show it: line and column from 1, the column in characters (Unicode code points). */
type TextPlace = { readonly line: number; readonly column: number };

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Returns the place of an offset in UTF-16 code units. A line ends with a line feed. */
export const placeIn = (text: string, offset: number): TextPlace => {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) {
      line += 1;
      column = 1;
    } else if (!isLowSurrogate(code)) column += 1;
  }
  return { line, column };
};

/**
 * A key met before, and what followed: the items of an import repeat the same few sequences of keys, so a key is
 * mostly one of those seen after the previous one. Then it need not be cut out of the text again, and it cannot be a
 * duplicate: every path along `next` is a sequence that some object had. It takes a third off the time of reading.
 */
export type SeenKey = {
  readonly key: string;
  /** The keys up to it, itself among them. */
  readonly count: number;
  /** Another key seen in the same place. */
  readonly other: SeenKey | undefined;
  /** The newest key seen after this one; along its `other`, the earlier ones. */
  next: SeenKey | undefined;
  /** The marker before the first key of the objects under this key. */
  inside: SeenKey | undefined;
};

/** Bounds on what is compared for one key, lest objects that share no keys take many times as long. */
const MAX_TRIES = 4;
const MAX_KEY_LENGTH = 64;

/** The marker before a first key, or for the outermost value. */
export const noKeyYet = (): SeenKey => makeSeenKey('', 0, undefined);

/** The key whose text, with the closing quote after it, is at `start`, if it was seen after `previous`. */
export const findSeenKey = (text: string, start: number, previous: SeenKey): SeenKey | undefined => {
  let seen = previous.next;
  for (let tries = 0; seen !== undefined && tries < MAX_TRIES; tries += 1) {
    if (text.charCodeAt(start + seen.key.length) === QUOTE && text.startsWith(seen.key, start)) return seen;
    seen = seen.other;
  }
  return undefined;
};

/** A new key after `previous`. @param sentLength that of its text between the quotes: longer than the key by escapes. */
export const addSeenKey = (key: string, sentLength: number, previous: SeenKey): SeenKey => {
  const seen = makeSeenKey(key, previous.count + 1, previous.next);
  // A key sent with an escape cannot be found by its text: `"a\"b"` begins like the key `a\`, closing quote and all.
  if (sentLength === key.length && key.length <= MAX_KEY_LENGTH) previous.next = seen;
  return seen;
};

const makeSeenKey = (key: string, count: number, other: SeenKey | undefined): SeenKey => ({
  key,
  count,
  other,
  next: undefined,
  inside: undefined,
});
