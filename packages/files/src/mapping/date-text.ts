import * as E from 'fp-ts/lib/Either.js';

/** How dates and times are written. */
type DateForm = {
  /** A Unicode pattern: `dd.MM.yyyy HH:mm`. */
  readonly pattern: string;
  /** The first of the hundred years that `yy` means. */
  readonly pivotYear: number | null;
  /** The names of the months, from January on, that `MMM` means. */
  readonly monthNames: ReadonlyArray<string> | null;
  readonly timeZone: string | null;
  /** The hour that a time means that exists twice; null: such a time is refused. */
  readonly repeatedHour: 'first' | 'second' | null;
  /** A day keeps no time that is written with it. */
  readonly dropTime: boolean | null;
};

type Part =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'monthName'
  | 'day'
  | 'hour'
  | 'halfDayHour'
  | 'halfDay'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'offset';
type Read = { readonly [part in Part]?: string };

/** The letters of a pattern, with what each stands for; one letter is one digit or two. */
const FIELDS: ReadonlyMap<string, readonly [Part, string]> = new Map([
  ['yyyy', ['year', '\\d{4}']],
  ['yy', ['shortYear', '\\d{2}']],
  ['MMM', ['monthName', '[^\\d\\s/-]+']],
  ['MMMM', ['monthName', '[^\\d\\s/-]+']],
  ['MM', ['month', '\\d{2}']],
  ['M', ['month', '\\d{1,2}']],
  ['dd', ['day', '\\d{2}']],
  ['d', ['day', '\\d{1,2}']],
  ['HH', ['hour', '\\d{2}']],
  ['H', ['hour', '\\d{1,2}']],
  ['hh', ['halfDayHour', '\\d{2}']],
  ['h', ['halfDayHour', '\\d{1,2}']],
  ['a', ['halfDay', '[AaPp](?:\\.[Mm]\\.|[Mm])']],
  ['mm', ['minute', '\\d{2}']],
  ['ss', ['second', '\\d{2}']],
  ['S', ['fraction', '\\d']],
  ['SS', ['fraction', '\\d{2}']],
  ['SSS', ['fraction', '\\d{3}']],
  ['SSSSSS', ['fraction', '\\d{6}']],
  ['SSSSSSS', ['fraction', '\\d{7}']],
  ['X', ['offset', 'Z|[+-]\\d{2}']],
  ['XX', ['offset', 'Z|[+-]\\d{4}']],
  ['XXX', ['offset', 'Z|[+-]\\d{2}:\\d{2}']],
]);

type Pattern = { readonly form: RegExp; readonly parts: ReadonlySet<Part> };

/** Reads the letters of a Unicode pattern. @returns Left with what is wrong with it. */
const lettersOf = (pattern: string): E.Either<string, Pattern> => {
  let source = '';
  const parts = new Set<Part>();
  let wasVariable = false;
  for (const [, quoted, letters, other] of pattern
    .matchAll(/'((?:[^']|'')*)'|(([A-Za-z])\3*)|(.)/gs)
    .map((match) => [match[0], match[1], match[2], match[4]])) {
    if (letters === undefined) {
      source += (quoted === '' ? "'" : (quoted?.replaceAll("''", "'") ?? other ?? '')).replace(
        /[\\^$.*+?()[\]{}|/-]/g,
        '\\$&',
      );
      wasVariable = false;
      continue;
    }
    const field = FIELDS.get(letters);
    if (field === undefined)
      return E.left(
        `${letters} is not known: yyyy, yy, MMM, MM, M, dd, d, HH, H, hh, h, a, mm, ss, SSS, XXX are. Text is in single quotes.`,
      );
    const [part, digits] = field;
    if (parts.has(part)) return E.left(`${letters} occurs twice.`);
    if (wasVariable) return E.left(`A single letter before ${letters} leaves open which digits are its own.`);
    parts.add(part);
    wasVariable = letters.length === 1 && !['fraction', 'offset', 'halfDay'].includes(part);
    source += `(?<${part}>${digits})`;
  }
  return E.right({ form: new RegExp(`^${source}$`), parts });
};

/** Reads a Unicode pattern of dates, or of dates and times. @returns Left with what is wrong with it. */
const patternOf = (pattern: string): E.Either<string, Pattern> => {
  const found = lettersOf(pattern);
  if (E.isLeft(found)) return found;
  const { parts } = found.right;
  const hasYear = parts.has('year') || parts.has('shortYear');
  if (!hasYear || parts.has('month') === parts.has('monthName') || !parts.has('day'))
    return E.left('A date has a year, a month (M) and a day (d).');
  const hasHour = parts.has('hour') !== parts.has('halfDayHour');
  if (parts.has('minute') !== hasHour || (parts.has('second') && !parts.has('minute')))
    return E.left('A time has hours (H), minutes (m), and perhaps seconds (s).');
  if (parts.has('halfDayHour') !== parts.has('halfDay'))
    return E.left('Hours from 1 to 12 (h) have a mark of the half of the day (a), and others (H) have none.');
  return found;
};

const DAY_MS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** Returns the beginning of a day in UTC; `Date.UTC` takes the years before 100 for those of the 20th century. */
const utcDay = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day);

/** Offsets of time zones go to 18 hours. */
const OFFSET = /^(?:Z|[+-](?:(?:0\d|1[0-7])(?::?[0-5]\d)?|18(?::?00)?))$/;

/** Returns the number of milliseconds by which local time is ahead of UTC. */
const offsetsOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (utc: number): number => {
    const found = format.formatToParts(utc);
    const parts = Object.fromEntries(found.map(({ type, value }) => [type, Number(value)]));
    // The year 1 BC is the year 0.
    const year = found.some(({ type, value }) => type === 'era' && value === 'BC') ? 1 - parts.year! : parts.year!;
    const seconds = (parts.hour! * 60 + parts.minute!) * 60 + parts.second!;
    return utcDay(year, parts.month!, parts.day!) + seconds * 1_000 - Math.floor(utc / 1_000) * 1_000;
  };
};

/** Returns the instants that a local time may be: one, none or two. */
const instantsOf =
  (offsetAt: (utc: number) => number) =>
  (local: number): ReadonlyArray<number> => {
    const offsets = new Set([offsetAt(local - DAY_MS), offsetAt(local + DAY_MS)]);
    return [...offsets]
      .map((offset) => local - offset)
      .filter((utc) => utc + offsetAt(utc) === local)
      .toSorted((one, other) => one - other);
  };

const offsetMs = (offset: string): number => {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || '0');
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
};

const isoTime = (utc: number): string => `${new Date(utc).toISOString().slice(0, 19)}Z`;

/** What is read of a text: a day, and a time of that day. */
type Parsed = { readonly day: string; readonly midnight: number; readonly ms: number; readonly offset: string | null };

/** Reads the parts of a date, by the calendar. @returns Left with what is wrong. */
const parseParts = (
  read: Read,
  pivotYear: number | null,
  months: ReadonlyMap<string, number>,
): E.Either<string, Parsed> => {
  const short = read.shortYear === undefined ? null : Number(read.shortYear);
  const year = short === null ? Number(read.year) : pivotYear! + ((((short - pivotYear!) % 100) + 100) % 100);
  const month = read.monthName === undefined ? Number(read.month) : (months.get(read.monthName.toLowerCase()) ?? 0);
  const day = Number(read.day);
  const halfDayHour = read.halfDayHour === undefined ? null : Number(read.halfDayHour);
  if (halfDayHour !== null && (halfDayHour < 1 || halfDayHour > 12)) return E.left('is not a time of half a day.');
  const hour =
    halfDayHour === null ? Number(read.hour ?? 0) : (halfDayHour % 12) + (/^p/i.test(read.halfDay!) ? 12 : 0);
  const [minute, second] = [Number(read.minute ?? 0), Number(read.second ?? 0)];
  if (month < 1 || month > 12) {
    const advice =
      read.monthName === undefined
        ? 'If day and month are the other way round, correct dateFormat.'
        : 'Correct monthNames, if the file has other names.';
    return E.left(`has no month: ${read.month ?? read.monthName}. ${advice}`);
  }
  if (day < 1 || day > daysIn(year, month))
    return E.left(`is not a day of the calendar: ${year}-${two(month)} has ${daysIn(year, month)} days.`);
  const isEnd = hour === 24 && minute === 0 && second === 0;
  if ((hour > 23 && !isEnd) || minute > 59 || second > 59) return E.left('is not a time of a day.');
  if (read.offset !== undefined && !OFFSET.test(read.offset))
    return E.left(`has no offset of a time zone: ${read.offset}.`);
  if (/[1-9]/.test(read.fraction ?? ''))
    return E.left('has a part of a second, which the interface does not have. Export it in whole seconds.');
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return E.right({
    day: text,
    midnight: utcDay(year, month, day),
    ms: ((hour * 60 + minute) * 60 + second) * 1_000,
    offset: read.offset ?? null,
  });
};

/** A day and a time without a zone, as `2020-02-29` and `10:30:00`. @property day null: the time is of no certain day. */
type LocalTime = { readonly day: string | null; readonly time: string; readonly hasTime: boolean };

/**
 * Makes what writes a day and a time in a pattern. If the pattern does not have all of it, it is written as ISO 8601, which
 * the pattern refuses.
 *
 * @param pattern null: ISO 8601.
 */
export const writeDate = (
  pattern: string | null,
  { pivotYear, monthNames }: Pick<DateForm, 'pivotYear' | 'monthNames'>,
): ((of: LocalTime) => string) => {
  const iso = ({ day, time, hasTime }: LocalTime): string => (day === null ? time : hasTime ? `${day}T${time}` : day);
  const found = pattern === null ? null : lettersOf(pattern);
  if (found === null || E.isLeft(found)) return iso;
  const { parts } = found.right;
  if (parts.has('monthName') && monthNames === null) return iso;
  const keepsDay = ({ day }: LocalTime): boolean => (day !== null) === parts.has('day');
  const keepsTime = ({ time, hasTime }: LocalTime): boolean =>
    !hasTime || (parts.has('minute') && (parts.has('second') || time.endsWith(':00')) && !time.includes('.'));
  const keepsYear = ({ day }: LocalTime): boolean => {
    const year = Number(day?.slice(0, 4));
    return !parts.has('shortYear') || (pivotYear !== null && year >= pivotYear && year < pivotYear + 100);
  };
  return (of) => {
    if (parts.has('offset') || !keepsDay(of) || !keepsTime(of) || !keepsYear(of)) return iso(of);
    const [year = '', month = '', day = ''] = of.day?.split('-') ?? [];
    const [hour, minute, second] = of.time.split(':') as [string, string, string];
    const digits: Readonly<Record<string, string>> = {
      y: year,
      M: month,
      d: day,
      H: hour,
      h: two(Number(hour) % 12 || 12),
      a: Number(hour) < 12 ? 'AM' : 'PM',
      m: minute,
      s: second,
      S: '',
    };
    return pattern!.replaceAll(/'((?:[^']|'')*)'|(([A-Za-z])\3*)/g, (_, quoted, letters: string | undefined) => {
      if (letters === undefined) return quoted === '' ? "'" : String(quoted).replaceAll("''", "'");
      if (letters.startsWith('MMM')) return monthNames![Number(month) - 1]!;
      const value = digits[letters[0]!]!;
      if (letters === 'yy') return value.slice(2);
      return letters.length === 1 ? value.replace(/^0(?=\d)/, '') : value.padEnd(letters.length, '0');
    });
  };
};

/** Results of texts that repeat: most rows have the date of others. */
const MAX_KNOWN = 10_000;

type DateText = (text: string) => E.Either<string, string>;

const known = (read: DateText): DateText => {
  const results = new Map<string, E.Either<string, string>>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (results.size >= MAX_KNOWN) results.clear();
    results.set(text, result);
    return result;
  };
};

/** Returns what reads a pattern's texts. @returns Left with what is wrong with the form. */
const partsOf = ({
  pattern,
  pivotYear,
  monthNames,
}: DateForm): E.Either<string, readonly [Pattern, (text: string) => E.Either<string, Parsed>]> => {
  const found = patternOf(pattern);
  if (E.isLeft(found)) return E.left(`The dateFormat ${pattern}: ${found.left}`);
  const { form, parts } = found.right;
  if (parts.has('shortYear') && pivotYear === null)
    return E.left(
      `The dateFormat ${pattern}: yy leaves the century open. Add pivotYear, the first of the hundred years.`,
    );
  const months = new Map(monthNames?.map((name, at) => [name.toLowerCase(), at + 1]));
  if (parts.has('monthName') && months.size !== 12)
    return E.left(
      `The dateFormat ${pattern}: MMM needs monthNames, the twelve different names of the months as the file has them.`,
    );
  return E.right([
    found.right,
    (text) => {
      const read = form.exec(text)?.groups as Read | undefined;
      return read === undefined ? E.left(`is not of the form ${pattern}.`) : parseParts(read, pivotYear, months);
    },
  ]);
};

/** Makes what reads dates as `YYYY-MM-DD`. A time that a text has besides is 00:00, or the text is refused. */
export const makeDateText = (form: DateForm): E.Either<string, DateText> =>
  E.map(([, parse]: readonly [Pattern, (text: string) => E.Either<string, Parsed>]) =>
    known((text) =>
      E.chain(
        ({ day, ms }: Parsed): E.Either<string, string> =>
          ms === 0 || form.dropTime === true
            ? E.right(day)
            : E.left('has a time, and the field is a day. Add dropTime: true to the column to leave times out.'),
      )(parse(text)),
    ),
  )(partsOf(form));

/**
 * Makes what reads local times as UTC, `YYYY-MM-DDTHH:MM:SSZ`. A text without a time is the beginning of its day; 24:00 is the
 * beginning of the next one (ISO 8601). Hours that do not exist are refused, and those that exist twice if nothing decides.
 */
export const makeDateTimeText = (form: DateForm): E.Either<string, DateText> => {
  const found = partsOf(form);
  if (E.isLeft(found)) return found;
  const [{ parts }, parse] = found.right;
  const { timeZone, repeatedHour } = form;
  if (parts.has('offset')) {
    return E.right(
      known((text) =>
        E.map(({ midnight, ms, offset }: Parsed) => isoTime(midnight + ms - offsetMs(offset!)))(parse(text)),
      ),
    );
  }
  if (timeZone === null)
    return E.left('Times are local, and the mapping has no timeZone. Add it, such as Europe/Berlin, or UTC.');
  let offsets: (utc: number) => number;
  try {
    offsets = offsetsOf(timeZone);
  } catch {
    return E.left(`The time zone ${timeZone} is not known. Use a name such as Europe/Berlin, or UTC.`);
  }
  const instants = instantsOf(offsets);
  const toUtc = ({ midnight, ms }: Parsed): E.Either<string, string> => {
    const [first, second] = instants(midnight + ms);
    if (first === undefined)
      return E.left(`does not exist in ${timeZone}: the clocks were put forward. Correct the time, or the timeZone.`);
    if (second === undefined) return E.right(isoTime(first));
    if (repeatedHour === null)
      return E.left(`exists twice in ${timeZone}: the clocks were put back. Add repeatedHour: first or second.`);
    return E.right(isoTime(repeatedHour === 'first' ? first : second));
  };
  return E.right(known((text) => E.chain(toUtc)(parse(text))));
};
