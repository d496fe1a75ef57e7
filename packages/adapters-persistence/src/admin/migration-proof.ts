import type { NamedSupplier } from '@carryover/application/ports/administration';
import { PROOF_GAPS, type ProofGap, type Proven } from '@carryover/application/ports/operator-work';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { firstIdOf } from '../schema/record-ids.ts';
import { moment } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { readCleanVerification } from './storage-verifications.ts';

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

// One of the client that covers everything comes before one that does not, however late: only the first can prove.
const LATEST_AGREED = `
  select r.id, to_json(r.snapshot_at)#>>'{}' as "snapshotAt", r.control_totals as "controlTotals", r.covers_all as "coversAll",
         coalesce(r.control_totals->>'set' = (
           select s.name from control_total_registration c join control_total_set s on s.id = c.set_id
           where c.supplier_id = $1 order by c.registered_at desc, c.set_id desc limit 1), false) as "isLatestSet"
  from reconciliation r where r.supplier_id = $1 and r.verdict = 'agree'
  order by (r.control_totals->>'source' = 'client' and r.covers_all) desc, r.snapshot_at desc limit 1`;

const agreedRow = t.type({
  id: t.string,
  snapshotAt: moment,
  controlTotals: t.UnknownRecord,
  coversAll: t.boolean,
  isLatestSet: t.boolean,
});

const clientsTotals = t.type({
  source: t.literal('client'),
  set: t.string,
  key_prefix: t.string,
  registered_at: t.string,
  sha256: t.string,
});

const MARGIN_MS = 600_000;

/**
 * Returns the reconciliation that proves a migration, or what is missing (decisions 20): the client's latest set of control totals
 * agrees over all that is stored, and what is stored is what was accepted, both after the last import or undo.
 */
export const makeProofOf =
  (em: EntityManager) =>
  (supplier: NamedSupplier): Stored<Proven> =>
    stored(async () => {
      const latest = await readRow(em, agreedRow, LATEST_AGREED, [supplier.id]);
      const verified = await readCleanVerification(em, supplier);
      const unverified: ReadonlyArray<ProofGap> = verified === null ? ['storage_not_verified'] : [];
      if (latest === null) return { proof: null, missing: ['no_agreeing_reconciliation', ...unverified] };
      const { id, snapshotAt, controlTotals, coversAll, isLatestSet } = latest;
      const since = [supplier.id, snapshotAt.toISOString()];
      const firstId = firstIdOf(snapshotAt.getTime() - MARGIN_MS);
      const imported = await readRows(em, change, IMPORTED_SINCE, [...since, firstId]);
      const undone = await readRows(em, change, UNDONE_SINCE, since);
      const isOfClient = clientsTotals.is(controlTotals);
      const gaps: Readonly<Record<ProofGap, boolean>> = {
        no_agreeing_reconciliation: false,
        not_totals_of_client: !isOfClient,
        set_superseded: isOfClient && !isLatestSet,
        not_all_compared: !coversAll,
        storage_not_verified: verified === null,
        changed_since: imported.length > 0 || undone.length > 0,
      };
      const missing = PROOF_GAPS.filter((gap) => gaps[gap]);
      if (!isOfClient || missing.length > 0) return { proof: null, missing };
      const { set, key_prefix: keyPrefix, registered_at: registeredAt, sha256 } = controlTotals;
      return { proof: { id, snapshotAt, set, keyPrefix, registeredAt: new Date(registeredAt), sha256 }, missing: [] };
    });
