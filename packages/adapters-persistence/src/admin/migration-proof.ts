import type { NamedSupplier } from '@carryover/application/ports/administration';
import { PROOF_GAPS, type ProofGap, type Proven } from '@carryover/application/ports/operator-work';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { LatestCheck } from '@carryover/domain/storage-check';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment } from '../schema/stored-values.ts';
import { readerOf } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { changedSince, LATEST_DATA_FIRST } from './changed-since.ts';
import { readLatestCheck } from './storage-verifications.ts';

// With the client's latest set, the reconciliation of the latest data, whatever its verdict. Without one, what agreed: with totals of
// the client that cover everything, else another, which tells what is missing.
const DECISIVE = `
  with latest_set as (
    select s.name from control_total_registration c join control_total_set s on s.id = c.set_id
    where c.supplier_id = $1 order by c.registered_at desc, c.set_id desc limit 1),
  candidate as (
    select r.*, r.control_totals->>'source' = 'client' as of_client,
           coalesce(r.control_totals->>'set' = (select name from latest_set), false) as is_latest_set
    from reconciliation r where r.supplier_id = $1)
  select id, to_json(snapshot_at)#>>'{}' as "snapshotAt", read_below::text as "readBelow", verdict,
         control_totals as "controlTotals", covers_all as "coversAll", is_latest_set as "isLatestSet",
         bool_or(verdict = 'agree') over () as "hasAgreed"
  from candidate where is_latest_set or verdict = 'agree'
  order by is_latest_set desc, not is_latest_set and of_client and covers_all desc, ${LATEST_DATA_FIRST}
  limit 1`;

const decisiveRow = t.type({
  id: t.string,
  snapshotAt: moment,
  readBelow: t.string,
  verdict: t.string,
  controlTotals: t.UnknownRecord,
  coversAll: t.boolean,
  isLatestSet: t.boolean,
  /** This one, or an earlier one. */
  hasAgreed: t.boolean,
});

const clientsTotals = t.type({
  source: t.literal('client'),
  set: t.string,
  key_prefix: t.string,
  registered_at: t.string,
  sha256: t.string,
});

/** What a check of the storage leaves to be shown. */
const gapsOf = (check: LatestCheck | null): ReadonlyArray<ProofGap> => {
  if (check === null) return ['storage_not_verified'];
  const { findings, notCompared, changedSince: isOld } = check;
  const ofResult: ReadonlyArray<ProofGap> =
    findings > 0 ? ['storage_findings'] : notCompared > 0 ? ['storage_not_all_compared'] : [];
  return isOld ? [...ofResult, 'storage_not_verified'] : ofResult;
};

/**
 * Returns the reconciliation that proves a migration, or what is missing (decisions 20): the client's latest set of control totals
 * agrees over all that is stored, and what is stored is what was accepted, both after the last import or undo, and both by the latest
 * reconciliation and the latest check.
 */
export const makeProofOf =
  (em: EntityManager) =>
  (supplier: NamedSupplier): Stored<Proven> =>
    stored(async () => {
      const read = readerOf(em);
      const [decisive] = await read(decisiveRow, DECISIVE, [supplier.id]);
      const storageCheck = await readLatestCheck(read, supplier.id);
      const ofStorage = gapsOf(storageCheck);
      if (decisive === undefined)
        return { proof: null, missing: ['no_agreeing_reconciliation', ...ofStorage], storageCheck };
      const { id, snapshotAt, readBelow, verdict, controlTotals, coversAll, isLatestSet, hasAgreed } = decisive;
      const isOfClient = clientsTotals.is(controlTotals);
      const agrees = verdict === 'agree';
      const gaps: Readonly<Partial<Record<ProofGap, boolean>>> = {
        no_agreeing_reconciliation: !hasAgreed,
        latest_not_agreeing: hasAgreed && !agrees,
        not_totals_of_client: !isOfClient,
        set_superseded: isOfClient && !isLatestSet,
        not_all_compared: agrees && !coversAll,
        changed_since: agrees && (await changedSince(read, supplier.id, readBelow)),
      };
      const missing = PROOF_GAPS.filter((gap) => gaps[gap] === true || ofStorage.includes(gap));
      if (!isOfClient || missing.length > 0) return { proof: null, missing, storageCheck };
      const { set, key_prefix: keyPrefix, registered_at: registeredAt, sha256 } = controlTotals;
      const proof = { id, snapshotAt, set, keyPrefix, registeredAt: new Date(registeredAt), sha256 };
      return { proof, missing: [], storageCheck };
    });
