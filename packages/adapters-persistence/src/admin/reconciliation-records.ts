import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { Verdict } from '@carryover/domain/total-comparison';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { forReading } from '../orm.ts';
import { ReconciliationEntity } from '../schema/entities.ts';
import { oneOf, orNull } from '../schema/stored-values.ts';
import { readRow } from '../sql/query.ts';
import { codeOf, stored } from '../sql/store-failure.ts';

/** A reconciliation with control totals. */
export type ReconciliationRecord = {
  /** The id of the report. */
  readonly id: string;
  readonly snapshotAt: Date;
  /** The commit position below which it read all records. */
  readonly readBelow: string;
  readonly verdict: Verdict;
  /** `control_totals` and `coverage` of the report. */
  readonly controlTotals: Readonly<Record<string, unknown>>;
  readonly coverage: Readonly<Record<string, unknown>>;
  readonly coversAll: boolean;
  /** Totals that differ. */
  readonly differing: number;
  readonly performedBy: string;
};

/** The reason why a reconciliation cannot be recorded: a read replica takes no changes, or the database's role may not add. */
export type RecordingObstacle = 'database_read_only' | 'role_not_permitted';

const OBSTACLES: Readonly<Record<string, RecordingObstacle>> = {
  25006: 'database_read_only',
  42501: 'role_not_permitted',
};

/** Adds a record. @returns the reason why nothing was recorded; null if it was. */
export const addRecord = (add: () => Promise<unknown>): Stored<RecordingObstacle | null> =>
  stored(async () => {
    try {
      await add();
      return null;
    } catch (error) {
      const obstacle = OBSTACLES[codeOf(error)];
      if (obstacle === undefined) throw error;
      return obstacle;
    }
  });

const OBSTACLE = `
  select case when current_setting('transaction_read_only')::boolean then 'database_read_only'
              when not has_table_privilege('reconciliation', 'insert') then 'role_not_permitted' end as obstacle`;

const obstacleRow = t.type({ obstacle: orNull(oneOf(['database_read_only', 'role_not_permitted'])) });

/** The records of reconciliations. They are only added, never changed. */
export const makePostgresReconciliationRecords = (em: EntityManager) => ({
  /** Returns the reason why `add` would record nothing; null if there is none. */
  obstacle: (): Stored<RecordingObstacle | null> =>
    stored(async () => (await readRow(em, obstacleRow, OBSTACLE))?.obstacle ?? null),
  /** @returns the reason why nothing was recorded; null if the reconciliation was. */
  add: (supplier: NamedSupplier, record: ReconciliationRecord): Stored<RecordingObstacle | null> =>
    addRecord(() => em.fork().insert(ReconciliationEntity, { supplierId: supplier.id, ...record })),
  /** The supplier's latest ones, latest first. */
  list: (supplier: NamedSupplier, limit: number): Stored<ReadonlyArray<ReconciliationRecord>> =>
    stored(async () => {
      const options = { orderBy: { recordedAt: 'desc' }, limit } as const;
      return forReading(em).find(ReconciliationEntity, { supplierId: supplier.id }, options);
    }),
});

export type ReconciliationRecords = ReturnType<typeof makePostgresReconciliationRecords>;
