import type {
  OnProgress,
  ReconciliationProgress,
  ReconciliationStep,
} from '@carryover/application/reconciliation/progress';
import { count, percent } from '@carryover/report/figures';
import { makeProgressLine, type Terminal } from '@carryover/terminal/progress';

/** The time between lines of progress where there is no terminal. */
const PLAIN_EVERY_MS = 10_000;
/** The database may take minutes before it returns the first total. */
const REPEATED_MS = 1_000;

const megabytes = (bytes: number): string => `${count(Math.round(bytes / 1e6))} MB`;

const STEPS: Readonly<Record<ReconciliationStep, (done: number) => string>> = {
  control_totals: (rows) => `Reading control totals: ${count(rows)} rows`,
  totals: (totals) => `Comparing totals: ${count(totals)}`,
  details: (found) => `Reading moved dates, conflicts and undone imports: ${count(found)}`,
  import_records: (records) => `Reading import records: ${count(records)}`,
  explanations: (explained) => `Explaining differences: ${count(explained)}`,
  reports: (rows) => `Writing reports: ${count(rows)} rows`,
  evidence: (bytes) => `Writing evidence: ${megabytes(bytes)}`,
};

/** `Comparing totals: 412,000, 37.0 %`. */
export const describeProgress = ({ step, done, share }: ReconciliationProgress): string =>
  `${STEPS[step](done)}${share === null ? '' : `, ${percent(share, 1)}`}`;

/** Shows the progress of a reconciliation with the seconds since it began: on a terminal at once, else every ten seconds. */
export const showProgress = (
  terminal: Terminal,
  options = { plainEveryMs: PLAIN_EVERY_MS },
): { readonly onProgress: OnProgress; readonly end: () => void } => {
  const line = makeProgressLine(terminal, options);
  let latest: ReconciliationProgress | null = null;
  const show = (): void => {
    const shown = latest;
    if (shown !== null) line.update((ms) => `${describeProgress(shown)} (${count(Math.floor(ms / 1000))} s)`);
  };
  const timer = setInterval(show, REPEATED_MS);
  return {
    onProgress: (progress) => {
      latest = progress;
      show();
    },
    end: () => {
      clearInterval(timer);
      line.end();
    },
  };
};
