import type { Mark } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';

/** How numbers are written. */
type DecimalForm = {
  /** null: a point, and a number that may be a thousand or a fraction is refused. */
  readonly decimalChar: string | null;
  /** Empty: numbers have no groups. */
  readonly groupChar: string;
  /** The marks of negative numbers; a number has one of them. */
  readonly negative: ReadonlyArray<Mark>;
  /** A sign or code that may be before or behind the number; null: none. */
  readonly currency: string | null;
  /** The number of last digits that are decimals; null: a decimal character is before them. */
  readonly impliedDecimals: number | null;
};

/** `1.234` may be a thousand or a fraction, with any mark around it. */
const isAmbiguous = ({ whole = '', part = '' }: Readonly<Record<string, string | undefined>>): boolean =>
  /^\d{1,3}$/.test(whole) && part.length === 3;
/** A space between groups may be one that does not break. */
const SPACES = '[ \\u00a0\\u202f]';

const escaped = (character: string): string =>
  character === ' ' ? SPACES : character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');

/** The signs around digits, as sources of regular expressions with the named groups of the sign. */
const SIGNS: Readonly<Record<Mark, (digits: string) => string>> = {
  leading: (digits) => `^(?<sign>[+-]?)${digits}$`,
  trailing: (digits) => `^${digits} ?(?<sign>[+-]?)$`,
  parentheses: (digits) => `^(?<sign>\\(?)${digits}(?<end>\\)?)$`,
  crdb: (digits) => `^${digits} ?(?<sign>(?:[Cc][Rr]?|[Hh]|[Dd][BbRr]?|[Ss])?)$`,
};

const MARKS: Readonly<Record<Mark, string>> = {
  leading: 'a minus before it',
  trailing: 'a minus behind it',
  parentheses: 'parentheses around it',
  crdb: 'CR or DB behind it',
};

/** `a`, `a or b`, `a, b, or c`. */
const anyOf = (texts: ReadonlyArray<string>): string => {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')}, or ${texts.at(-1)}`;
};

/** Writes a number as {@link makeDecimalText} reads it. @param number a plain decimal. */
export const writeDecimal = (
  { text, isNegative }: { readonly text: string; readonly isNegative: boolean },
  decimalChar: string,
  negative: Mark,
): string => {
  const digits = text.replace('.', decimalChar);
  if (!isNegative) return digits;
  const written = { leading: `-${digits}`, trailing: `${digits}-`, parentheses: `(${digits})`, crdb: `${digits} CR` };
  return written[negative];
};

/** Returns a number without its currency, which is before or behind the digits and may be left out. */
export const withoutCurrency = (text: string, currency: string | null): string => {
  const at = currency === null ? -1 : text.indexOf(currency);
  if (currency === null || at === -1) return text;
  const [before, after] = [text.slice(0, at), text.slice(at + currency.length)];
  return /\d/.test(before) && /\d/.test(after) ? text : before.trimEnd() + after.trimStart();
};

/** The last are those of credits: `CR`, `C`, and `H` of "Haben". */
const NEGATIVE = /^(?:[-(]|CR?|H)$/i;

/**
 * Makes what reads numbers as plain decimals: only their text is changed, so that no digit is lost. Groups have three digits
 * each. A negative zero is zero.
 */
export const makeDecimalText = ({ decimalChar, groupChar, negative, currency, impliedDecimals }: DecimalForm) => {
  const point = escaped(decimalChar ?? '.');
  const group = groupChar === '' ? null : escaped(groupChar);
  const whole = group === null ? '\\d+' : `\\d{1,3}(?:${group}\\d{3})+|\\d+`;
  const number =
    impliedDecimals === null
      ? `(?:(?<whole>${whole})(?:${point}(?<part>\\d+))?|${point}(?<only>\\d+))`
      : `(?<whole>${whole})`;
  const forms = negative.map((mark) => new RegExp(SIGNS[mark](number)));
  const partsIn = (text: string): Readonly<Record<string, string | undefined>> | undefined => {
    for (const form of forms) {
      const parts = form.exec(text)?.groups;
      if (parts !== undefined && (parts.sign === '(') === (parts.end === ')')) return parts;
    }
    return undefined;
  };
  const groups = group === null ? null : new RegExp(group, 'g');
  const decimals = decimalChar === null ? 'a decimal point' : `"${decimalChar}" before decimals`;
  const expected = `a number with ${impliedDecimals === null ? decimals : `${impliedDecimals} last digits as decimals`}, ${
    groupChar === '' ? 'no groups' : `groups of three digits with "${groupChar}"`
  }${currency === null ? '' : `, ${JSON.stringify(currency)} or no currency`}, and ${anyOf(negative.map((mark) => MARKS[mark]))} if it is negative`;

  return (written: string): E.Either<string, { readonly text: string; readonly isNegative: boolean }> => {
    const text = withoutCurrency(written, currency);
    const found = partsIn(text);
    if (found === undefined) return E.left(`is not ${expected}.`);
    if (decimalChar === null && impliedDecimals === null && isAmbiguous(found))
      return E.left(
        'may be a thousand or a fraction. Add decimalChar to the mapping, and groupChar if there are groups.',
      );
    const integer = found.whole ?? '0';
    const all = groups === null ? integer : integer.replace(groups, '');
    const wholeLength = Math.max(0, all.length - (impliedDecimals ?? 0));
    const digits = all.slice(0, wholeLength).replace(/^0+(?=\d)/, '') || '0';
    const implied = impliedDecimals === null ? undefined : all.slice(wholeLength).padStart(impliedDecimals, '0');
    const part = implied ?? found.part ?? found.only;
    const plain = part === undefined ? digits : `${digits}.${part}`;
    const isNegative = NEGATIVE.test(found.sign ?? '') && /[1-9]/.test(plain);
    return E.right({ text: plain, isNegative });
  };
};
