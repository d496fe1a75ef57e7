import { beginningOf } from '@carryover/domain/note';
import type { NamedItem } from '@carryover/domain/undo';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { noteHash } from '../../imports/note-repository.ts';
import { dateTime } from '../../schema/stored-values.ts';
import { submittedInstruction, submittedNotes, submittedStatements, submittedTransactions } from './submitted-items.ts';

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
  select identity::text as identity, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
         import_id
  from note
  where account_id = $1 and identity in (select identity from note where account_id = $1 and import_id = any($2::uuid[]))
  order by created_at`;

const INSTRUCTION = `
  select import_id from payment_instruction where account_id = $1 and import_id = any($2::uuid[]) and is_active`;

const idRow = t.type({ id: t.string, import_id: t.string });
const transactionRow = t.type({ ...idRow.props, content: t.string });
const noteRow = t.type({ identity: t.string, created_at: dateTime, import_id: t.string });
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

/** A note without a time is the earliest one of its identity, one with a time that of the same time (decisions 4). */
const ofNotes: MakeHoldersOf = async (em, accountId, importIds) => {
  const byIdentity = Map.groupBy(
    await readRows(em, noteRow, NOTES, [accountId, importIds]),
    ({ identity }) => identity,
  );
  return async ({ importId, payload }) =>
    (await submittedNotes(payload)).flatMap((submitted) => {
      const { identity, createdAt } = submitted;
      const known = byIdentity.get(noteHash(identity)) ?? [];
      const wasStored = known.some(
        (note) => note.import_id === importId && (createdAt ?? note.created_at) === note.created_at,
      );
      const holder = createdAt === null ? known[0] : known.find((note) => note.created_at === createdAt);
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
export const HOLDERS: Readonly<Record<string, MakeHoldersOf>> = {
  'notes/create': ofNotes,
  'transactions/create': ofTransactions,
  'historical-statements/create': ofStatements,
  'payment-instruction/create': ofInstruction,
};
