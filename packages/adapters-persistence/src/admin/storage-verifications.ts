import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { LatestCheck, RecordedCheck } from '@carryover/domain/storage-check';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { forReading } from '../orm.ts';
import { StorageVerificationEntity } from '../schema/entities.ts';
import { moment } from '../schema/stored-values.ts';
import type { Read } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { changedSince, LATEST_DATA_FIRST } from './changed-since.ts';
import { addRecord, type RecordingObstacle } from './reconciliation-records.ts';

/** @property readBelow - the commit position below which it read all records. */
type StorageVerification = RecordedCheck & { readonly readBelow: string };

/** The order of a supplier's checks, the latest first. Of two at the same time, the one with more findings. */
export const LATEST_CHECK_FIRST = `${LATEST_DATA_FIRST}, findings desc`;

const LATEST = `
  select id, to_json(snapshot_at)#>>'{}' as "snapshotAt", read_below::text as "readBelow", findings,
         not_compared as "notCompared", compared_by_digest as "comparedByDigest", performed_by as "performedBy"
  from storage_verification where supplier_id = $1
  order by ${LATEST_CHECK_FIRST} limit 1`;
const verificationRow = t.type({
  id: t.string,
  snapshotAt: moment,
  readBelow: t.string,
  findings: t.number,
  notCompared: t.number,
  comparedByDigest: t.number,
  performedBy: t.string,
});

/** Returns the check of the latest data, whatever it found; null if there is none. */
export const readLatestCheck = async (read: Read, supplierId: string): Promise<LatestCheck | null> => {
  const [latest] = await read(verificationRow, LATEST, [supplierId]);
  if (latest === undefined) return null;
  const { readBelow, ...check } = latest;
  return { ...check, changedSince: await changedSince(read, supplierId, readBelow) };
};

/** A check that compared all imports below `readBelow` with their payloads and found nothing, recorded at the position `recordedAt`. */
export type CleanCheck = { readonly readBelow: bigint; readonly recordedAt: bigint };

const CLEAN = `
  select read_below::text as "readBelow", commit_position::text as "recordedAt" from storage_verification
  where supplier_id = $1 and findings = 0 and not_compared = 0`;
const cleanRow = t.type({ readBelow: t.string, recordedAt: t.string });

export const readCleanChecks = async (read: Read, supplierId: string): Promise<ReadonlyArray<CleanCheck>> =>
  (await read(cleanRow, CLEAN, [supplierId])).map(({ readBelow, recordedAt }) => ({
    readBelow: BigInt(readBelow),
    recordedAt: BigInt(recordedAt),
  }));

/** The verifications of stored data. They are only added, never changed. */
export const makePostgresStorageVerifications = (em: EntityManager) => ({
  /** @returns the reason why nothing was recorded; null if the verification was. */
  add: (supplier: NamedSupplier, verification: StorageVerification): Stored<RecordingObstacle | null> =>
    addRecord(() => em.fork().insert(StorageVerificationEntity, { supplierId: supplier.id, ...verification })),
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
