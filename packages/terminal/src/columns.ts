import stringWidth from 'string-width';

const GRAPHEMES = new Intl.Segmenter();
const graphemesOf = (text: string): ReadonlyArray<string> =>
  Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);

/** As many graphemes as `columns` columns have room for, from the first on. */
const take = (graphemes: ReadonlyArray<string>, columns: number): ReadonlyArray<string> => {
  let left = columns;
  const end = graphemes.findIndex((grapheme) => {
    left -= stringWidth(grapheme);
    return left < 0;
  });
  return end === -1 ? graphemes : graphemes.slice(0, end);
};

/** A text cut in its middle to `columns` columns: identifiers differ at either end. */
export const shortened = (text: string, columns: number): string => {
  if (stringWidth(text) <= columns) return text;
  const graphemes = graphemesOf(text);
  const start = take(graphemes, Math.ceil((columns - 1) / 2));
  const end = take(graphemes.toReversed(), Math.floor((columns - 1) / 2)).toReversed();
  return [...start, '…', ...end].join('');
};

/** Words on lines of at most `columns` columns; a word longer than a line keeps a line to itself. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const size = stringWidth(word);
    if (line !== '' && used + 1 + size > columns) {
      lines.push(line);
      [line, used] = [word, size];
    } else {
      [line, used] = line === '' ? [word, size] : [`${line} ${word}`, used + 1 + size];
    }
  }
  return [...lines, line];
};
