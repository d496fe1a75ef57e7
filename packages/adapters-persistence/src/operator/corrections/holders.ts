import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { noteHash } from '../../imports/note-repository.ts';
import { dateTime } from '../../schema/stored-value.ts';
import { submittedNotes, submittedStatements, submittedTransactions } from './submitted-items.ts';

/** An accepted import with its payload as it is stored. */
type Submitted = { readonly importId: string; readonly payload: Buffer };

/** Returns, for each item of a payload that its import did not store, the import that holds the item. */
type HoldersOf = (submitted: Submitted) => Promise<ReadonlyArray<string>>;

/** Makes the look-up of the items that some imports of an account hold. */
type MakeHoldersOf = (em: EntityManager, accountId: string, importIds: ReadonlyArray<string>) => Promise<HoldersOf>;

// Occurrences after the first were added again as requested; they answer nothing.
const TRANSACTIONS = `
  select transaction_id as id, occurrence, import_id from ledger_transaction
  where account_id = $1 and transaction_id in (
    select transaction_id from ledger_transaction where account_id = $1 and import_id = any($2::uuid[]))`;

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
const occurrenceRow = t.type({ ...idRow.props, occurrence: t.number });
const noteRow = t.type({ identity: t.string, created_at: dateTime, import_id: t.string });
const importRow = t.type({ import_id: t.string });

const ofTransactions: MakeHoldersOf = async (em, accountId, importIds) => {
  const rows = await readRows(em, occurrenceRow, TRANSACTIONS, [accountId, importIds]);
  const holders = new Map(rows.flatMap(({ id, occurrence, import_id }) => (occurrence === 0 ? [[id, import_id]] : [])));
  const stored = new Set(rows.map(({ id, import_id }) => `${import_id} ${id}`));
  return async ({ importId, payload }) =>
    (await submittedTransactions(payload)).flatMap((id) => {
      const holder = holders.get(id);
      return holder === undefined || stored.has(`${importId} ${id}`) ? [] : [holder];
    });
};

const ofStatements: MakeHoldersOf = async (em, accountId, importIds) => {
  const rows = await readRows(em, idRow, STATEMENTS, [accountId, importIds]);
  const holders = new Map(rows.map(({ id, import_id }) => [id, import_id]));
  return async ({ payload }) => (await submittedStatements(payload)).flatMap((id) => holders.get(id) ?? []);
};

/** A note without a time is the earliest one of its identity, one with a time that of the same time (decisions 4). */
const ofNotes: MakeHoldersOf = async (em, accountId, importIds) => {
  const byIdentity = Map.groupBy(
    await readRows(em, noteRow, NOTES, [accountId, importIds]),
    ({ identity }) => identity,
  );
  return async ({ importId, payload }) =>
    (await submittedNotes(payload)).flatMap(({ identity, createdAt }) => {
      const known = byIdentity.get(noteHash(identity)) ?? [];
      const wasStored = known.some(
        (note) => note.import_id === importId && (createdAt ?? note.created_at) === note.created_at,
      );
      const holder = createdAt === null ? known[0] : known.find((note) => note.created_at === createdAt);
      return holder === undefined || wasStored ? [] : [holder.import_id];
    });
};

/** Only the active instruction of the account is accepted again. */
const ofInstruction: MakeHoldersOf = async (em, accountId, importIds) => {
  const rows = await readRows(em, importRow, INSTRUCTION, [accountId, importIds]);
  return async () => rows.map(({ import_id }) => import_id);
};

/** By endpoint: those that answer an item that exists already with a 201. */
export const HOLDERS: Readonly<Record<string, MakeHoldersOf>> = {
  'notes/create': ofNotes,
  'transactions/create': ofTransactions,
  'historical-statements/create': ofStatements,
  'payment-instruction/create': ofInstruction,
};
