import * as E from 'fp-ts/lib/Either.js';

/** A day and a time of it, without a zone. */
type CellTime = { readonly day: string; readonly time: string; readonly hasTime: boolean };

/** What a cell has. Numbers are plain decimals. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly isNegative: boolean }
  | ({ readonly kind: 'time' } & CellTime)
  /** A time that is of no certain day. */
  | { readonly kind: 'clock'; readonly time: string }
  | { readonly kind: 'fault'; readonly text: string; readonly detail: string };

/** The numbers of a style, as they are shown. */
export type NumberStyle =
  | { readonly kind: 'general' | 'time' | 'clock' | 'percent' }
  | { readonly kind: 'zeros'; readonly length: number };

/** A spreadsheet shows 15 digits and keeps 17: the last two are rounding errors, or those of a number that was cut. */
const MAX_DIGITS = 15;

/** Returns the digits of a number as a plain decimal: the shortest one that is the same double, as a spreadsheet shows it. */
const plainNumber = (text: string): E.Either<string, { readonly text: string; readonly isNegative: boolean }> => {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return E.left('is not a number.');
  const [digits, exponentText] = Math.abs(value).toExponential().split('e') as [string, string];
  const plain = digits.replace('.', '');
  if (plain.length > MAX_DIGITS)
    return E.left(
      `has more than the ${MAX_DIGITS} digits that a spreadsheet keeps: round it in the workbook, or store it as text.`,
    );
  const point = Number(exponentText) + 1;
  const whole = point <= 0 ? '0' : plain.slice(0, point).padEnd(point, '0');
  const part = point <= 0 ? '0'.repeat(-point) + plain : plain.slice(point);
  return E.right({ text: part === '' || value === 0 ? whole : `${whole}.${part}`, isNegative: value < 0 });
};

const DAY_MS = 86_400_000;
/** The number of the first day from which on both calendars agree; 60 is 29 February 1900, which was none. */
const NOT_A_DAY = 60;

/** Returns the time of a day, to the millisecond. @param share of the day. */
const clockOf = (share: number): string =>
  new Date(Math.round(share * DAY_MS)).toISOString().slice(11, -1).replace('.000', '');

/** Returns the day and time of a number of days, to the millisecond. @param is1904 the days of the workbook begin in 1904. */
const timeOfNumber = (text: string, is1904: boolean): E.Either<string, CellTime> => {
  const value = Number(text);
  if (!(value >= 0 && value < 2_958_466)) return E.left('is not a date of a spreadsheet.');
  if (!is1904 && Math.floor(value) === NOT_A_DAY) return E.left('is 29 February 1900, which was no day.');
  if (value < 1) return E.left('is a time without a day.');
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < NOT_A_DAY ? 31 : 30);
  // A double has the time of a day to some microseconds.
  const date = new Date(epoch + Math.round(value * DAY_MS));
  const [day, time] = date.toISOString().slice(0, -1).split('T') as [string, string];
  const shown = time.replace('.000', '');
  return E.right({ day, time: shown, hasTime: shown !== '00:00:00' });
};

/** The formats of numbers that have no text in the workbook, and are dates; 48 and 49 between them are numbers and texts. */
const isBuiltInTime = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const isBuiltInClock = (id: number): boolean => (id >= 18 && id <= 21) || (id >= 45 && id <= 47);

/** Returns how the numbers of a format are shown. @param code null: it is one of those that have no text. */
export const styleOf = (id: number, code: string | null): NumberStyle => {
  if (code === null) {
    if (isBuiltInTime(id)) return { kind: isBuiltInClock(id) ? 'clock' : 'time' };
    return { kind: id === 9 || id === 10 ? 'percent' : 'general' };
  }
  // Without texts, colours and what is filled up: what is left has the letters of dates, or not.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')[0]!;
  const letters = bare.replaceAll(/general/gi, '');
  if (/[ymdhs]/i.test(letters)) return { kind: /[hs]/i.test(letters) && !/[yd]/i.test(letters) ? 'clock' : 'time' };
  if (bare.includes('%')) return { kind: 'percent' };
  return /^0{2,}$/.test(code) ? { kind: 'zeros', length: code.length } : { kind: 'general' };
};

/** Returns the cell of a number, which its style says to be a date, a percentage or an identifier with zeros. */
export const numberCell = (raw: string, style: NumberStyle, is1904: boolean): Cell => {
  const fault = (detail: string): Cell => ({ kind: 'fault', text: raw, detail });
  if (style.kind === 'clock' && Number(raw) >= 0 && Number(raw) < 1)
    return { kind: 'clock', time: clockOf(Number(raw)) };
  if (style.kind === 'time' || style.kind === 'clock') {
    const time = timeOfNumber(raw, is1904);
    return E.isLeft(time) ? fault(time.left) : { kind: 'time', ...time.right };
  }
  const number = plainNumber(raw);
  if (E.isLeft(number)) return fault(number.left);
  const { text, isNegative } = number.right;
  if (style.kind === 'percent') return { kind: 'text', text: `${isNegative ? '-' : ''}${timesHundred(text)}%` };
  if (style.kind === 'zeros' && !isNegative && !text.includes('.'))
    return { kind: 'text', text: text.padStart(style.length, '0') };
  return { kind: 'number', text, isNegative };
};

const timesHundred = (plain: string): string => {
  const [whole = '', part = ''] = plain.split('.');
  const moved = `${whole}${part.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  return part.length > 2 ? `${moved}.${part.slice(2)}` : moved;
};

/** Returns the cell of a date that is written as a text of ISO 8601. */
export const isoCell = (text: string): Cell => {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(\.\d+)?Z?)?$/.exec(text);
  if (found === null) return { kind: 'fault', text, detail: 'is not a date.' };
  const [, day, clock = '00:00:00', fraction = ''] = found;
  const time = /[1-9]/.test(fraction) ? `${clock}${fraction}` : clock;
  return { kind: 'time', day: day!, time, hasTime: time !== '00:00:00' };
};
