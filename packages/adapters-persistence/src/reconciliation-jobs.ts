import type { Stored } from '@carryover/application/ports/store-failure';
import { RECONCILIATION_STEPS, type ReconciliationProgress } from '@carryover/application/reconciliation/progress';
import { VERDICTS } from '@carryover/domain/total-comparison';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, oneOf, orNull } from './schema/stored-values.ts';
import { query, readRows } from './sql/query.ts';
import { stored } from './sql/store-failure.ts';

/** The progress of a job, as JSON. */
export const jobProgress: t.Type<ReconciliationProgress, unknown> = t.type({
  step: oneOf(RECONCILIATION_STEPS),
  done: t.number,
  share: orNull(t.number),
});

/** The figures of a reconciliation that was completed, as JSON. */
export const jobResult = t.type({
  /** The id of the report. */
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
export type JobResult = Readonly<t.TypeOf<typeof jobResult>>;

/** The end of a job. `detail`: what went wrong and what to do. */
export type JobEnd =
  | { readonly outcome: 'finished'; readonly result: JobResult }
  | { readonly outcome: 'failed'; readonly detail: string }
  | { readonly outcome: 'interrupted' };

/** A reconciliation that the console runs or ran. */
export type ReconciliationJob = {
  /** A UUID of version 7. */
  readonly id: string;
  readonly supplierId: string;
  readonly startedAt: Date;
  readonly startedBy: string;
  /** The machine and process that run it. The machine has its files. */
  readonly host: string;
  readonly processId: number;
  /** The name of the file with the control totals. */
  readonly fileName: string;
  /** null before its first step. */
  readonly progress: ReconciliationProgress | null;
  readonly endedAt: Date | null;
  /** null while it runs. A job whose process has been silent for half a minute is interrupted. */
  readonly end: JobEnd | null;
};

type NewJob = Pick<ReconciliationJob, 'id' | 'supplierId' | 'startedBy' | 'host' | 'processId' | 'fileName'>;

/** A process says every few seconds that it lives. */
const IS_SILENT = `heartbeat_at < now() - interval '30 seconds'`;

const JOBS = `
  select id, supplier_id as "supplierId", to_json(started_at)#>>'{}' as "startedAt", started_by as "startedBy", host,
         process_id as "processId", file_name as "fileName", progress,
         to_json(coalesce(ended_at, case when ${IS_SILENT} then heartbeat_at end))#>>'{}' as "endedAt",
         coalesce(outcome, case when ${IS_SILENT} then 'interrupted' end) as outcome, result, detail
  from reconciliation_job`;

const jobRow = t.type({
  id: t.string,
  supplierId: t.string,
  startedAt: moment,
  startedBy: t.string,
  host: t.string,
  processId: t.number,
  fileName: t.string,
  progress: orNull(jobProgress),
  endedAt: orNull(moment),
  outcome: orNull(oneOf(['finished', 'failed', 'interrupted'])),
  result: orNull(jobResult),
  detail: orNull(t.string),
});

const endOf = ({
  outcome,
  result,
  detail,
}: Pick<t.TypeOf<typeof jobRow>, 'outcome' | 'result' | 'detail'>): JobEnd | null => {
  if (outcome === null || outcome === 'interrupted') return outcome === null ? null : { outcome };
  if (outcome === 'failed') return { outcome, detail: detail ?? '' };
  if (result === null) throw new Error('A finished job has no result.');
  return { outcome, result };
};

const toJob = ({ outcome, result, detail, ...job }: t.TypeOf<typeof jobRow>): ReconciliationJob => ({
  ...job,
  end: endOf({ outcome, result, detail }),
});

const END_SILENT = `
  update reconciliation_job set outcome = 'interrupted', ended_at = heartbeat_at
  where supplier_id = $1 and outcome is null and ${IS_SILENT}`;

const START = `
  insert into reconciliation_job (id, supplier_id, started_by, host, process_id, file_name)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (supplier_id) where outcome is null do nothing
  returning id`;

const REPORT = `
  update reconciliation_job set heartbeat_at = now(), progress = coalesce($2::jsonb, progress)
  where id = $1 and outcome is null returning id`;

const END = `
  update reconciliation_job set outcome = $2, ended_at = now(), result = $3::jsonb, detail = $4
  where id = $1 and outcome is null`;

/** The reconciliations that consoles run, of which each supplier has one at a time over all processes (ADR 37). */
export const makePostgresReconciliationJobs = (em: EntityManager) => {
  const jobs = async (rest: string, parameters: ReadonlyArray<unknown>) =>
    (await readRows(em, jobRow, `${JOBS} ${rest}`, parameters)).map(toJob);
  return {
    /** @returns false if another job of the supplier runs. */
    start: ({ id, supplierId, startedBy, host, processId, fileName }: NewJob): Stored<boolean> =>
      stored(async () => {
        await query(em, END_SILENT, [supplierId]);
        return (await query(em, START, [id, supplierId, startedBy, host, processId, fileName])).length === 1;
      }),
    /** Says that a job still runs. @returns false if it has ended, or was taken for interrupted. */
    report: (id: string, progress: ReconciliationProgress | null): Stored<boolean> =>
      stored(async () => (await query(em, REPORT, [id, progress && JSON.stringify(progress)])).length === 1),
    /** Ends a job that has not ended. */
    end: (id: string, end: JobEnd): Stored<void> =>
      stored(async () => {
        const result = end.outcome === 'finished' ? JSON.stringify(end.result) : null;
        await query(em, END, [id, end.outcome, result, end.outcome === 'failed' ? end.detail : null]);
      }),
    find: (id: string): Stored<ReconciliationJob | null> =>
      stored(async () => (await jobs('where id = $1', [id]))[0] ?? null),
    /** The supplier's latest jobs, latest first. */
    list: (supplierId: string, limit: number): Stored<ReadonlyArray<ReconciliationJob>> =>
      stored(() => jobs('where supplier_id = $1 order by id desc limit $2', [supplierId, limit])),
    /** The jobs of a machine that have not ended. */
    runningOn: (host: string): Stored<ReadonlyArray<ReconciliationJob>> =>
      stored(() => jobs('where host = $1 and outcome is null', [host])),
  };
};

export type ReconciliationJobs = ReturnType<typeof makePostgresReconciliationJobs>;
