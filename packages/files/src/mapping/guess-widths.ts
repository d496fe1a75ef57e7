import { startsInDigits } from './guess-digits.ts';

/** Kinds of characters, as bits: a position of all lines may have several. */
const [BLANK, DIGIT, LETTER, OTHER] = [1, 2, 4, 8];

/** Returns the kind of a character, as one bit. */
export const kindOfCharacter = (character: string): number => {
  if (character === ' ') return BLANK;
  if (character >= '0' && character <= '9') return DIGIT;
  return /\p{L}/u.test(character) ? LETTER : OTHER;
};

/** One blank in all lines ends a column only if there are as many lines. */
const LINES_OF_ONE_BLANK = 5;
const SIGN = /^(?:CR|DB|DR)$/;
/** The marks of debits and credits of one character: of those behind digits, both occur, or one and blanks. */
const SIDES: ReadonlyArray<RegExp> = [/^[SH]$/, /^[DC]$/, /^[DH]$/, /^[+-]$/];

/**
 * Guesses the widths of columns from lines of one length: a column begins behind positions that are blank in all lines, where all
 * lines change from digits to letters, at the end of texts of different lengths, around days, and at leading zeros.
 *
 * @param header the line that names the columns: none begins within one of its words; null: there is none.
 */
export const guessWidths = (lines: ReadonlyArray<string>, header: string | null): ReadonlyArray<number> => {
  const length = lines[0]?.length ?? 0;
  const kinds = new Uint8Array(length);
  for (const line of lines) for (let at = 0; at < length; at += 1) kinds[at]! |= kindOfCharacter(line[at]!);
  const isBlankInHeader = (at: number): boolean => header === null || (header[at] ?? ' ') === ' ';
  const isGap = (at: number): boolean => kinds[at] === BLANK && isBlankInHeader(at);
  /** The number of characters of the mark of debits and credits at a position; 0: there is none. */
  const signLength = (at: number): number => {
    const marks = (size: number) => new Set(lines.map((line) => line.slice(at, at + size).trim()));
    const ofTwo = [...marks(2)];
    if (ofTwo.every((mark) => mark === '' || SIGN.test(mark))) return ofTwo.join('') === '' ? 0 : 2;
    const ofOne = marks(1);
    return (kinds[at - 1]! & ~BLANK) === DIGIT &&
      ([...ofOne].filter((mark) => mark !== '').length === 2 || (ofOne.has('-') && ofOne.has(''))) &&
      SIDES.some((side) => [...ofOne].every((mark) => mark === '' || side.test(mark)))
      ? 1
      : 0;
  };
  const endsSign = (at: number): boolean =>
    [1, 2].some((size) => at > size && (kinds[at - size - 1]! & ~BLANK) === DIGIT && signLength(at - size) === size);
  const inDigits = header === null ? startsInDigits(lines, (at) => kinds[at] === DIGIT) : new Set<number>();
  const startsBehindGap = (at: number): boolean => {
    let from = at;
    while (from > 0 && isGap(from - 1)) from -= 1;
    // One blank before a word of the header, with nothing below it, is within a name.
    const isLong = at - from > 1 || (lines.length >= LINES_OF_ONE_BLANK && kinds[at] !== BLANK);
    // Blanks behind a column that is always full belong to the next one, which is filled up at its beginning.
    return from < at && isLong && (from === 0 || (kinds[from - 1]! & BLANK) !== 0 || header !== null);
  };
  const startsBeforeGap = (at: number): boolean => {
    if (!isGap(at) || isGap(at - 1) || (kinds[at - 1]! & BLANK) !== 0 || header !== null) return false;
    let to = at;
    while (to < length && isGap(to)) to += 1;
    return to < length && (to - at > 1 || lines.length >= LINES_OF_ONE_BLANK);
  };
  const changes = (at: number): boolean => {
    if (header !== null && !isBlankInHeader(at - 1)) return false;
    const [before, now] = [kinds[at - 1]!, kinds[at]!];
    const [marksBefore, marks] = [before & ~BLANK, now & ~BLANK];
    if (marksBefore === 0 || marks === 0 || signLength(at) > 0) return false;
    const isFull = (before & BLANK) === 0 && (now & BLANK) === 0;
    if (isFull) return before === DIGIT && now === LETTER;
    if ((now & BLANK) === 0)
      return (marksBefore & now) === 0 && marksBefore !== OTHER && (now === DIGIT || now === LETTER);
    return (before & BLANK) === 0 && (before & marks) === 0 && before !== OTHER && marks !== OTHER;
  };
  const starts = [0];
  for (let at = 1; at < length; at += 1) {
    const isStart = isGap(at)
      ? startsBeforeGap(at)
      : startsBehindGap(at) || endsSign(at) || (!isGap(at - 1) && changes(at)) || inDigits.has(at);
    if (isStart) starts.push(at);
  }
  return starts.map((start, at) => (starts[at + 1] ?? length) - start);
};
