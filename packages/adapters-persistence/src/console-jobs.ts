import type { Stored } from '@carryover/application/ports/store-failure';
import { RECONCILIATION_STEPS, type ReconciliationProgress } from '@carryover/application/reconciliation/progress';
import { VERDICTS } from '@carryover/domain/total-comparison';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, oneOf, orNull } from './schema/stored-values.ts';
import { query, readRows } from './sql/query.ts';
import { stored } from './sql/store-failure.ts';

/** The progress of a reconciliation, as JSON. */
const reconciliationProgress: t.Type<ReconciliationProgress, unknown> = t.type({
  step: oneOf(RECONCILIATION_STEPS),
  done: t.number,
  share: orNull(t.number),
});

/** The figures of a reconciliation that was completed, as JSON. */
const reconciliationResult = t.type({
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
export type ReconciliationResult = Readonly<t.TypeOf<typeof reconciliationResult>>;

/** What was compared of the storage so far, as JSON. */
const storageProgress = t.type({ accounts: t.number, imports: t.number, rows: t.number });
export type StorageProgress = Readonly<t.TypeOf<typeof storageProgress>>;

/** The figures of a check of the storage that was completed, as JSON. */
const storageResult = t.intersection([
  storageProgress,
  // Findings of the seals are of the records of all suppliers.
  t.type({
    findings: t.number,
    ofSeals: t.number,
    notCompared: t.number,
    comparedByDigest: t.number,
    snapshotAt: t.string,
  }),
]);
export type StorageResult = Readonly<t.TypeOf<typeof storageResult>>;

/** How far an undo of many imports is, as JSON: it first looks whether all is as it was shown. */
const undoProgress = t.type({
  step: oneOf(['look', 'undo']),
  accounts: t.number,
  imports: t.number,
  of: orNull(t.number),
});
export type UndoProgress = Readonly<t.TypeOf<typeof undoProgress>>;

const total = t.type({ type: t.string, count: t.number, sum: orNull(t.string) });

/** The figures of an undo of many imports, as JSON. */
const undoResult = t.type({
  /** `shown`: a dry run. `changed`: nothing was undone, because it is no longer what was shown; these are the figures of now. */
  outcome: oneOf(['shown', 'changed', 'undone']),
  /** SHA-256 of what is undone and refused, by account. */
  digest: t.string,
  accounts: t.number,
  undone: t.number,
  /** Imports that are not undone, by the code of the reason. */
  refused: t.array(t.type({ code: t.string, count: t.number })),
  /** Accounts that changed while the others were undone, and were left as they are. */
  changedAccounts: t.number,
  /** Items that later imports were answered "already exists" for, and that are gone. */
  missing: t.number,
  /** What is removed, by kind and type of transactions. */
  totals: t.array(total),
  /** Transactions by ledger and type; null if there are too many ledgers. */
  ledgers: orNull(t.array(t.intersection([total, t.type({ account: t.string, ledger: t.string })]))),
});
export type UndoResult = Readonly<t.TypeOf<typeof undoResult>>;

/** The progress and the result of a job, as its process reports them. */
export const jobProgress = t.union([reconciliationProgress, undoProgress, storageProgress]);
export type JobProgress = t.TypeOf<typeof jobProgress>;
export const jobResult = t.union([reconciliationResult, storageResult, undoResult]);
export type JobResult = t.TypeOf<typeof jobResult>;

/** The control totals: a file that was sent, by its name, or a set that the client registered. */
const reconciliationTask = t.union([t.type({ file: t.string }), t.type({ set: t.string })]);
export type ReconciliationTask = Readonly<t.TypeOf<typeof reconciliationTask>>;

/** What is checked: all, or one account, by its service account number. */
const storageTask = t.type({ account: orNull(t.string) });
type StorageTask = Readonly<t.TypeOf<typeof storageTask>>;

/** The imports to undo, and what to do with them. Times are texts of ISO 8601. */
const undoTask = t.type({
  imports: t.union([t.type({ since: t.string, until: t.string }), t.type({ loadId: t.string })]),
  evenIfAnswered: t.boolean,
  /** null: a dry run. Else the reason, and the digest of what was shown. */
  change: orNull(t.type({ reason: t.string, digest: t.string })),
});
export type UndoTask = Readonly<t.TypeOf<typeof undoTask>>;

/** Each supplier has one job of a kind at a time. */
type Kind = 'reconciliation' | 'storage_check' | 'account_check' | 'undo';
export type JobTask = ReconciliationTask | StorageTask | UndoTask;

const kindOf = (task: JobTask): Kind => {
  if ('imports' in task) return 'undo';
  if (!('account' in task)) return 'reconciliation';
  return task.account === null ? 'storage_check' : 'account_check';
};

/** The end of a job. `detail`: what went wrong and what to do. */
export type JobEnd<Result = JobResult> =
  | { readonly outcome: 'finished'; readonly result: Result }
  | { readonly outcome: 'failed'; readonly detail: string }
  | { readonly outcome: 'interrupted' };

/** What consoles do in the background, or did. */
type Job<Task, Progress, Result> = {
  /** A UUID of version 7. */
  readonly id: string;
  readonly supplierId: string;
  readonly task: Task;
  readonly startedAt: Date;
  readonly startedBy: string;
  /** The machine and process that run it. The machine has its files. */
  readonly host: string;
  readonly processId: number;
  /** null before its first step. */
  readonly progress: Progress | null;
  readonly endedAt: Date | null;
  /** null while it runs. A job whose process has been silent for half a minute is interrupted. */
  readonly end: JobEnd<Result> | null;
};
export type ReconciliationJob = Job<ReconciliationTask, ReconciliationProgress, ReconciliationResult>;
export type StorageJob = Job<StorageTask, StorageProgress, StorageResult>;
export type UndoJob = Job<UndoTask, UndoProgress, UndoResult>;
type AnyJob = Job<unknown, unknown, unknown>;

type NewJob = Pick<AnyJob, 'id' | 'supplierId' | 'startedBy' | 'host' | 'processId'> & { readonly task: JobTask };

/** A process says every few seconds that it lives. */
const IS_SILENT = `heartbeat_at < now() - interval '30 seconds'`;

const JOBS = `
  select id, supplier_id as "supplierId", to_json(started_at)#>>'{}' as "startedAt", started_by as "startedBy", host,
         process_id as "processId", task, progress,
         to_json(coalesce(ended_at, case when ${IS_SILENT} then heartbeat_at end))#>>'{}' as "endedAt",
         coalesce(outcome, case when ${IS_SILENT} then 'interrupted' end) as outcome, result, detail
  from console_job`;

const rowOf = <Task, Progress, Result>(
  task: t.Type<Task, unknown>,
  progress: t.Type<Progress, unknown>,
  result: t.Type<Result, unknown>,
) =>
  t.type({
    id: t.string,
    supplierId: t.string,
    startedAt: moment,
    startedBy: t.string,
    host: t.string,
    processId: t.number,
    task,
    progress: orNull(progress),
    endedAt: orNull(moment),
    outcome: orNull(oneOf(['finished', 'failed', 'interrupted'])),
    result: orNull(result),
    detail: orNull(t.string),
  });

const storageRow = rowOf(storageTask, storageProgress, storageResult);

type Ended<Result> = {
  readonly outcome: 'finished' | 'failed' | 'interrupted' | null;
  readonly result: Result | null;
  readonly detail: string | null;
};

const endOf = <Result>({ outcome, result, detail }: Ended<Result>): JobEnd<Result> | null => {
  if (outcome === null || outcome === 'interrupted') return outcome === null ? null : { outcome };
  if (outcome === 'failed') return { outcome, detail: detail ?? '' };
  if (result === null) throw new Error('A finished job has no result.');
  return { outcome, result };
};

const END_SILENT = `
  update console_job set outcome = 'interrupted', ended_at = heartbeat_at
  where supplier_id = $1 and kind = $2 and outcome is null and ${IS_SILENT}`;

const START = `
  insert into console_job (id, supplier_id, kind, task, started_by, host, process_id)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (supplier_id, kind) where outcome is null do nothing
  returning id`;

const REPORT = `
  update console_job set heartbeat_at = now(), progress = coalesce($2::jsonb, progress)
  where id = $1 and outcome is null returning id`;

const END = `
  update console_job set outcome = $2, ended_at = now(), result = $3::jsonb, detail = $4
  where id = $1 and outcome is null`;

const RUNNING = 'select id, process_id as "processId" from console_job where host = $1 and outcome is null';
const runningRow = t.type({ id: t.string, processId: t.number });

/** Reads the jobs of some kinds. */
const reader = <Task, Progress, Result>(
  em: EntityManager,
  kinds: ReadonlyArray<Kind>,
  row: ReturnType<typeof rowOf<Task, Progress, Result>>,
) => {
  const read = async (
    rest: string,
    ...parameters: ReadonlyArray<unknown>
  ): Promise<ReadonlyArray<Job<Task, Progress, Result>>> =>
    (await readRows(em, row, `${JOBS} where kind = any($1) and ${rest}`, [kinds, ...parameters])).map(
      ({ outcome, result, detail, ...job }) => ({ ...job, end: endOf<Result>({ outcome, result, detail }) }),
    );
  return {
    find: (id: string) => stored(async () => (await read('id = $2', id))[0] ?? null),
    /** The supplier's latest jobs, latest first. */
    list: (supplierId: string, limit: number) =>
      stored(() => read('supplier_id = $2 order by id desc limit $3', supplierId, limit)),
    /** The latest job with this task. */
    latest: (supplierId: string, task: Task) =>
      stored(
        async () =>
          (
            await read(
              'supplier_id = $2 and task = $3::jsonb order by id desc limit 1',
              supplierId,
              JSON.stringify(task),
            )
          )[0] ?? null,
      ),
  };
};

/** What consoles do in the background, of each supplier one of a kind at a time over all processes (ADR 37). */
export const makePostgresConsoleJobs = (em: EntityManager) => ({
  /** @returns false if another job of the kind runs for the supplier. */
  start: ({ id, supplierId, task, startedBy, host, processId }: NewJob): Stored<boolean> =>
    stored(async () => {
      const kind = kindOf(task);
      await query(em, END_SILENT, [supplierId, kind]);
      const values = [id, supplierId, kind, JSON.stringify(task), startedBy, host, processId];
      return (await query(em, START, values)).length === 1;
    }),
  /** Says that a job still runs. @returns false if it has ended, or was taken for interrupted. */
  report: (id: string, progress: JobProgress | null): Stored<boolean> =>
    stored(async () => (await query(em, REPORT, [id, progress && JSON.stringify(progress)])).length === 1),
  /** Ends a job that has not ended. */
  end: (id: string, end: JobEnd): Stored<void> =>
    stored(async () => {
      const result = end.outcome === 'finished' ? JSON.stringify(end.result) : null;
      await query(em, END, [id, end.outcome, result, end.outcome === 'failed' ? end.detail : null]);
    }),
  /** The jobs of a machine that have not ended. */
  runningOn: (host: string): Stored<ReadonlyArray<{ readonly id: string; readonly processId: number }>> =>
    stored(() => readRows(em, runningRow, RUNNING, [host])),
  reconciliations: reader(
    em,
    ['reconciliation'],
    rowOf(reconciliationTask, reconciliationProgress, reconciliationResult),
  ),
  undos: reader(em, ['undo'], rowOf(undoTask, undoProgress, undoResult)),
  storageChecks: {
    ...reader(em, ['storage_check', 'account_check'], storageRow),
    /** The supplier's latest checks of all accounts, latest first: however many there were of single accounts. */
    list: reader(em, ['storage_check'], storageRow).list,
  },
});

export type ConsoleJobs = ReturnType<typeof makePostgresConsoleJobs>;
