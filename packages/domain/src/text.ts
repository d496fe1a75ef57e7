import * as E from 'fp-ts/lib/Either.js';

/** Text that cannot be stored or shown exactly as sent: U+0000 or an unpaired surrogate (decisions 3). */
type InvalidCharacters = { readonly kind: 'invalid_characters' };
/** Longer than `max` Unicode code points. */
type TooLong = { readonly kind: 'max_length'; readonly max: number };
export type Blank = { readonly kind: 'blank' };

/** Returns true for text without U+0000 and unpaired surrogates, as all stored text is. */
export const isWellFormed = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns true if `text` has more than `max` Unicode code points. A code point is one or two UTF-16 units, so most texts need no count. */
const isLongerThan = (max: number, text: string): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/**
 * Parses free text of at most `max` code points, kept exactly as sent. It may be empty.
 *
 * @returns Left `invalid_characters` or `max_length`.
 */
export const parseText =
  (max: number) =>
  (text: string): E.Either<InvalidCharacters | TooLong, string> => {
    if (!isWellFormed(text)) return E.left({ kind: 'invalid_characters' });
    return isLongerThan(max, text) ? E.left({ kind: 'max_length', max }) : E.right(text);
  };

/** Returns true for text without a visible character. `\s` is what ECMAScript trims; U+0085 (next line) is invisible, too. */
export const isBlank = (text: string): boolean => !/[^\s\u0085]/.test(text);

/**
 * Parses an identifier of 1 to `max` code points, compared byte for byte: never trimmed or case-folded (decisions 2).
 *
 * @returns Left `blank` if it is empty or only white space, else as {@link parseText}.
 */
export const parseIdentifier =
  (max: number) =>
  (text: string): E.Either<Blank | InvalidCharacters | TooLong, string> =>
    isBlank(text) ? E.left({ kind: 'blank' }) : parseText(max)(text);

/**
 * Parses one line of 1 to `max` code points for people, kept as sent: not blank, and without control characters.
 *
 * @returns Left `blank`, `invalid_characters` or `max_length`.
 */
export const parseLine =
  (max: number) =>
  (text: string): E.Either<Blank | InvalidCharacters | TooLong, string> =>
    !isBlank(text) && /\p{Cc}/u.test(text) ? E.left({ kind: 'invalid_characters' }) : parseIdentifier(max)(text);

/** Returns true for a code of an open vocabulary (decisions 5): 1 to 64 capital letters, digits and underscores. */
export const isVocabularyCode = (text: string): boolean => /^[A-Z0-9_]{1,64}$/.test(text);
