const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0[1-9]|1[0-2])';
const YEAR = '(?:19|20)\\d\\d';
/** The forms of days in digits alone, those first that are told most surely. */
const FORMS: ReadonlyArray<readonly [length: number, form: RegExp]> = [
  [8, new RegExp(`^${YEAR}${MONTH}${DAY}$`)],
  [8, new RegExp(`^${DAY}${MONTH}${YEAR}$`)],
  [8, new RegExp(`^${MONTH}${DAY}${YEAR}$`)],
  [6, new RegExp(`^${DAY}${MONTH}\\d\\d$`)],
  [6, new RegExp(`^\\d\\d${MONTH}${DAY}$`)],
];
/** Fewer texts may be days by chance. */
const LEAST_TEXTS = 8;
/** Years of two digits are told from parts of numbers that go up with the rows. */
const LEAST_SHORT_TEXTS = 30;
const LEAST_DAYS = 3;
const MOST_YEARS = 12;

/** From 1980 to 2049. */
const LIKELY_YEAR = /^[0-489]/;

/** Numbers of rows go up by one. */
const areConsecutive = (texts: ReadonlyArray<string>): boolean =>
  texts.every((text, at) => at === 0 || Number(text) - Number(texts[at - 1]) === 1);

/** Returns true if texts of digits without separators are days of one form, and not by chance. */
export const areDays = (texts: ReadonlyArray<string>): boolean => {
  const [first] = texts;
  if (first === undefined) return false;
  const surest = FORMS[0]![1];
  if (texts.every((text) => surest.test(text))) return true;
  if (texts.length < LEAST_TEXTS || new Set(texts).size === 1) return false;
  return FORMS.some(([length, form], at) => {
    if (!texts.every((text) => form.test(text))) return false;
    if (length === 8) return true;
    if (texts.length < LEAST_SHORT_TEXTS) return false;
    const starts = new Set(texts.map((text) => text.slice(0, 2)));
    const ends = new Set(texts.map((text) => text.slice(4)));
    const [days, years] = at === FORMS.length - 1 ? [ends, starts] : [starts, ends];
    return (
      days.size >= LEAST_DAYS &&
      years.size <= MOST_YEARS &&
      [...years].every((year) => LIKELY_YEAR.test(year)) &&
      !areConsecutive(texts)
    );
  });
};

/**
 * Returns where columns begin in lines whose digits are beside each other: at days and behind them, and where leading zeros follow
 * a digit that differs from line to line.
 *
 * @param isDigit of a position: all lines have a digit there.
 */
export const startsInDigits = (lines: ReadonlyArray<string>, isDigit: (at: number) => boolean): ReadonlySet<number> => {
  const found = new Set<number>();
  const ofDays = new Set<number>();
  const length = lines[0]?.length ?? 0;
  const isRun = (at: number, size: number): boolean =>
    Array.from({ length: size }, (_, step) => at + step).every((one) => one < length && isDigit(one));
  for (let at = 0; at < length; at += 1) {
    const size = [8, 6].find((one) => isRun(at, one) && areDays(lines.map((line) => line.slice(at, at + one))));
    if (size === undefined) continue;
    found.add(at).add(at + size);
    for (let inside = at + 1; inside < at + size; inside += 1) ofDays.add(inside);
    at += size - 1;
  }
  if (lines.length < LEAST_TEXTS) return found;
  const characters = (at: number): number => new Set(lines.map((line) => line[at])).size;
  const isZero = (at: number): boolean => isDigit(at) && lines.every((line) => line[at] === '0');
  for (let at = 1; at < length; at += 1) {
    if (ofDays.has(at) || !isZero(at) || !isDigit(at - 1) || characters(at - 1) === 1) continue;
    // Zeros at the end of a number are its decimals.
    let to = at;
    while (isZero(to) && (to === at || !found.has(to))) to += 1;
    if (isDigit(to) && !found.has(to)) found.add(at);
  }
  return found;
};
