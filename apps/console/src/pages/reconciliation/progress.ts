import { setTimeout as delay } from 'node:timers/promises';
import type { ReconciliationJob } from '@carryover/adapters-persistence/console-jobs';
import { RECONCILIATION_STEPS } from '@carryover/application/reconciliation/progress';
import { describeProgress } from '@carryover/operations/progress-line';
import { jobPath } from './runs.ts';

const ASKED_EVERY_MS = 1_000;

const TITLES: Readonly<Record<(typeof RECONCILIATION_STEPS)[number], string>> = {
  control_totals: 'Control totals',
  totals: 'Compare',
  details: 'Details',
  import_records: 'Import records',
  explanations: 'Explain',
  reports: 'Reports',
  evidence: 'Evidence',
};

/** Values of the template `progress`. */
export const progressOf = ({ id, end, progress, startedAt }: ReconciliationJob) => {
  const at = progress === null ? -1 : RECONCILIATION_STEPS.indexOf(progress.step);
  return {
    path: jobPath(id),
    hasEnded: end !== null,
    sentence: progress === null ? 'Starting' : describeProgress(progress),
    /** null: the browser shows that something happens. */
    percent: progress?.share == null ? null : Math.floor(progress.share * 100),
    seconds: Math.max(0, Math.round((Date.now() - startedAt.getTime()) / 1_000)),
    steps: RECONCILIATION_STEPS.map((step, index) => ({
      title: TITLES[step],
      state: index < at ? 'done' : index === at ? 'now' : 'next',
    })),
  };
};

/**
 * The progress of a job as it changes, up to its end. Any console's: each says in the database how far it is.
 *
 * @param find reads the job.
 * @param show renders its progress.
 */
export async function* progressEvents<Job extends { readonly end: unknown }>(
  find: () => Promise<Job | null>,
  show: (job: Job) => string,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  for (;;) {
    const job = await find();
    if (job === null) return;
    yield show(job);
    if (job.end !== null) return;
    await delay(ASKED_EVERY_MS, undefined, { signal });
  }
}
