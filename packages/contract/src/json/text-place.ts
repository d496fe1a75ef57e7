/** A place in a text as editors show it: line and column from 1, the column in characters (Unicode code points). */
export type TextPlace = { readonly line: number; readonly column: number };

const LINE_FEED = 0x0a;

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
