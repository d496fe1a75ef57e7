import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { MigrationProof } from '@carryover/application/ports/operator-work';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { Verdict } from '@carryover/domain/total-comparison';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { forReading } from '../orm.ts';
import { ReconciliationEntity } from '../schema/entities.ts';
import { firstIdOf } from '../schema/record-ids.ts';
import { oneOf, orNull } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { codeOf, stored } from '../sql/store-failure.ts';

/** A reconciliation with control totals. */
export type ReconciliationRecord = {
  /** The id of the report. */
  readonly id: string;
  readonly snapshotAt: Date;
  readonly verdict: Verdict;
  /** SHA-256 of the file with the control totals, in lower-case hexadecimal. */
  readonly controlFileSha256: string | null;
  readonly performedBy: string;
};

/** The reason why a reconciliation cannot be recorded: a read replica takes no changes, or the database's role may not add. */
export type RecordingObstacle = 'database_read_only' | 'role_not_permitted';

const OBSTACLES: Readonly<Record<string, RecordingObstacle>> = {
  25006: 'database_read_only',
  42501: 'role_not_permitted',
};

/** Returns the reason why a record was not added; null if the error is another one. */
export const recordingObstacleOf = (error: unknown): RecordingObstacle | null => OBSTACLES[codeOf(error)] ?? null;

const OBSTACLE = `
  select case when current_setting('transaction_read_only')::boolean then 'database_read_only'
              when not has_table_privilege('reconciliation', 'insert') then 'role_not_permitted' end as obstacle`;

const obstacleRow = t.type({ obstacle: orNull(oneOf(['database_read_only', 'role_not_permitted'])) });

// The ids of imports are ordered by time, so that the index on them leads to those of the last minutes: `received_at` has
// none. A clock that was set back by less than the margin does no harm.
const IMPORTED_SINCE = `
  select true as found from accepted_import i join account a on a.id = i.account_id
  where a.supplier_id = $1 and i.received_at >= $2::timestamptz and i.id >= $3::uuid limit 1`;

// Apart from the imports: a cluster refuses a condition that asks two tables on several nodes (ADR 28).
const UNDONE_SINCE = `
  select true as found from import_undo u join account a on a.id = u.account_id
  where a.supplier_id = $1 and u.undone_at >= $2::timestamptz limit 1`;

const change = t.type({ found: t.literal(true) });

const MARGIN_MS = 600_000;

/** The records of reconciliations. They are only added, never changed. */
export const makePostgresReconciliationRecords = (em: EntityManager) => ({
  /** Returns the reason why `add` would record nothing; null if there is none. */
  obstacle: (): Stored<RecordingObstacle | null> =>
    stored(async () => (await readRow(em, obstacleRow, OBSTACLE))?.obstacle ?? null),
  /** @returns the reason why nothing was recorded; null if the reconciliation was. */
  add: (supplier: NamedSupplier, record: ReconciliationRecord): Stored<RecordingObstacle | null> =>
    stored(async () => {
      try {
        await em.fork().insert(ReconciliationEntity, { supplierId: supplier.id, ...record });
        return null;
      } catch (error) {
        const obstacle = recordingObstacleOf(error);
        if (obstacle === null) throw error;
        return obstacle;
      }
    }),
  /** The supplier's latest ones, latest first. */
  list: (supplier: NamedSupplier, limit: number): Stored<ReadonlyArray<ReconciliationRecord>> =>
    stored(async () => {
      const options = { orderBy: { recordedAt: 'desc' }, limit } as const;
      return forReading(em).find(ReconciliationEntity, { supplierId: supplier.id }, options);
    }),
  /** The latest one that agreed, if nothing was imported or undone since its snapshot; else null. */
  proofOf: (supplier: NamedSupplier): Stored<MigrationProof | null> =>
    stored(async () => {
      const where = { supplierId: supplier.id, verdict: 'agree' } as const;
      const latest = await forReading(em).findOne(ReconciliationEntity, where, { orderBy: { snapshotAt: 'desc' } });
      if (latest === null) return null;
      const { id, snapshotAt } = latest;
      const since = [supplier.id, snapshotAt.toISOString()];
      const firstId = firstIdOf(snapshotAt.getTime() - MARGIN_MS);
      const imported = await readRows(em, change, IMPORTED_SINCE, [...since, firstId]);
      const undone = await readRows(em, change, UNDONE_SINCE, since);
      return imported.length === 0 && undone.length === 0 ? { id, snapshotAt } : null;
    }),
});

export type ReconciliationRecords = ReturnType<typeof makePostgresReconciliationRecords>;
