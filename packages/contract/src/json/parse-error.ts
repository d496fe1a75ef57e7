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

/** A place in a text as editors show it: line and column from 1, the column in characters (Unicode code points). */
type TextPlace = { readonly line: number; readonly column: number };

const LINE_FEED = 0x0a;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Returns the place of an offset in UTF-16 code units. A line ends with a line feed. */
export const placeIn = (text: string, offset: number): TextPlace => {
  let line = 1;
  let column = 1;
  for (let index = 0; index < offset; index += 1) {
    const code = text.charCodeAt(index);
    if (code === LINE_FEED) {
      line += 1;
      column = 1;
    } else if (!isLowSurrogate(code)) column += 1;
  }
  return { line, column };
};
