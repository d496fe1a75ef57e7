import type {
  ReconciliationRecords,
  RecordingObstacle,
} from '@carryover/application/ports/operator/reconciliation/reconciliation-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow, readRows } from '../../driver/query.ts';
import { codeOf, stored } from '../../driver/store-failure.ts';
import { forReading } from '../../orm.ts';
import { firstIdOf } from '../../queries/import-records.ts';
import { ReconciliationEntity } from '../../schema/entities.ts';
import { oneOf, orNull } from '../../schema/stored-values.ts';

const OBSTACLES: Readonly<Record<string, RecordingObstacle>> = {
  25006: 'database_read_only',
  42501: 'role_not_permitted',
};

const OBSTACLE = `
  select case when current_setting('transaction_read_only')::boolean then 'database_read_only'
              when not has_table_privilege('reconciliation', 'insert') then 'role_not_permitted' end as obstacle`;

const obstacleRow = t.type({ obstacle: orNull(oneOf(['database_read_only', 'role_not_permitted'])) });

// The ids of imports are ordered by time, so that the index on them leads to those of the last minutes: `received_at` has
// none. A clock that was set back by less than the margin does no harm.
const IMPORTED_SINCE = `
  select true as found from accepted_import i join account a on a.id = i.account_id
  where a.supplier_id = $1 and i.received_at >= $2::timestamptz and i.id >= $3::uuid limit 1`;

// Apart from the imports: Citus refuses a condition that asks two tables on several nodes (ADR 28).
const UNDONE_SINCE = `
  select true as found from import_undo u join account a on a.id = u.account_id
  where a.supplier_id = $1 and u.undone_at >= $2::timestamptz limit 1`;

const change = t.type({ found: t.literal(true) });

const MARGIN_MS = 600_000;

export const makePostgresReconciliationRecords = (em: EntityManager): ReconciliationRecords => ({
  obstacle: () => stored(async () => (await readRow(em, obstacleRow, OBSTACLE))?.obstacle ?? null),
  add: (supplier, record) =>
    stored(async () => {
      try {
        await em.fork().insert(ReconciliationEntity, { supplierId: supplier.id, ...record });
        return null;
      } catch (error) {
        const obstacle = OBSTACLES[codeOf(error)];
        if (obstacle === undefined) throw error;
        return obstacle;
      }
    }),
  list: (supplier, limit) =>
    stored(async () => {
      const options = { orderBy: { recordedAt: 'desc' }, limit } as const;
      return forReading(em).find(ReconciliationEntity, { supplierId: supplier.id }, options);
    }),
  proofOf: (supplier) =>
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
