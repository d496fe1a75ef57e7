import {
  RECONCILIATION_STEPS,
  type ReconciliationProgress,
} from '@carryover/application/operator/reconciliation/progress';
import type { JobResult } from '@carryover/application/ports/console/reconciliation-jobs';
import { VERDICTS } from '@carryover/domain/proof/compare-totals';
import * as t from 'io-ts';
import { oneOf, orNull } from './stored-value.ts';

/** The progress of a job, as JSON. */
export const jobProgress: t.Type<ReconciliationProgress, unknown> = t.type({
  step: oneOf(RECONCILIATION_STEPS),
  done: t.number,
  share: orNull(t.number),
});

/** The figures of a job that was completed, as JSON. */
export const jobResult: t.Type<JobResult, unknown> = t.type({
  reportId: t.string,
  verdict: oneOf(VERDICTS),
  compared: t.number,
  unread: t.number,
  byCause: t.type({
    lost: t.number,
    doubled: t.number,
    amount: t.number,
    moved: t.number,
    unexpected: t.number,
  }),
});

export const JOB_OUTCOMES = ['finished', 'failed', 'interrupted'] as const;
