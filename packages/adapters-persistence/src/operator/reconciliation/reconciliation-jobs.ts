import type {
  JobEnd,
  ReconciliationJob,
  ReconciliationJobs,
} from '@carryover/application/ports/console/reconciliation-jobs';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { query, readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import { JOB_OUTCOMES, jobProgress, jobResult, moment, oneOf, orNull } from '../../schema/stored-values.ts';

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
  outcome: orNull(oneOf(JOB_OUTCOMES)),
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

export const makePostgresReconciliationJobs = (em: EntityManager): ReconciliationJobs => {
  const jobs = async (rest: string, parameters: ReadonlyArray<unknown>) =>
    (await readRows(em, jobRow, `${JOBS} ${rest}`, parameters)).map(toJob);
  return {
    start: ({ id, supplierId, startedBy, host, processId, fileName }) =>
      stored(async () => {
        await query(em, END_SILENT, [supplierId]);
        return (await query(em, START, [id, supplierId, startedBy, host, processId, fileName])).length === 1;
      }),
    report: (id, progress) =>
      stored(async () => (await query(em, REPORT, [id, progress && JSON.stringify(progress)])).length === 1),
    end: (id, end) =>
      stored(async () => {
        const result = end.outcome === 'finished' ? JSON.stringify(end.result) : null;
        await query(em, END, [id, end.outcome, result, end.outcome === 'failed' ? end.detail : null]);
      }),
    find: (id) => stored(async () => (await jobs('where id = $1', [id]))[0] ?? null),
    list: (supplierId, limit) =>
      stored(() => jobs('where supplier_id = $1 order by id desc limit $2', [supplierId, limit])),
    runningOn: (host) => stored(() => jobs('where host = $1 and outcome is null', [host])),
  };
};
