import type { AnsweredImport } from '@carryover/domain/undo';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { query, readRows } from '../../driver/query.ts';
import { intactPayload } from '../../imports/import-records.ts';
import { moment } from '../../schema/stored-values.ts';
import { HOLDERS } from './holders.ts';

// An import that stored all of its items was not answered "already exists".
const CANDIDATES = `
  with stored as (
    select import_id, 'notes/create' as endpoint from note where account_id = $1
    union all select import_id, 'transactions/create' from ledger_transaction where account_id = $1
    union all select import_id, 'historical-statements/create' from historical_statement where account_id = $1
    union all select import_id, 'payment-instruction/create' from payment_instruction where account_id = $1),
  counted as (select import_id, endpoint, count(*) as items from stored group by import_id, endpoint)
  select i.id as "importId", to_json(i.received_at)#>>'{}' as "answeredAt", i.endpoint,
         octet_length(i.payload) as bytes
  from accepted_import i
  left join counted c on c.import_id = i.id and c.endpoint = i.endpoint
  where i.account_id = $1 and i.endpoint = any($2::text[]) and i.item_count > coalesce(c.items, 0)
    and not exists (select from import_undo u where u.account_id = $1 and u.import_id = i.id)
  order by i.endpoint, i.id`;

const UNDONE = `select to_json(undone_at)#>>'{}' as at from import_undo where account_id = $1`;
const PAYLOADS = `
  select id, payload, encode(payload_sha256, 'hex') as sha256 from accepted_import
  where account_id = $1 and id = any($2::uuid[])`;

/** The bytes of stored payloads that are read at once, unless one alone has more. */
const PAGE_BYTES = 4 * 1024 * 1024;

const candidateRow = t.type({ importId: t.string, answeredAt: moment, endpoint: t.string, bytes: t.number });
type Candidate = t.TypeOf<typeof candidateRow>;
const undoneRow = t.type({ at: moment });

/** An import whose answers are looked for. */
type Answering = { readonly importId: string; readonly receivedAt: Date };

/** Splits candidates into pages of payloads. */
const pagesOf = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<ReadonlyArray<Candidate>> => {
  const pages: Candidate[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    bytes += candidate.bytes;
    if (bytes > PAGE_BYTES) {
      pages.push([]);
      bytes = candidate.bytes;
    }
    pages.at(-1)!.push(candidate);
  }
  return pages;
};

const payloadsOf = async (em: EntityManager, accountId: string, page: ReadonlyArray<Candidate>) => {
  const rows = await query(em, PAYLOADS, [accountId, page.map(({ importId }) => importId)]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return async ({ importId }: Candidate): Promise<Buffer> => {
    const { payload, sha256 } = found.get(importId) ?? {};
    if (!Buffer.isBuffer(payload)) throw new Error(`The import ${importId} has no payload.`);
    return Buffer.from(await intactPayload(importId, payload, String(sha256)));
  };
};

/**
 * Returns true if an import that did not store an item was answered after the import that holds it. It was, unless it was
 * received before, and another import that held the item has been undone in between.
 */
const makeIsLater = async (em: EntityManager, accountId: string) => {
  const undone = await readRows(em, undoneRow, UNDONE, [accountId]);
  return ({ answeredAt }: Candidate, { receivedAt }: Answering): boolean =>
    answeredAt >= receivedAt || !undone.some(({ at }) => at >= answeredAt && at <= receivedAt);
};

/**
 * Finds the imports of an account that were answered "already exists" because of some of its imports, among them imports
 * that are undone together. Reads the payloads of imports that did not store all of their items, some at a time.
 *
 * @returns by import, those that were answered because of it, with the items.
 */
export const findAnswered = async (
  em: EntityManager,
  accountId: string,
  imports: ReadonlyArray<Answering>,
): Promise<ReadonlyMap<string, ReadonlyArray<AnsweredImport>>> => {
  const answered = new Map<string, AnsweredImport[]>();
  if (imports.length === 0) return answered;
  const candidates = await readRows(em, candidateRow, CANDIDATES, [accountId, Object.keys(HOLDERS)]);
  if (candidates.length === 0) return answered;
  const ids = imports.map(({ importId }) => importId);
  const isLater = await makeIsLater(em, accountId);
  const byId = new Map(imports.map((one) => [one.importId, one]));

  for (const [endpoint, ofEndpoint] of Map.groupBy(candidates, (candidate) => candidate.endpoint)) {
    const holdersOf = await HOLDERS[endpoint]!(em, accountId, ids);
    for (const page of pagesOf(ofEndpoint)) {
      const payloadOf = await payloadsOf(em, accountId, page);
      for (const candidate of page) {
        const held = await holdersOf({ importId: candidate.importId, payload: await payloadOf(candidate) });
        for (const [holder, items] of Map.groupBy(held, (one) => one.holder)) {
          const answering = byId.get(holder);
          if (answering === undefined || !isLater(candidate, answering)) continue;
          const list = answered.get(holder) ?? [];
          list.push({ importId: candidate.importId, items: items.map(({ item }) => item) });
          answered.set(holder, list);
        }
      }
    }
  }
  return answered;
};
