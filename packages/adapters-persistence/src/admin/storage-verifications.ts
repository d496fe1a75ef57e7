import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { forReading } from '../orm.ts';
import { StorageVerificationEntity } from '../schema/entities.ts';
import { readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { type RecordingObstacle, recordingObstacleOf } from './reconciliation-records.ts';

/** A verification of all that is stored for a supplier (decisions 20). */
export type StorageVerification = {
  readonly id: string;
  readonly snapshotAt: Date;
  /** The commit position below which it read all records. */
  readonly verifiedBelow: string;
  readonly findings: number;
  /** Imports whose rows were not compared. */
  readonly notCompared: number;
  readonly performedBy: string;
};

// Apart: a cluster refuses a condition that asks two tables on several nodes (ADR 28).
const IMPORTED_SINCE = `
  select true as found from accepted_import i where i.supplier_id = $1 and i.commit_position >= $2::bigint limit 1`;
const UNDONE_SINCE = `
  select true as found from import_undo u join account a on a.id = u.account_id
  where a.supplier_id = $1 and u.commit_position >= $2::bigint limit 1`;
const change = t.type({ found: t.literal(true) });

/** Returns the latest verification, if it compared all imports, has no findings, and nothing was imported or undone since; else null. */
export const readCleanVerification = async (
  em: EntityManager,
  supplier: NamedSupplier,
): Promise<StorageVerification | null> => {
  const options = { orderBy: { snapshotAt: 'desc' } } as const;
  const latest = await forReading(em).findOne(StorageVerificationEntity, { supplierId: supplier.id }, options);
  if (latest === null || latest.findings > 0 || latest.notCompared > 0) return null;
  const since = [supplier.id, latest.verifiedBelow];
  const imported = await readRow(em, change, IMPORTED_SINCE, since);
  const undone = await readRow(em, change, UNDONE_SINCE, since);
  return imported === null && undone === null ? latest : null;
};

/** The verifications of stored data. They are only added, never changed. */
export const makePostgresStorageVerifications = (em: EntityManager) => ({
  /** @returns the reason why nothing was recorded; null if the verification was. */
  add: (supplier: NamedSupplier, verification: StorageVerification): Stored<RecordingObstacle | null> =>
    stored(async () => {
      try {
        await em.fork().insert(StorageVerificationEntity, { supplierId: supplier.id, ...verification });
        return null;
      } catch (error) {
        const obstacle = recordingObstacleOf(error);
        if (obstacle === null) throw error;
        return obstacle;
      }
    }),
  /** The supplier's latest ones, latest first. */
  list: (supplier: NamedSupplier, limit: number): Stored<ReadonlyArray<StorageVerification>> =>
    stored(async () =>
      forReading(em).find(
        StorageVerificationEntity,
        { supplierId: supplier.id },
        { orderBy: { recordedAt: 'desc' }, limit },
      ),
    ),
});
