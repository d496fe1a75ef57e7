import { hash } from 'node:crypto';
import { nodeOf, type Seal, sealText } from '@carryover/domain/seal';
import { namesOf, ownerOf, ownersOf, type SealOwner, tagOf } from '@carryover/domain/sealed-leaf';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { beginOfSlot, slotOfTime } from '../figures/counted-events.ts';
import { moment, orNull } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { literal, type Snapshot } from '../sql/snapshot.ts';
import { bytes, SEAL, sealRow } from './seal-log.ts';
import { isUnsealed, readSealedEnds } from './sealed-ends.ts';
import { ENTRIES, entriesOf, type SealEntry, sealedRecords } from './sealed-records.ts';

const listedRow = t.intersection([sealRow, t.type({ sealedAt: moment })]);
type ListedSeal = Seal & { readonly sealedAt: Date };

const LISTED = `select ${SEAL}, to_json(sealed_at)#>>'{}' as "sealedAt" from seal`;

/** Returns up to `limit` seals after a number, in their order. */
export const listSeals = (em: EntityManager, after: number, limit: number): Promise<ReadonlyArray<ListedSeal>> =>
  readRows(em, listedRow, `${LISTED} where number > $1::bigint order by number limit $2::int`, [after, limit]);

/** Returns the latest seals, newest first. */
export const lastSeals = (em: EntityManager, limit: number): Promise<ReadonlyArray<ListedSeal>> =>
  readRows(em, listedRow, `${LISTED} order by number desc limit $1::int`, [limit]);

/** Returns the seal of a number; null if there is none. */
export const findSeal = (em: EntityManager, number: number): Promise<Seal | null> =>
  readRow(em, sealRow, `select ${SEAL} from seal where number = $1::bigint`, [number]);

const entriesRow = t.type({ entries: bytes });
const sealedRow = t.type({ sealed: bytes, frontier: bytes });
/** The entries of the records that were sealed, and the hashes of the subtrees of the tree. */
export type SealedEntries = t.TypeOf<typeof sealedRow>;

type Range = Pick<Seal, 'from' | 'to'>;
/** Returns SQL that limits a position to those of a seal. Both ends are known to the planner. */
const isIn =
  ({ from, to }: Range) =>
  (position: string): string =>
    `${position} >= ${from} and ${position} < ${to}`;

/** Returns what a seal keeps of its records. */
export const readSealed = async (em: EntityManager, number: number): Promise<SealedEntries> =>
  (await readRow(em, sealedRow, 'select entries as sealed, frontier from seal where number = $1::bigint', [number]))!;

/** Returns the entries of the records that now have these positions. */
export const readFound = async (em: EntityManager, range: Range): Promise<Buffer> => {
  const sql = `select ${ENTRIES} as entries from (${sealedRecords(isIn(range))}) record`;
  return (await readRow(em, entriesRow, sql))!.entries;
};

/** Returns the entries that actions of these positions have without the ids of their names. */
export const readUnnamed = async (em: EntityManager, range: Range): Promise<Buffer> => {
  const actions = `
    select kind, name, owner, id, account_id, commit_position, unnamed as content
    from (${sealedRecords(isIn(range))}) action where unnamed is not null`;
  return (await readRow(em, entriesRow, `select ${ENTRIES} as entries from (${actions}) record`))!.entries;
};

const namedRow = t.type({
  account: orNull(t.string),
  endpoint: orNull(t.string),
  exists: t.boolean,
  isErased: t.boolean,
});
/**
 * What is known of a sealed record; `exists`: it is stored, whatever its position is; `isErased`: what it said of an account was
 * removed when the account was erased (decisions 18).
 */
type NamedRecord = t.TypeOf<typeof namedRow>;

/** An action `o` about an account that was erased since. */
const OF_ERASED = 'o.reason is null and o.before is null and o.after is null and x.number is not null';

/** Of the parts of tables that a cluster can collect: see `PARTS` of the feed. */
const NAMED = `
  select coalesce(a.external_account_number, r.external_account_number, o.external_account_number) as account,
         coalesce(i.endpoint, r.endpoint) as endpoint,
         (i.id is not null and e.kind in ('accepted_import', 'removed_payload', 'erased_import'))
           or coalesce(r.id, u.import_id, o.id, g.set_id, p.id, v.id) is not null
           or (e.kind = 'erased_account' and a.erased_at is not null) as exists,
         coalesce(a.erased_at is not null and e.kind in ('accepted_import', 'import_undo'), false)
           or (e.kind = 'operator_action' and o.id is not null and ${OF_ERASED}) as "isErased"
  from jsonb_to_recordset($1::jsonb) as e(position int, kind text, id uuid, account bigint)
  left join (select * from account where id = any($2::bigint[])) a on a.id = e.account
  left join (select account_id, id, endpoint from accepted_import where account_id = any($2::bigint[]) and id = any($3::uuid[])) i
    on i.account_id = e.account and i.id = e.id
  left join (select id, external_account_number, endpoint from refused_import where id = any($3::uuid[])) r
    on e.kind = 'refused_import' and r.id = e.id
  left join (select account_id, import_id from import_undo where account_id = any($2::bigint[]) and import_id = any($3::uuid[])) u
    on e.kind in ('import_undo', 'erased_undo') and u.account_id = e.account and u.import_id = e.id
  left join operator_action o on e.kind in ('operator_action', 'erased_action') and o.id = e.id
  left join (
    select distinct external_account_number as number from account where erased_at is not null and external_account_number in (
      select external_account_number from operator_action where id = any($3::uuid[]))
  ) x on x.number = o.external_account_number
  left join control_total_registration g on e.kind = 'control_total_registration' and g.set_id = e.id
  left join reconciliation p on e.kind = 'reconciliation' and p.id = e.id
  left join storage_verification v on e.kind = 'storage_verification' and v.id = e.id
  order by e.position`;

/** Returns what is known of sealed records, in their order. */
export const nameRecords = (
  em: EntityManager,
  entries: ReadonlyArray<SealEntry>,
): Promise<ReadonlyArray<NamedRecord>> =>
  readRows(em, namedRow, NAMED, [
    JSON.stringify(entries.map(({ kind, id, accountId: account }, position) => ({ position, kind, id, account }))),
    [...new Set(entries.flatMap(({ accountId }) => accountId ?? []))],
    entries.map(({ id }) => id),
  ]);

const removedRow = t.type({ slot: t.number, requests: t.number });
const REMOVED = `
  select ${slotOfTime('slot')} as slot, sum(sealed)::int as requests from removed_rollup
  where sealed > 0 and slot = any(select ${beginOfSlot('slot')} from unnest($1::int[]) slot)
  group by 1`;

/** Returns how many sealed refused requests were removed because they are kept no longer, by the ten seconds since 1970 of their ids. */
export const countRemoved = async (
  em: EntityManager,
  slots: ReadonlyArray<number>,
): Promise<ReadonlyMap<number, number>> => {
  const rows = slots.length === 0 ? [] : await readRows(em, removedRow, REMOVED, [slots]);
  return new Map(rows.map(({ slot, requests }) => [slot, requests]));
};

/** Records of all suppliers under seals, and those that have none yet. */
export type SealedCounts = { readonly sealed: number; readonly unsealed: number };

export const countSealed = async (em: EntityManager): Promise<SealedCounts> => {
  const records = sealedRecords(isUnsealed(await readSealedEnds(em)));
  const row = await readRow(
    em,
    t.type({ unsealed: t.number }),
    `select count(*)::int as unsealed from (${records}) record`,
  );
  const [last] = await lastSeals(em, 1);
  return { sealed: last?.size ?? 0, unsealed: row!.unsealed };
};

/** Evidence reads many small seals at a time, or one with as many entries as a seal has: 4 MB, and much more once they are read. */
const PAGE_OF_SEALS = `
  select ${SEAL}, entries from (
    select seal.*, sum(octet_length(entries)) over (order by number) - octet_length(entries) as bytes_before
    from seal where number > $1::bigint order by number limit 1000) page
  where bytes_before < 2000000 order by number`;

const evidenceRow = t.intersection([sealRow, t.type({ entries: bytes })]);
const contentRow = t.type({ name: t.string, id: t.string, content: t.string, unnamed: orNull(t.string) });
type Content = Pick<t.TypeOf<typeof contentRow>, 'content' | 'unnamed'>;

/**
 * Reads the records by their positions, and then those of the owners: else PostgreSQL reads all accounts of the supplier, for each
 * seal.
 */
const contentsOf = (owners: ReadonlyArray<string>, range: (position: string) => string): string => `
  with record as materialized (${sealedRecords(range)})
  select name, id, content, unnamed from record
  where owner in (${owners.map(literal).join(', ')})
  order by commit_position, kind, id`;

const sha256 = (content: string | Uint8Array): Buffer => hash('sha256', content, 'buffer');

/** Finds contents of records that come in the order of the entries: only those that no entry asked for yet are in memory. */
const findIn = (batches: AsyncIterable<ReadonlyArray<t.TypeOf<typeof contentRow>>>) => {
  const rows = batches[Symbol.asyncIterator]();
  const passed = new Map<string, Content>();
  let batch: ReadonlyArray<t.TypeOf<typeof contentRow>> = [];
  let [at, isEnd] = [0, false];
  const readBatch = async (): Promise<void> => {
    const next = await rows.next();
    isEnd = next.done === true;
    [batch, at] = [next.done === true ? [] : next.value, 0];
  };
  return {
    /** Returns the content of a record; undefined if there is none. */
    find: async ({ kind, id }: SealEntry): Promise<Content | undefined> => {
      const key = `${kind} ${id}`;
      while (!passed.has(key) && !isEnd) {
        if (at === batch.length) await readBatch();
        for (; at < batch.length && !passed.has(key); at += 1)
          passed.set(`${batch[at]!.name} ${batch[at]!.id}`, batch[at]!);
      }
      const content = passed.get(key);
      passed.delete(key);
      return content;
    },
    /** Reads what is left, so that the next query can begin. */
    end: async (): Promise<void> => {
      while (!isEnd) await readBatch();
    },
  };
};

/**
 * Yields what evidence lists of all seals of a snapshot, in their order: before each seal its leaves. A leaf of another owner is the
 * base64 of its tag and digest, as a JSON string. One of the owner is its content; or, if the record is no longer as it was sealed, its
 * kind, id and SHA-256, with the organisation's name if it is a former one. After the last seal comes what has none yet.
 */
export async function* streamSeals({ read, stream }: Snapshot, owner: SealOwner): AsyncGenerator<string> {
  const owners = ownersOf(owner);
  /** The name of the organisation under which a record of the owner was sealed; none if it is of another owner. */
  const nameOf = ({ kind, tag, digest }: SealEntry) =>
    namesOf(owner).find((name) => tag.equals(tagOf(sha256, ownerOf(owner, kind, name), digest)));
  let last: Seal | null = null;
  const ends = new Map<number, number>();
  for (;;) {
    const rows: ReadonlyArray<t.TypeOf<typeof evidenceRow>> = await read(evidenceRow, PAGE_OF_SEALS, [
      last?.number ?? 0,
    ]);
    for (const { entries: listed, ...seal } of rows) {
      let contents: ReturnType<typeof findIn> | null = null;
      for (const entry of entriesOf(listed)) {
        const { kind, id, tag, digest, sha256: sealed } = entry;
        const organisation = nameOf(entry);
        if (organisation === undefined) {
          yield JSON.stringify(Buffer.concat([tag, digest]).toString('base64'));
          continue;
        }
        contents ??= findIn(stream(contentRow, contentsOf(owners, isIn(seal))));
        const found = await contents.find(entry);
        const asSealed = [found?.content, found?.unnamed].find(
          (content) => content != null && sha256(content).toString('hex') === sealed,
        );
        const ofFormer = organisation === owner.organisation ? {} : { organisation };
        yield asSealed ?? JSON.stringify({ kind, id, sha256: sealed, ...ofFormer });
      }
      await contents?.end();
      yield sealText(seal);
      ends.set(nodeOf(seal.from), seal.to);
      last = seal;
    }
    if (rows.length === 0) break;
  }
  if (last === null) return;
  for await (const rows of stream(contentRow, contentsOf(owners, isUnsealed(ends))))
    for (const { content } of rows) yield content;
}
