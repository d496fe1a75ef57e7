import { InvalidArgumentError } from 'commander';

const NAMES = [
  'accepted',
  'already_existed',
  'repeated',
  'rejected',
  'conflicts',
  'moved',
  'requests',
  'retried',
] as const;

/** The sums over all steps that are done. */
export type Counts = Readonly<Record<(typeof NAMES)[number], number>>;

const each = (count: (name: keyof Counts) => number): Counts =>
  Object.fromEntries(NAMES.map((name) => [name, count(name)])) as Counts;

export const NO_COUNTS: Counts = each(() => 0);

export const addCounts = (counts: Counts, more: Counts): Counts => each((name) => counts[name] + more[name]);

/** Returns the number of rows that steps were made of. */
export const rowsOf = ({ accepted, already_existed: existed, repeated, rejected, conflicts }: Counts): number =>
  accepted + existed + repeated + rejected + conflicts;

/**
 * Returns the object with which the output of `load --json` ends (decisions 15).
 *
 * @param agree true exactly if the exit code is 0.
 */
export const summaryOf = (counts: Counts, seconds: number, agree: boolean): object => ({
  ...each((name) => counts[name]),
  seconds: Number(seconds.toFixed(3)),
  agree,
});

/** The summary of a command line that is wrong. */
export const NOTHING_LOADED = summaryOf(NO_COUNTS, 0, false);

/** The rejected rows after which a load ends: a number, or a share of the rows so far. */
export type MaxRejects = { readonly rows: number } | { readonly percent: number };

export const DEFAULT_MAX_REJECTS = '50%';

/** A share is not judged before so many rows: the first of them may all be wrong. */
const JUDGED_ROWS = 1_000;

/** Parses `1000` or `5%`. */
export const maxRejects = (text: string): MaxRejects => {
  const [, rows] = /^(\d{1,9})$/.exec(text) ?? [];
  if (rows !== undefined) return { rows: Number(rows) };
  const [, percent] = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text) ?? [];
  if (percent !== undefined && Number(percent) <= 100) return { percent: Number(percent) };
  throw new InvalidArgumentError('Must be a number of rows, such as 1000, or a percentage, such as 5%.');
};

const isTooMany = (max: MaxRejects, rejected: number, rows: number): boolean =>
  'rows' in max ? rejected > max.rows : rows >= JUDGED_ROWS && rejected > (rows * max.percent) / 100;

const count = (value: number): string => value.toLocaleString('en');

/** So many rows were rejected that something is wrong with all of them. */
export class TooManyRejects extends Error {}

/** @param codes the rejected rows of this run by code. @throws TooManyRejects */
export const checkRejects = (max: MaxRejects, counts: Counts, codes: ReadonlyMap<string, number>): void => {
  const rows = rowsOf(counts);
  if (!isTooMany(max, counts.rejected, rows)) return;
  const [most] = [...codes].toSorted(([, one], [, other]) => other - one);
  const cause = most === undefined ? '' : `, most of them for ${most[0]}`;
  const bound = 'rows' in max ? `${count(max.rows)}` : `${max.percent} %`;
  throw new TooManyRejects(
    `${count(counts.rejected)} of ${count(rows)} rows so far were rejected${cause}: more than ${bound}. The load has ended; what it stored stays stored. Correct the files and load them again, or set --max-rejects, such as 100%.`,
  );
};
