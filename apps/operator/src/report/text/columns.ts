const NO_COLUMN = /\p{Mn}|\p{Me}/u;
const TWO_COLUMNS =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const columnsOfOne = (character: string): number =>
  NO_COLUMN.test(character) ? 0 : TWO_COLUMNS.test(character) ? 2 : 1;

/** How many columns a terminal gives a text: two for East Asian characters and emoji, none for combining marks. */
export const columnsOf = (text: string): number => {
  if (/^[ -~]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOfOne(character);
  return columns;
};

const take = (characters: ReadonlyArray<string>, columns: number): string => {
  let taken = '';
  let left = columns;
  for (const character of characters) {
    left -= columnsOfOne(character);
    if (left < 0) break;
    taken += character;
  }
  return taken;
};

/** A text cut in its middle to `columns` columns: identifiers differ at either end. */
export const shortened = (text: string, columns: number): string => {
  if (columnsOf(text) <= columns) return text;
  const characters = Array.from(text);
  const end = Array.from(take(characters.toReversed(), Math.floor((columns - 1) / 2)))
    .reverse()
    .join('');
  return `${take(characters, Math.ceil((columns - 1) / 2))}…${end}`;
};

/** Words on lines of at most `columns` columns; a word longer than a line keeps a line to itself. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const size = columnsOf(word);
    if (line !== '' && used + 1 + size > columns) {
      lines.push(line);
      [line, used] = [word, size];
    } else {
      [line, used] = line === '' ? [word, size] : [`${line} ${word}`, used + 1 + size];
    }
  }
  return [...lines, line];
};
