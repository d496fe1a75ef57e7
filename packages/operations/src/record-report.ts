import type {
  ReconciliationRecords,
  RecordingObstacle,
} from '@carryover/adapters-persistence/admin/reconciliation-records';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Report } from './report/report.ts';

/** The reason why a reconciliation is not recorded: an obstacle that is known before it begins, or a failure of the database at its end. */
export type Unrecorded = RecordingObstacle | StoreFailure;

/**
 * Records a reconciliation with control totals, for `supplier complete`. The report is complete without the record, so no
 * failure here takes it away.
 *
 * @returns null if it is recorded, or if it has no control totals.
 */
export const recordReport = (
  reconciliations: ReconciliationRecords,
  supplier: NamedSupplier,
  { reportId, madeBy, snapshotAt, comparison, controlFile }: Report,
): T.Task<Unrecorded | null> =>
  comparison === null
    ? T.of(null)
    : pipe(
        reconciliations.add(supplier, {
          id: reportId,
          snapshotAt,
          verdict: comparison.verdict,
          controlFileSha256: controlFile?.sha256 ?? null,
          performedBy: madeBy,
        }),
        TE.getOrElseW(T.of),
      );

const REASONS: Readonly<Record<RecordingObstacle, string>> = {
  database_read_only: 'the database takes no changes (a read replica or standby)',
  role_not_permitted: "the database's role may not insert into the table reconciliation (docs/sql/roles.sql)",
};

const reasonOf = (unrecorded: Unrecorded): string =>
  typeof unrecorded === 'string' ? REASONS[unrecorded] : `the database failed: ${causeMessage(unrecorded.cause)}`;

/** Returns the sentence that a reconciliation is not recorded. */
export const describeUnrecorded = (unrecorded: Unrecorded): string =>
  `This reconciliation is not recorded, because ${reasonOf(unrecorded)}: supplier complete --proven does not count it.`;
