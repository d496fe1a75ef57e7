import { beginningOf, type NoteDraft, noteIdentity } from '@carryover/domain/note';
import type { AnsweredImport, NamedItem } from '@carryover/domain/undo';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { intactPayload, unpackPayload } from '../imports/import-records.ts';
import { noteHash } from '../imports/note-repository.ts';
import { second } from '../schema/stored-items.ts';
import { checked, dateTime, documentPath, moment, orNull } from '../schema/stored-values.ts';
import { query, readRows } from '../sql/query.ts';

// The fields of an accepted payload that identify its items; the endpoint's codec accepted the rest.
const transactions = t.type({ transactions: t.array(t.type({ transaction_id: t.string })) });
const statements = t.type({ statements: t.array(t.type({ statement_id: t.string })) });
const notes = t.type({
  notes: t.array(
    t.partial({
      body: t.string,
      created_at: dateTime,
      document_paths: t.array(t.type({ document_path: documentPath })),
    }),
  ),
});
const instruction = t.type({ vendor: t.string, type: t.string });

const parsed = async <A>(codec: t.Type<A, unknown>, payload: Buffer): Promise<A> =>
  checked(codec, JSON.parse(await unpackPayload(payload)));

/** Returns the ids of the transactions in a stored payload. */
const submittedTransactions = async (payload: Buffer): Promise<ReadonlyArray<string>> =>
  (await parsed(transactions, payload)).transactions.map(({ transaction_id }) => transaction_id);

/** Returns the ids of the statements in a stored payload. */
const submittedStatements = async (payload: Buffer): Promise<ReadonlyArray<string>> =>
  (await parsed(statements, payload)).statements.map(({ statement_id }) => statement_id);

/** Returns the notes in a stored payload, with what identifies them (decisions 4). */
const submittedNotes = async (
  payload: Buffer,
): Promise<ReadonlyArray<Pick<NoteDraft, 'body' | 'createdAt' | 'documentPaths'> & { readonly identity: string }>> =>
  (await parsed(notes, payload)).notes.map(({ body = null, created_at, document_paths = [] }) => {
    const documentPaths = document_paths.map(({ document_path }) => document_path);
    return {
      identity: noteIdentity({ body, documentPaths }),
      body,
      documentPaths,
      createdAt: created_at ?? null,
    };
  });

/** Returns the vendor and the type of the instruction in a stored payload. */
const submittedInstruction = (payload: Buffer): Promise<t.TypeOf<typeof instruction>> => parsed(instruction, payload);

/** An accepted import with its payload as it is stored. */
type Submitted = { readonly importId: string; readonly payload: Buffer };

/** An item of a payload, and the import that holds it. */
type Held = { readonly item: NamedItem; readonly holder: string };

/** Returns the items of a payload that its import did not store, each with the import that holds it. */
type HoldersOf = (submitted: Submitted) => Promise<ReadonlyArray<Held>>;

/** Makes the look-up of the items that some imports of an account hold. */
type MakeHoldersOf = (em: EntityManager, accountId: string, importIds: ReadonlyArray<string>) => Promise<HoldersOf>;

// `content` is the same for two transactions exactly if they were submitted alike, on the same ledger.
const TRANSACTIONS = `
  select transaction_id as id, import_id,
         md5(row(ledger_number, coalesce(submitted_date, transaction_date), amount, type, reason, payment_type, reference,
                 display_note, product_code, line_items, tax_items,
                 case when submitted_date is null then note else submitted_note end)::text) as content
  from ledger_transaction
  where account_id = $1 and transaction_id in (
    select transaction_id from ledger_transaction where account_id = $1 and import_id = any($2::uuid[]))
  order by transaction_id, occurrence`;

const STATEMENTS = `
  select statement_id as id, import_id from historical_statement where account_id = $1 and import_id = any($2::uuid[])`;

const NOTES = `
  select encode(identity, 'hex') as identity, ${second('created_at')} as created_at,
         import_id, md5(row(is_pinned, unpin_at, document_paths)::text) as content
  from note
  where account_id = $1 and identity in (select identity from note where account_id = $1 and import_id = any($2::uuid[]))
  order by created_at`;

const INSTRUCTION = `
  select import_id from payment_instruction where account_id = $1 and import_id = any($2::uuid[]) and is_active`;

const idRow = t.type({ id: t.string, import_id: t.string });
const transactionRow = t.type({ ...idRow.props, content: t.string });
const noteRow = t.type({ identity: t.string, created_at: dateTime, import_id: t.string, content: t.string });
const importRow = t.type({ import_id: t.string });

/**
 * "Already exists" was answered because of the earliest transaction of an id. The answer holds without it only if the next
 * one of the id has the same content and stays: it is then the earliest.
 */
const ofTransactions: MakeHoldersOf = async (em, accountId, importIds) => {
  const rows = await readRows(em, transactionRow, TRANSACTIONS, [accountId, importIds]);
  const selected = new Set(importIds);
  const stored = new Set(rows.map(({ id, import_id }) => `${import_id} ${id}`));
  // One object per id: many imports may have been answered because of it.
  const holders = new Map<string, Held>();
  for (const [id, [first, next]] of Map.groupBy(rows, (row) => row.id)) {
    const isHeldByNext = next?.content === first!.content && !selected.has(next.import_id);
    if (!isHeldByNext) holders.set(id, { item: { transaction_id: id }, holder: first!.import_id });
  }
  return async ({ importId, payload }) =>
    (await submittedTransactions(payload)).flatMap((id) => {
      const held = holders.get(id);
      return held === undefined || stored.has(`${importId} ${id}`) ? [] : [held];
    });
};

const ofStatements: MakeHoldersOf = async (em, accountId, importIds) => {
  const rows = await readRows(em, idRow, STATEMENTS, [accountId, importIds]);
  const holders = new Map(rows.map(({ id, import_id }) => [id, { item: { statement_id: id }, holder: import_id }]));
  return async ({ importId, payload }) =>
    (await submittedStatements(payload)).flatMap((id) => {
      const held = holders.get(id);
      return held === undefined || held.holder === importId ? [] : [held];
    });
};

const nameOf = ({ body, createdAt, documentPaths }: Awaited<ReturnType<typeof submittedNotes>>[number]): NamedItem => ({
  created_at: createdAt,
  ...(body === null ? { document_paths: documentPaths } : { body: beginningOf(body) }),
});

/**
 * A note without a time is the earliest one of its identity, one with a time that of the same time (decisions 4). The answer to one
 * without a time holds, as that of a transaction, if the next one has the same content and stays.
 */
const ofNotes: MakeHoldersOf = async (em, accountId, importIds) => {
  const byIdentity = Map.groupBy(
    await readRows(em, noteRow, NOTES, [accountId, importIds]),
    ({ identity }) => identity,
  );
  const selected = new Set(importIds);
  const holderOf = (known: ReadonlyArray<t.TypeOf<typeof noteRow>>, createdAt: string | null) => {
    if (createdAt !== null) return known.find((note) => note.created_at === createdAt);
    const [first, next] = known;
    const isHeldByNext = next !== undefined && next.content === first!.content && !selected.has(next.import_id);
    return isHeldByNext ? undefined : first;
  };
  return async ({ importId, payload }) =>
    (await submittedNotes(payload)).flatMap((submitted) => {
      const { identity, createdAt } = submitted;
      const known = byIdentity.get(noteHash(identity).toString('hex')) ?? [];
      const wasStored = known.some(
        (note) => note.import_id === importId && (createdAt ?? note.created_at) === note.created_at,
      );
      const holder = holderOf(known, createdAt);
      return holder === undefined || wasStored ? [] : [{ item: nameOf(submitted), holder: holder.import_id }];
    });
};

/** Only the active instruction of the account is accepted again. */
const ofInstruction: MakeHoldersOf = async (em, accountId, importIds) => {
  const rows = await readRows(em, importRow, INSTRUCTION, [accountId, importIds]);
  return async ({ importId, payload }) => {
    const { vendor, type } = await submittedInstruction(payload);
    return rows.flatMap(({ import_id: holder }) => (holder === importId ? [] : [{ item: { vendor, type }, holder }]));
  };
};

/** By endpoint: those that answer an item that exists already with a 201. */
const HOLDERS: Readonly<Record<string, MakeHoldersOf>> = {
  'notes/create': ofNotes,
  'transactions/create': ofTransactions,
  'historical-statements/create': ofStatements,
  'payment-instruction/create': ofInstruction,
};

// An import that stored all of its items was not answered "already exists".
const CANDIDATES = `
  with stored as (
    select import_id, 'notes/create' as endpoint from note where account_id = $1
    union all select import_id, 'transactions/create' from ledger_transaction where account_id = $1
    union all select import_id, 'historical-statements/create' from historical_statement where account_id = $1
    union all select import_id, 'payment-instruction/create' from payment_instruction where account_id = $1),
  counted as (select import_id, endpoint, count(*) as items from stored group by import_id, endpoint)
  select i.id as "importId", to_json(i.received_at)#>>'{}' as "answeredAt", i.endpoint,
         octet_length(i.payload) as bytes, to_json(i.payload_removed_at)#>>'{}' as "removedAt"
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

const candidateRow = t.type({
  importId: t.string,
  answeredAt: moment,
  endpoint: t.string,
  /** Null if its payload was removed at `removedAt`. */
  bytes: orNull(t.number),
  removedAt: orNull(t.string),
});
type Candidate = t.TypeOf<typeof candidateRow>;
const undoneRow = t.type({ at: moment });

/** An import whose answers are looked for. */
type Answering = { readonly importId: string; readonly receivedAt: Date; readonly endpoint: string };

/** Splits candidates whose payloads are kept into pages of payloads. */
const pagesOf = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<ReadonlyArray<Candidate>> => {
  const pages: Candidate[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const { bytes: size } = candidate;
    if (size === null) continue;
    bytes += size;
    if (bytes > PAGE_BYTES) {
      pages.push([]);
      bytes = size;
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
 * that are undone together. Reads the payloads of imports that did not store all of their items, some at a time. One whose
 * payload was removed may have been answered because of any of them: it has the one item `payload_removed_at`.
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
  const add = (candidate: Candidate, holder: string, items: ReadonlyArray<NamedItem>): void => {
    const answering = byId.get(holder);
    if (answering === undefined || holder === candidate.importId || !isLater(candidate, answering)) return;
    answered.set(holder, [...(answered.get(holder) ?? []), { importId: candidate.importId, items }]);
  };

  for (const [endpoint, ofEndpoint] of Map.groupBy(candidates, (candidate) => candidate.endpoint)) {
    for (const candidate of ofEndpoint.filter(({ bytes }) => bytes === null))
      for (const { importId, endpoint: holding } of imports)
        if (holding === endpoint) add(candidate, importId, [{ payload_removed_at: candidate.removedAt }]);
    const holdersOf = await HOLDERS[endpoint]!(em, accountId, ids);
    for (const page of pagesOf(ofEndpoint)) {
      const payloadOf = await payloadsOf(em, accountId, page);
      for (const candidate of page) {
        const held = await holdersOf({ importId: candidate.importId, payload: await payloadOf(candidate) });
        for (const [holder, items] of Map.groupBy(held, (one) => one.holder))
          add(
            candidate,
            holder,
            items.map(({ item }) => item),
          );
      }
    }
  }
  return answered;
};
