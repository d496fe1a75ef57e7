import type { NamedSupplier } from '@carryover/application/ports/operator/administration';
import type { ReconciliationRecords } from '@carryover/application/ports/operator/reconciliation-records';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Report } from './report.ts';

/** Records a reconciliation with control totals, for `supplier complete`. @returns false if the database takes no changes. */
export const recordReport = (
  reconciliations: ReconciliationRecords,
  supplier: NamedSupplier,
  { reportId, madeBy, snapshotAt, comparison, controlFile }: Report,
): TE.TaskEither<StoreFailure, boolean> =>
  comparison === null
    ? TE.right(true)
    : reconciliations.add(supplier, {
        id: reportId,
        snapshotAt,
        verdict: comparison.verdict,
        controlFileSha256: controlFile?.sha256 ?? null,
        performedBy: madeBy,
      });
