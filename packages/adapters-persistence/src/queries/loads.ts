import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { FIRST_ID } from '../schema/record-ids.ts';
import { moment, orNull } from '../schema/stored-values.ts';
import { readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

const load = t.type({
  organisationId: t.string,
  organisation: t.string,
  /** Empty if the requests name no supplier of the organisation. */
  supplierCode: t.string,
  /** null: the requests that name no load. */
  loadId: orNull(t.string),
  accepted: t.number,
  refused: t.number,
  dryRuns: t.number,
  undone: t.number,
  /** The items that were sent, and those of them that are stored. */
  items: t.number,
  storedItems: t.number,
  /** The ten seconds of the first and of the last request. */
  firstSlot: moment,
  lastSlot: moment,
});
/** The import records of a supplier that name the same load, or none. */
export type Load = Readonly<t.TypeOf<typeof load>>;

/** The position of a load in the list. */
export type LoadPosition = Pick<Load, 'lastSlot' | 'organisationId' | 'supplierCode' | 'loadId'>;

// The rows are few: one for each load, kept beside the imports (ADR 39).
const LOADS = `
  select l.organisation_id as "organisationId", o.name as organisation, l.supplier_code as "supplierCode",
         nullif(l.load_id, '${FIRST_ID}') as "loadId", l.accepted::float8, l.refused::float8,
         l.dry_runs::float8 as "dryRuns", l.undone::float8, l.items::float8, l.stored_items::float8 as "storedItems",
         to_json(l.first_slot)#>>'{}' as "firstSlot", to_json(l.last_slot)#>>'{}' as "lastSlot"
  from load_total l
  join organisation o on o.id = l.organisation_id
  where ($1::uuid is null or (l.organisation_id = $1 and l.supplier_code = $2)) and ($3::text[] is null or o.name = any($3))
    and ($4::timestamptz is null
      or (l.last_slot, l.load_id, l.organisation_id, l.supplier_code) < ($4, $5::uuid, $6::uuid, $7::text collate "C"))
    and ($8::uuid is null or l.load_id = $8)
  order by l.last_slot desc, l.load_id desc, l.organisation_id desc, l.supplier_code desc limit $9`;

type LoadFilter = {
  /** null: all suppliers. */
  readonly supplier: ImportSupplier | null;
  /** The names of the organisations whose loads are listed; all, if left out. */
  readonly organisations?: ReadonlyArray<string>;
  /** Only loads that ended before this one. */
  readonly before?: LoadPosition;
  readonly loadId?: string;
  readonly limit: number;
};

/** Lists loads, those with the latest requests first. Requests of the last seconds may not be counted yet. */
export const listLoads =
  (em: EntityManager) =>
  ({ supplier, organisations, before, loadId, limit }: LoadFilter): Stored<ReadonlyArray<Load>> =>
    stored(() =>
      readRows(em, load, LOADS, [
        supplier?.organisationId ?? null,
        supplier?.code ?? null,
        organisations ?? null,
        before?.lastSlot.toISOString() ?? null,
        before === undefined ? null : (before.loadId ?? FIRST_ID),
        before?.organisationId ?? null,
        before?.supplierCode ?? null,
        loadId ?? null,
        limit,
      ]),
    );
