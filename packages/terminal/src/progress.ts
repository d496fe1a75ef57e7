/** The progress of a long command. `bytes`: read so far. */
type Advance = {
  readonly rows: number;
  readonly rejected: number;
  readonly bytes: number;
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

/** `412,000 rows, 55,120 rows/s, 37%, 0:12 left, 3 rejected`. */
const describe = ({ rows, rejected, bytes, codes }: Advance, totalBytes: number | null, elapsedMs: number): string => {
  const share = totalBytes === null || totalBytes === 0 ? 0 : Math.min(1, bytes / totalBytes);
  return [
    `${count(rows)} rows`,
    elapsedMs > 0 ? `${count((rows * 1000) / elapsedMs)} rows/s` : '',
    share > 0 ? `${Math.floor(share * 100)}%` : '',
    share > 0 && share < 1 ? `${clock((elapsedMs * (1 - share)) / share)} left` : '',
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

/**
 * Shows how much of its input a command has read.
 *
 * @param totalBytes what `bytes` will be at the end; null if it is not known: then no share and no time left is shown.
 */
export const makeProgress = (
  terminal: Terminal,
  totalBytes: number | null,
  options: ProgressOptions = {},
): Progress => {
  const line = makeProgressLine(terminal, options);
  return {
    update: (advance) => line.update((elapsedMs) => describe(advance, totalBytes, elapsedMs)),
    end: line.end,
  };
};
