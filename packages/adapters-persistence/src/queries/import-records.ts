import { IMPORT_OUTCOMES, type ImportOutcome } from '@carryover/application/ports/import-records';
import type { RemovedItems } from '@carryover/application/ports/operator-work';
import { PayloadAltered, type Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { countItems } from '../corrections/corrections.ts';
import { intactPayload } from '../imports/import-records.ts';
import { calendarDate, moment, oneOf, orNull, storedFindings } from '../schema/stored-values.ts';
import { readerOf, readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { type RefusedItems, readRefusedItems } from './refused-items.ts';

const importRecord = t.type({
  id: t.string,
  receivedAt: moment,
  organisation: t.string,
  /** null if the key no longer exists. */
  apiKeyPrefix: orNull(t.string),
  apiKeyLabel: orNull(t.string),
  endpoint: t.string,
  supplierCode: orNull(t.string),
  externalAccountNumber: orNull(t.string),
  /** The load that the client named; null if it named none. */
  loadId: orNull(t.string),
  outcome: oneOf(IMPORT_OUTCOMES),
  status: t.number,
  /** null for an accepted request, and for a dry run without an error. */
  code: orNull(t.string),
  detail: orNull(t.string),
  attr: orNull(t.string),
  /** The beginning of the value at `attr` as JSON text, keys masked; null if there is none or it is not kept. */
  attrValue: orNull(t.string),
  /** The items that were sent; null if they could not be read. */
  itemCount: orNull(t.number),
  /** SHA-256 of the payload as received, in lower-case hexadecimal; null if none was kept. */
  payloadSha256: orNull(t.string),
  /** Null if it is kept, or if there never was one: a request that was not accepted has none. */
  payloadRemovedAt: orNull(moment),
  /** The number of items that already exist with different content; null if the request was not accepted. */
  conflictCount: orNull(t.number),
  /** The undo of an accepted import: by whom, when and why. */
  undone: orNull(t.type({ at: moment, by: t.string, reason: t.string })),
});
export type ImportRecord = Readonly<t.TypeOf<typeof importRecord>>;

const COLUMNS = `r.id, to_json(r.received_at)#>>'{}' as "receivedAt", coalesce(o.name, '') as organisation,
  k.prefix as "apiKeyPrefix", k.label as "apiKeyLabel", r.endpoint, r.item_count as "itemCount", r.load_id as "loadId",
  encode(r.payload_sha256, 'hex') as "payloadSha256"`;

// Records have no foreign keys: the key may be gone.
const OWNERS = `left join organisation o on o.id = r.organisation_id left join api_key k on k.id = r.api_key_id`;

const lengthOf = (list: string) => `coalesce(jsonb_array_length(r.findings->'${list}'), 0)`;

const ACCEPTED = `
  select ${COLUMNS}, s.code as "supplierCode", a.external_account_number as "externalAccountNumber",
         'accepted' as outcome, to_json(r.payload_removed_at)#>>'{}' as "payloadRemovedAt", 201 as status, null as code, null as detail, null as attr, null as "attrValue",
         ${lengthOf('conflicts')} + ${lengthOf('noteConflicts')} as "conflictCount",
         case when u.import_id is not null
           then jsonb_build_object('at', u.undone_at, 'by', u.undone_by, 'reason', u.reason) end as undone
  from accepted_import r
  join account a on a.id = r.account_id
  join import_supplier s on s.id = a.supplier_id
  left join import_undo u on u.account_id = r.account_id and u.import_id = r.id
  ${OWNERS}
  where r.id = any($1::uuid[])`;

/** The records of requests that stored nothing else. */
const attempts = (table: string, outcome: ImportOutcome) => `
  select ${COLUMNS}, r.supplier_code as "supplierCode", r.external_account_number as "externalAccountNumber",
         '${outcome}' as outcome, null as "payloadRemovedAt", r.status, r.code, r.detail, r.attr, r.attr_value as "attrValue",
         null as "conflictCount", null as undone
  from ${table} r
  ${OWNERS}
  where r.id = any($1::uuid[])`;

const RECORDS: Readonly<Record<ImportOutcome, string>> = {
  accepted: ACCEPTED,
  refused: attempts('refused_import', 'refused'),
  dry_run: attempts('dry_run', 'dry_run'),
};

/** Ids by the outcome of their records. */
type ImportIds = Readonly<Partial<Record<ImportOutcome, ReadonlyArray<string>>>>;

/** Returns the records with these ids, newest first. */
export const recordsWith = async (em: EntityManager, ids: ImportIds): Promise<ReadonlyArray<ImportRecord>> => {
  const found: ImportRecord[] = [];
  for (const outcome of IMPORT_OUTCOMES)
    if ((ids[outcome] ?? []).length > 0)
      found.push(...(await readRows(em, importRecord, RECORDS[outcome], [ids[outcome]])));
  // Ids are ordered by time.
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
};

const FINDINGS = 'select findings from accepted_import where id = $1';

/** Data that an accepted request stored for the reconciliation; amounts are decimal texts. */
export type ImportFindings = t.TypeOf<typeof storedFindings>;

/** An import record with its issues. */
export type FoundImport = {
  readonly record: ImportRecord;
  /** null if there are none. */
  readonly findings: ImportFindings | null;
  /** null if the request was not refused. */
  readonly failed: RefusedItems | null;
};

/** Finds an import record; null if there is none. */
export const findImport =
  (em: EntityManager) =>
  (id: string): Stored<FoundImport | null> =>
    stored(async () => {
      const [record] = await recordsWith(em, { accepted: [id], refused: [id], dry_run: [id] });
      if (record === undefined) return null;
      const row = await readRow(em, t.type({ findings: orNull(storedFindings) }), FINDINGS, [id]);
      const failed = record.outcome === 'refused' ? await readRefusedItems(readerOf(em), [id]) : null;
      return { record, findings: row?.findings ?? null, failed: failed?.get(id) ?? null };
    });

const PAYLOAD = `
  select encode(payload, 'base64') as payload, encode(payload_sha256, 'hex') as sha256 from accepted_import
  where id = $1 and payload is not null`;
const payloadRow = t.type({ payload: t.string, sha256: t.string });

/** Reads the payload of an accepted import as received; null if there is none, or if it was removed. Fails with {@link PayloadAltered} as cause. */
export const readPayload =
  (em: EntityManager) =>
  (id: string): Stored<string | null> =>
    stored(async () => {
      const row = await readRow(em, payloadRow, PAYLOAD, [id]);
      return row && intactPayload(id, Buffer.from(row.payload, 'base64'), row.sha256);
    });

/** The same; `alteration` says that the stored payload is not the one that was received, and is null if it is. */
export const readPayloadOrAlteration =
  (em: EntityManager) =>
  (id: string): Stored<{ readonly payload: string | null; readonly alteration: string | null }> =>
    pipe(
      readPayload(em)(id),
      TE.map((payload) => ({ payload, alteration: null as string | null })),
      TE.orElse((failure) =>
        failure.cause instanceof PayloadAltered
          ? TE.right({ payload: null, alteration: failure.cause.message })
          : TE.left(failure),
      ),
    );

const ACCOUNT = `select account_id::text as account_id from accepted_import where id = $1`;

const MOVED_SHOWN = 100;
const MOVED = `
  select transaction_id as "transactionId", submitted_date::text as "submittedDate",
         transaction_date::text as "storedDate", (count(*) over ())::int as count
  from ledger_transaction
  where account_id = $1 and import_id = $2 and submitted_date is not null
  order by transaction_id, occurrence limit ${MOVED_SHOWN}`;

const accountRow = t.type({ account_id: t.string });
const movedRow = t.type({
  transactionId: t.string,
  submittedDate: calendarDate,
  storedDate: calendarDate,
  count: t.number,
});

/** The items that an accepted import stored and that its account still has. */
type StoredItems = {
  /** Sums are decimal texts. */
  readonly items: RemovedItems;
  /** The first transactions whose dates were moved into the open statement period. */
  readonly moved: ReadonlyArray<Omit<t.TypeOf<typeof movedRow>, 'count'>>;
  readonly movedCount: number;
};

/** Counts what an accepted import stored; null if there is no such import. */
export const readStoredItems =
  (em: EntityManager) =>
  (importId: string): Stored<StoredItems | null> =>
    stored(async () => {
      const found = await readRow(em, accountRow, ACCOUNT, [importId]);
      if (found === null) return null;
      const items = await countItems(em, found.account_id, [importId]);
      const moved = await readRows(em, movedRow, MOVED, [found.account_id, importId]);
      return {
        items: items.get(importId)!,
        moved: moved.map(({ count: _, ...transaction }) => transaction),
        movedCount: moved[0]?.count ?? 0,
      };
    });
