/** The progress of a long command. `done`: how much of the total, in its unit. */
type Advance = {
  readonly rows: number;
  readonly rejected: number;
  readonly done: number;
  /** Rejected rows by code. */
  readonly codes?: ReadonlyMap<string, number>;
};

/** The used part of a terminal; `process.stderr` is one. */
export type Terminal = {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly write: (text: string) => unknown;
};

export type Progress = {
  /** Shown at most ten times per second on a terminal. */
  readonly update: (advance: Advance) => void;
  /** Shows the last figures and leaves the terminal at the start of a new line. */
  readonly end: () => void;
};

type ProgressOptions = { readonly plainEveryMs?: number | null; readonly now?: () => number };

/** As {@link Progress}, of any text. It is asked for only if it is to be shown. */
type ProgressLine = { readonly update: (text: (elapsedMs: number) => string) => void; readonly end: () => void };

const SILENT: ProgressLine = { update: () => {}, end: () => {} };
const INTERVAL_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

const count = (value: number): string => Math.round(value).toLocaleString('en');

/** `1:05`, `2:00:00`. */
const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return seconds < 3600 ? `${Number(parts[0])}:${parts[1]}` : `${Math.floor(seconds / 3600)}:${parts.join(':')}`;
};

const CODES_SHOWN = 3;

/** ` (blank 2, max_digits 1)`, the most frequent first; of the less frequent ones, the number. */
const byCode = (codes: ReadonlyMap<string, number>): string => {
  if (codes.size === 0) return '';
  const sorted = [...codes].toSorted(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, CODES_SHOWN).map(([code, rows]) => `${code} ${count(rows)}`);
  const more = sorted.length > CODES_SHOWN ? [`${sorted.length - CODES_SHOWN} more codes`] : [];
  return ` (${[...shown, ...more].join(', ')})`;
};

/** What a command is to do, in rows or in bytes, if that is known; and the rows that an earlier run has done. */
type Work = { readonly total: number | null; readonly before?: number };

/** `412,000 rows, 55,120 rows/s, 37%, 0:12 left, 3 rejected`: rate and time left are of this run. */
const describe = ({ rows, rejected, done, codes }: Advance, { total, before = 0 }: Work, elapsedMs: number): string => {
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  return [
    `${count(rows)} rows`,
    elapsedMs > 0 ? `${count(((rows - before) * 1000) / elapsedMs)} rows/s` : '',
    share !== null && done > before ? `${Math.floor(share * 100)}%` : '',
    share !== null && share < 1 && done > before
      ? `${clock((elapsedMs * (total! - done)) / (done - before))} left`
      : '',
    rejected > 0 ? `${count(rejected)} rejected${byCode(codes ?? new Map())}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
};

/**
 * One line that is written over and over on a terminal; anywhere else a plain line every `plainEveryMs`.
 *
 * @param plainEveryMs without it, nothing is written to anything but a terminal.
 */
export const makeProgressLine = (
  terminal: Terminal,
  { plainEveryMs = null, now = () => performance.now() }: ProgressOptions = {},
): ProgressLine => {
  const isTerminal = terminal.isTTY === true;
  if (!isTerminal && plainEveryMs === null) return SILENT;
  const intervalMs = isTerminal ? INTERVAL_MS : plainEveryMs!;
  const startedAt = now();
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : startedAt;
  let latest: ((elapsedMs: number) => string) | null = null;
  const show = (): void => {
    if (latest === null) return;
    shownAt = now();
    const text = latest(shownAt - startedAt);
    // A longer line would wrap, and the next one could not be written over it.
    terminal.write(isTerminal ? `${CLEAR_LINE}${text.slice(0, (terminal.columns || 80) - 1)}` : `${text}\n`);
  };
  return {
    update: (text) => {
      latest = text;
      if (now() - shownAt >= intervalMs) show();
    },
    end: () => {
      if (!isTerminal) return;
      show();
      if (latest !== null) terminal.write('\n');
    },
  };
};

/** Shows how much of its work a command has done. */
export const makeProgress = (terminal: Terminal, work: Work, options: ProgressOptions = {}): Progress => {
  const line = makeProgressLine(terminal, options);
  return {
    update: (advance) => line.update((elapsedMs) => describe(advance, work, elapsedMs)),
    end: line.end,
  };
};
