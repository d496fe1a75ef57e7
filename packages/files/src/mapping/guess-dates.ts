import { guessMonths } from './guess-months.ts';
import type { Cell, Doubts } from './guess-values.ts';
import { shownValue } from './value-errors.ts';

/** How the dates or times of a column are written. */
type GuessedDate = {
  readonly pattern: string;
  readonly pivotYear: number | null;
  readonly monthNames: ReadonlyArray<string> | null;
  /** Some have a time that is not midnight. */
  readonly hasTimes: boolean;
  /** Times have their offset. */
  readonly hasOffset: boolean;
};

type Day = Pick<GuessedDate, 'pattern' | 'pivotYear' | 'monthNames'>;

/** How a column is looked at. */
type Looked = {
  /** Its name means a date: digits without separators are one. */
  readonly isNamed: boolean;
  /** Its cells are those of a workbook, where a day is a time of midnight. */
  readonly isTyped: boolean;
};

/** The first of the hundred years that years of two digits mean. */
const PIVOT_YEAR = 1970;

const TIME =
  /(T| |, )(\d{1,2})([:.])(\d{2})(?:\3(\d{2})(?:([.,])(\d{1,3}|\d{6}|\d{7}))?)?( ?)([AP](?:\.M\.|M))?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const OFFSETS: Readonly<Record<number, string>> = { 1: 'XXX', 3: 'X', 5: 'XX', 6: 'XXX' };

/** Returns the pattern of the time at the end of a text; null if it has none. */
const clockOf = (text: string): string | null => {
  const found = TIME.exec(text);
  if (found === null) return null;
  const [, before, hour, mark, , second, point, fraction, space, half, offset] = found;
  const letter = half === undefined ? 'H' : 'h';
  const seconds = second === undefined ? '' : `${mark}ss${point ?? ''}${'S'.repeat(fraction?.length ?? 0)}`;
  const separator = before === 'T' ? "'T'" : before!;
  return `${separator}${letter.repeat(hour!.length)}${mark}mm${seconds}${half === undefined ? '' : `${space}a`}${OFFSETS[offset?.length ?? 0] ?? ''}`;
};

/** Returns the pattern of texts that are times of a day; null if they are none. */
export const clockPattern = (texts: ReadonlyArray<string>): string | null => {
  const forms = texts.map((text) => (/^\d{1,2}[:.]\d{2}/.test(text) ? clockOf(` ${text}`) : null));
  const found = new Set(new Set(forms).size > 1 ? forms.map((form) => form && shorter(form)) : forms);
  const [form] = found;
  // 12.30 may be an amount.
  return found.size === 1 && form != null && form.includes(':') && !form.includes('X') ? form.slice(1) : null;
};

/** Hours of one digit and two are those of one letter. */
const shorter = (clock: string): string => clock.replace('HH', 'H').replace('hh', 'h');

const isMidnight = (text: string): boolean => !/[1-9]/.test(text.replace(/^(\D*)12(.*a)/i, '$100$2'));

/** Returns how the dates or times of a column are written; null if they are none, or if it cannot be told. */
export const guessDate = (
  name: string,
  cells: ReadonlyArray<Cell>,
  doubts: Doubts,
  looked: Looked,
): GuessedDate | null => {
  const clocks = cells.map(({ text }) => clockOf(text));
  const found = [...new Set(clocks.filter((clock) => clock !== null))];
  const days = cells.map(({ line, text }) => ({ line, text: text.replace(TIME, '') }));
  const day = guessDay(name, found.length === 0 ? cells : days, doubts, looked.isNamed);
  if (day === null) return null;
  if (found.length === 0) return { ...day, hasTimes: false, hasOffset: false };
  const isMixed = clocks.includes(null);
  const forms = new Set(found.length > 1 ? found.map(shorter) : found);
  if (forms.size > 1 || (isMixed && !looked.isTyped)) return null;
  const [clock] = [...forms] as [string];
  return {
    ...day,
    pattern: `${day.pattern}${clock}`,
    hasTimes: cells.some(({ text }) => !isMidnight((TIME.exec(text)?.[0] ?? '').replace(/(?:Z|[+-][\d:]+)$/, ''))),
    hasOffset: clock.includes('X'),
  };
};

/** The orders of days, months and years, with what the numbers must be. */
type Numbers = readonly [number, number, number];
type Parts = { readonly line: number; readonly text: string; readonly numbers: Numbers };

const distinct = (parts: ReadonlyArray<Parts>, at: 0 | 2): number =>
  new Set(parts.map(({ numbers }) => numbers[at])).size;

/** Tells if numbers of which years have two digits begin with the year: surely if the first is no day. */
const beginsWithYear = (parts: ReadonlyArray<Parts>): 'surely' | 'perhaps' | 'no' => {
  if (!parts.every(({ numbers: [, month, day] }) => month >= 1 && month <= 12 && day >= 1 && day <= 31)) return 'no';
  if (parts.some(({ numbers }) => numbers[0] > 31 || numbers[0] === 0)) return 'surely';
  return parts.length > 1 && distinct(parts, 2) > 2 * distinct(parts, 0) ? 'perhaps' : 'no';
};

const placeOf = ([first]: ReadonlyArray<Parts>): string => `line ${first!.line} (${first!.text})`;

/** Returns the order of numbers whose last is the year; null if it cannot be told. */
const guessOrder = (name: string, parts: ReadonlyArray<Parts>, doubts: Doubts): 'dmy' | 'mdy' | null => {
  const dayFirst = parts.find(({ numbers }) => numbers[0] > 12);
  const monthFirst = parts.find(({ numbers }) => numbers[1] > 12);
  if (dayFirst !== undefined && monthFirst !== undefined)
    doubts.push(
      `${name} has days first on line ${dayFirst.line} (${dayFirst.text}) and months first on line ${monthFirst.line} (${monthFirst.text}).`,
    );
  if (dayFirst === undefined && monthFirst === undefined) {
    const shown = parts.slice(0, 3).map(({ line, text }) => `line ${line} (${text})`);
    doubts.push(
      `${name}: day and month cannot be told apart on any of ${parts.length} lines, as ${shown.join(', ')}. A day after the 12th would decide; ask for one.`,
    );
  }
  if ((dayFirst === undefined) === (monthFirst === undefined)) return null;
  return monthFirst === undefined ? 'dmy' : 'mdy';
};

/** Returns the order of numbers with separators; null if it cannot be told. With points, the day comes first. */
const guessSeparated = (
  name: string,
  parts: ReadonlyArray<Parts>,
  doubts: Doubts,
  { separator, first }: { readonly separator: string; readonly first: ReturnType<typeof beginsWithYear> },
): 'dmy' | 'mdy' | 'ymd' | null => {
  if (first === 'surely') return 'ymd';
  if (first === 'no') return separator === '.' ? 'dmy' : guessOrder(name, parts, doubts);
  // The same day of each month, over years, looks like the days of one year.
  if (separator === '.') {
    doubts.push(`${name}: that the day is first is a guess, as ${placeOf(parts)} may also begin with the year.`);
    return 'dmy';
  }
  doubts.push(
    `${name}: day and year cannot be told apart on any of ${parts.length} lines, as ${placeOf(parts)}. Add dateFormat.`,
  );
  return null;
};

/** Adds the years that years of two digits mean. */
const withYears = (
  name: string,
  [first]: ReadonlyArray<Cell>,
  pattern: string,
  monthNames: ReadonlyArray<string> | null,
  doubts: Doubts,
): Day => {
  const isShort = !pattern.includes('yyyy');
  if (isShort)
    doubts.push(
      `${name}: years have two digits, as ${shownValue(first!.text)} on line ${first!.line}. That they are those from ${PIVOT_YEAR} to ${PIVOT_YEAR + 99} is a guess: pivotYear is the first.`,
    );
  return { pattern, pivotYear: isShort ? PIVOT_YEAR : null, monthNames };
};

const BETWEEN = String.raw`(\. |, | de | of |[ ./-]|)`;
const MONTH = String.raw`(\p{L}{3,12}\.?)`;
/** Days with the name of a month, with the position of day, month and year. */
const NAMED: ReadonlyArray<readonly [RegExp, ReadonlyArray<'d' | 'M' | 'y'>]> = [
  [new RegExp(`^(\\d{1,2})${BETWEEN}${MONTH}${BETWEEN}(\\d{4}|\\d{2})$`, 'u'), ['d', 'M', 'y']],
  [new RegExp(`^${MONTH}${BETWEEN}(\\d{1,2})${BETWEEN}(\\d{4}|\\d{2})$`, 'u'), ['M', 'd', 'y']],
  [new RegExp(`^(\\d{4})${BETWEEN}${MONTH}${BETWEEN}(\\d{1,2})$`, 'u'), ['y', 'M', 'd']],
];

const literal = (text: string): string => text.replace(/\p{L}+/u, "'$&'");

/** Returns the pattern of days with names of months. */
const guessNamedDay = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts): Day | null => {
  for (const [form, order] of NAMED) {
    const found = cells.map(({ text }) => form.exec(text));
    if (cells.length === 0 || found.includes(null)) continue;
    const parts = found as ReadonlyArray<ReadonlyArray<string>>;
    const at = (part: 'd' | 'M' | 'y'): number => 2 * order.indexOf(part) + 1;
    const [, , first, , second] = parts[0]!;
    const yearLength = parts[0]![at('y')]!.length;
    if (parts.some((one) => one[2] !== first || one[4] !== second || one[at('y')]!.length !== yearLength)) return null;
    const months = guessMonths(new Set(parts.map((one) => one[at('M')]!)));
    if (months === null) return null;
    const hasTwo = parts.every((one) => one[at('d')]!.length === 2);
    const letters = { d: hasTwo ? 'dd' : 'd', M: 'MMM', y: 'y'.repeat(yearLength) };
    const [one, two, three] = order.map((part) => letters[part]);
    if (months.unseen.length > 0)
      doubts.push(`${name}: no line has the months ${months.unseen.join(', ')}. Their names are a guess.`);
    const pattern = `${one}${literal(first!)}${two}${literal(second!)}${three}`;
    return withYears(name, cells, pattern, months.names, doubts);
  }
  return null;
};

/** Returns the pattern of days without separators. */
const guessDigits = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts): Day | null => {
  const length = cells[0]!.text.length;
  const year = length - 4;
  const parts = cells.map(({ line, text }): Parts => {
    const numbers = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number) as unknown as Numbers;
    return { line, text, numbers };
  });
  const first = year === 2 ? beginsWithYear(parts) : 'no';
  if (first === 'perhaps')
    doubts.push(`${name}: that the year is first is a guess, as ${placeOf(parts)} may also end with it.`);
  const order = first === 'no' ? guessOrder(name, parts, doubts) : 'ymd';
  if (order === null) return null;
  const pattern = { dmy: `ddMM${'y'.repeat(year)}`, mdy: `MMdd${'y'.repeat(year)}`, ymd: 'yyMMdd' }[order];
  return withYears(name, cells, pattern, null, doubts);
};

/** Returns the pattern of the days of a column. */
const guessDay = (name: string, cells: ReadonlyArray<Cell>, doubts: Doubts, isNamed: boolean): Day | null => {
  const all = (form: RegExp): boolean => cells.length > 0 && cells.every(({ text }) => form.test(text));
  const day = (pattern: string): Day => ({ pattern, pivotYear: null, monthNames: null });
  if (all(/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/)) return day('yyyyMMdd');
  if (isNamed && (all(/^\d{6}$/) || all(/^\d{4}(?:19|20)\d{2}$/))) return guessDigits(name, cells, doubts);
  const yearFirst = ['-', '/', '.'].find((one) => all(new RegExp(`^\\d{4}\\${one}\\d{1,2}\\${one}\\d{1,2}$`)));
  if (yearFirst !== undefined) {
    const isTwo = cells.every(({ text }) => text.length === 10);
    return day(isTwo ? `yyyy${yearFirst}MM${yearFirst}dd` : `yyyy${yearFirst}M${yearFirst}d`);
  }
  const separator = ['.', '/', '-', ' '].find((one) =>
    ['\\d{4}', '\\d{2}'].some((year) => all(new RegExp(`^\\d{1,2}\\${one}\\d{1,2}\\${one}${year}$`))),
  );
  if (separator === undefined) return guessNamedDay(name, cells, doubts);
  const parts = cells.map(({ line, text }) => {
    const numbers = text.split(separator).map(Number) as unknown as Numbers;
    return { line, text, numbers };
  });
  const year = cells[0]!.text.split(separator)[2]!.length;
  const order = guessSeparated(name, parts, doubts, { separator, first: year === 2 ? beginsWithYear(parts) : 'no' });
  if (order === null) return null;
  const hasTwo = cells.every(({ text }) => text.length === 6 + year);
  const letters = { d: hasTwo ? 'dd' : 'd', m: hasTwo ? 'MM' : 'M', y: 'y'.repeat(year) };
  const pattern = [...order].map((letter) => letters[letter as 'd' | 'm' | 'y']).join(separator);
  return withYears(name, cells, pattern, null, doubts);
};

/** Names a value of a column whose dates have no form in common, and not the form that most systems write. */
export const oddDate = (cells: ReadonlyArray<Cell>): string => {
  const odd = cells.find(({ text }) => !/^\d{4}-\d{2}-\d{2}$/.test(text)) ?? cells[0];
  return odd === undefined ? '' : `, as ${shownValue(odd.text)} on line ${odd.line}`;
};
