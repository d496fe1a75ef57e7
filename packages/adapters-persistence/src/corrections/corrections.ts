import { identified } from '@carryover/application/ports/administration';
import type {
  AccountWithImports,
  Corrections,
  RemovedItems,
  UndoableImport,
  UndoableImports,
  UndoingOperator,
} from '@carryover/application/ports/operator-work';
import type { Correction } from '@carryover/application/reconciliation/explanations';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { ITEM_TEXTS, storedItems } from '../schema/stored-items.ts';
import { calendarDate, checked, moment, orNull, removedItems } from '../schema/stored-values.ts';
import { holdNoteWords } from '../search/note-words.ts';
import { keepOnNode } from '../sql/dialect.ts';
import { NOT_UNDONE } from '../sql/not-undone.ts';
import { query, readRow, readRows } from '../sql/query.ts';
import type { Snapshot } from '../sql/snapshot.ts';
import { stored } from '../sql/store-failure.ts';
import { findAnswered } from './answered-imports.ts';

const ACCOUNT_OF = `
  select a.id::text as id, o.name as organisation, s.code as "supplierCode",
         a.external_account_number as "externalAccountNumber"
  from accepted_import i
  join account a on a.id = i.account_id
  join import_supplier s on s.id = a.supplier_id
  join organisation o on o.id = s.organisation_id
  where i.id = $1`;

// The limit keeps PostgreSQL from reading all imports of the range for each page.
const ACCOUNTS_WITHIN = `
  select a.id::text as id, a.external_account_number as "externalAccountNumber"
  from account a
  cross join lateral (
    select from accepted_import i
    where i.account_id = a.id
      and case when $6::uuid is null then i.received_at >= $2 and i.received_at < $3 else i.load_id = $6 end
      and ${NOT_UNDONE}
    limit 1) i
  where a.supplier_id = $1 and a.id > $4
  order by a.id limit $5`;

const foundRow = t.type({ id: t.string, externalAccountNumber: t.string });
const namedRow = t.type({ ...foundRow.props, organisation: t.string, supplierCode: t.string });

const accountOf = ({ id, ...subject }: t.TypeOf<typeof namedRow>): AccountWithImports => ({
  id,
  subject: { ...subject, ledgerNumber: null },
});

/** The parameters of a selection; null: it has none of this kind. */
const selectionOf = (selection: Parameters<Corrections['lockImports']>[1]) => {
  const range = 'since' in selection ? selection : null;
  return {
    importId: 'importId' in selection ? selection.importId : null,
    since: range?.since.toISOString() ?? null,
    until: range?.until.toISOString() ?? null,
    loadId: 'loadId' in selection ? selection.loadId : null,
  };
};

export const makePostgresUndoableImports = (em: EntityManager): UndoableImports => ({
  accountOf: (importId) =>
    stored(async () => {
      const row = await readRow(em, namedRow, ACCOUNT_OF, [importId]);
      return row && accountOf(row);
    }),
  accountsWithin: ({ id, code: supplierCode, organisationName: organisation }, selection, { after, limit }) =>
    stored(async () => {
      const { since, until, loadId } = selectionOf(selection);
      const parameters = [id, since, until, after?.id ?? '-1', limit, loadId];
      const rows = await readRows(em, foundRow, ACCOUNTS_WITHIN, parameters);
      return rows.map((row) => accountOf({ ...row, organisation, supplierCode }));
    }),
});

const LOCK = `select to_json(erased_at)#>>'{}' as "erasedAt" from account where id = $1 for no key update`;
const lockedRow = t.type({ erasedAt: orNull(moment) });

// Ids are ordered by time.
const SELECTED = `
  select i.id as "importId", to_json(i.received_at)#>>'{}' as "receivedAt", i.endpoint,
         case when u.import_id is not null then json_build_object('at', u.undone_at, 'by', u.undone_by) end as undone
  from accepted_import i
  left join import_undo u on u.account_id = i.account_id and u.import_id = i.id
  where i.account_id = $1 and case when $2::uuid is not null then i.id = $2
    when $5::uuid is not null then i.load_id = $5 and u.import_id is null
    else i.received_at >= $3::timestamptz and i.received_at < $4::timestamptz and u.import_id is null end
  order by i.id desc`;

// A history has the dates of the past: no statement period applies to it.
const LEDGERS = `
  with touched as (
    select t.import_id, t.ledger_number, min(t.transaction_date) as first, max(t.transaction_date) as last
    from ledger_transaction t
    join accepted_import i on i.account_id = t.account_id and i.id = t.import_id and i.endpoint = 'transactions/create'
    where t.account_id = $1 and t.import_id = any($2::uuid[])
    group by t.import_id, t.ledger_number
    union all
    select import_id, ledger_number, null, null from ledger_history where account_id = $1 and import_id = any($2::uuid[]))
  select t.import_id as "importId", t.ledger_number as "ledgerNumber",
         l.has_finalized_billing_document as "hasFinalizedBillingDocument",
         case when p.is_open then json_build_object('from', p.from_date, 'to', p.to_date) end as "openPeriod",
         case when t.first is not null then json_build_object('from', t.first, 'to', t.last) end as dates
  from touched t
  join ledger l on l.account_id = $1 and l.ledger_number = t.ledger_number
  left join statement_period p on p.account_id = $1 and p.ledger_number = t.ledger_number and p.is_open`;

const importRow = t.type({
  importId: t.string,
  receivedAt: moment,
  endpoint: t.string,
  undone: orNull(t.type({ at: moment, by: t.string })),
});
const ledgerRow = t.type({
  importId: t.string,
  ledgerNumber: t.string,
  hasFinalizedBillingDocument: t.boolean,
  openPeriod: orNull(t.type({ from: calendarDate, to: orNull(calendarDate) })),
  dates: orNull(t.type({ from: calendarDate, to: calendarDate })),
});

/** Locks an account until the transaction of `em` ends, and returns the selected imports, latest first. */
const lockImports = async (
  em: EntityManager,
  { id: accountId }: AccountWithImports,
  selection: Parameters<Corrections['lockImports']>[1],
): Promise<ReadonlyArray<UndoableImport>> => {
  await keepOnNode(em, accountId);
  const accountErasedAt = (await readRow(em, lockedRow, LOCK, [accountId]))?.erasedAt ?? null;
  const { importId, since, until, loadId } = selectionOf(selection);
  const rows = await readRows(em, importRow, SELECTED, [accountId, importId, since, until, loadId]);
  const ids = rows.map(({ importId }) => importId);
  const ledgers = Map.groupBy(await readRows(em, ledgerRow, LEDGERS, [accountId, ids]), ({ importId }) => importId);
  const answered = await findAnswered(em, accountId, accountErasedAt === null ? rows : []);
  return rows.map(({ undone, ...row }) => ({
    ...row,
    facts: {
      accountErasedAt,
      undone,
      ledgers: ledgers.get(row.importId) ?? [],
      answered: answered.get(row.importId) ?? [],
    },
  }));
};

/** The tables with rows of imports. */
export const ITEM_TABLES = [
  'note',
  'note_words',
  'ledger_transaction',
  'ledger_history',
  'billing_document',
  'historical_statement',
  'payment_instruction',
];

const OF_IMPORTS = 'where account_id = $1 and import_id = any($2::uuid[])';

/** What the imports stored, by import, as it is counted. */
const REMOVABLE = `
  with transactions as (
         select import_id, jsonb_agg(jsonb_build_object('ledger_number', ledger_number, 'type', type, 'count', count,
                                                        'sum', sum) order by ledger_number, type) as totals
         from (
           select import_id, ledger_number, type, count(*) as count, sum(amount)::text as sum
           from ledger_transaction ${OF_IMPORTS} group by import_id, ledger_number, type) total
         group by import_id),
       items as (
         select import_id, count(*) filter (where kind = 'note') as notes,
                count(*) filter (where kind = 'document') as documents,
                count(*) filter (where kind = 'statement') as statements,
                count(*) filter (where kind = 'instruction') as instructions
         from (
           select import_id, 'note' as kind from note ${OF_IMPORTS}
           union all select import_id, 'document' from billing_document ${OF_IMPORTS}
           union all select import_id, 'statement' from historical_statement ${OF_IMPORTS}
           union all select import_id, 'instruction' from payment_instruction ${OF_IMPORTS}) item
         group by import_id)
  select i.id as import_id,
         jsonb_build_object(
           'notes', case when i.endpoint = 'notes/create' then coalesce(m.notes, 0) else 0 end,
           'notes_added_by_service', case when i.endpoint = 'notes/create' then 0 else coalesce(m.notes, 0) end,
           'transactions', coalesce(t.totals, '[]'),
           'billing_documents', coalesce(m.documents, 0),
           'statements', coalesce(m.statements, 0),
           'payment_instructions', coalesce(m.instructions, 0)) as removed
  from accepted_import i
  left join items m on m.import_id = i.id
  left join transactions t on t.import_id = i.id
  where i.account_id = $1 and i.id = any($2::uuid[])`;

const RECORD_UNDO = `
  insert into import_undo (account_id, import_id, undone_by, reason, removed, answered, items)
  select account_id, import_id, undone_by, reason, removed, answered, items
  from (
    select account.id as account_id, unnest($2::uuid[]) as import_id, $3::text as undone_by, $4::text as reason,
           unnest($5::jsonb[]) as removed, unnest($6::jsonb[]) as answered,
           unnest($7::jsonb[]) as items
    from account where account.id = $1::bigint) given`;

/** The items of the imports without their texts: what the feed needs once they are gone (decisions 18). */
const REMOVED_ITEMS = `
  select import_id as id, jsonb_agg(item::jsonb - array[${ITEM_TEXTS}] order by place, key)::text as items
  from (${storedItems('account_id = $1 and import_id = any($2::uuid[])')}) stored
  group by import_id`;
const itemsRow = t.type({ id: t.string, items: t.string });

const removableRow = t.type({ import_id: t.string, removed: removedItems });

/** Returns stored counts by the names of the port. */
const toRemoved = (counts: t.TypeOf<typeof removedItems>): RemovedItems => ({
  notes: counts.notes,
  notesAddedByService: counts.notes_added_by_service,
  transactions: counts.transactions.map(({ ledger_number: ledgerNumber, ...total }) => ({ ledgerNumber, ...total })),
  billingDocuments: counts.billing_documents,
  statements: counts.statements,
  paymentInstructions: counts.payment_instructions,
});

/** Counts the items that imports of an account stored and that it still has, by import. */
export const countItems = async (
  em: EntityManager,
  accountId: string,
  importIds: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, RemovedItems>> => {
  const rows = await readRows(em, removableRow, REMOVABLE, [accountId, importIds]);
  return new Map(rows.map(({ import_id, removed }) => [import_id, toRemoved(removed)]));
};

/**
 * Removes what imports of a locked account stored, and adds the record of each undo. The lock keeps other imports of the
 * account out, so what is counted first is what is removed; all of it is one transaction.
 */
const undoImports = async (
  em: EntityManager,
  { id: accountId }: AccountWithImports,
  imports: ReadonlyArray<UndoableImport>,
  actor: UndoingOperator,
  isDryRun: boolean,
): Promise<ReadonlyMap<string, RemovedItems>> => {
  const ids = imports.map(({ importId }) => importId);
  const removable = await readRows(em, removableRow, REMOVABLE, [accountId, ids]);
  if (!isDryRun) {
    const items = new Map(
      (await readRows(em, itemsRow, REMOVED_ITEMS, [accountId, ids])).map((row) => [row.id, row.items]),
    );
    await holdNoteWords(em);
    for (const table of ITEM_TABLES) await query(em, `delete from ${table} ${OF_IMPORTS}`, [accountId, ids]);
    const counts = new Map(removable.map(({ import_id, removed }) => [import_id, JSON.stringify(removed)]));
    const answered = imports.map(({ facts }) =>
      JSON.stringify(facts.answered.map(({ importId, items }) => ({ import_id: importId, items }))),
    );
    const removed = ids.map((id) => counts.get(id)!);
    await query(em, RECORD_UNDO, [
      accountId,
      ids,
      identified(actor),
      actor.reason,
      removed,
      answered,
      ids.map((id) => items.get(id) ?? '[]'),
    ]);
  }
  return new Map(removable.map(({ import_id, removed }) => [import_id, toRemoved(removed)]));
};

/** @param em of a transaction, which holds the locks. @param isDryRun nothing is removed, only counted. */
export const makePostgresCorrections = (em: EntityManager, isDryRun: boolean): Corrections => ({
  lockImports: (account, selection) => stored(() => lockImports(em, account, selection)),
  undo: (account, imports, actor) => stored(() => undoImports(em, account, imports, actor, isDryRun)),
});

const CORRECTIONS = `
  select a.external_account_number, u.import_id, i.endpoint, to_json(u.undone_at)#>>'{}', u.undone_by, u.reason, u.removed
  from import_undo u
  join account a on a.id = u.account_id
  join accepted_import i on i.account_id = u.account_id and i.id = u.import_id
  where a.supplier_id = current_setting('carryover.supplier')::uuid
  order by u.undone_at, u.import_id`;

const correctionRow = t.type({
  externalAccountNumber: t.string,
  importId: t.string,
  endpoint: t.string,
  undoneAt: moment,
  undoneBy: t.string,
  reason: t.string,
  removed: t.string,
});

const toCorrection = (row: t.TypeOf<typeof correctionRow>): Correction => ({
  ...row,
  removed: toRemoved(checked(removedItems, JSON.parse(row.removed))),
});

/** The undone imports, in the order in which they were undone. */
export async function* streamCorrections({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<Correction>> {
  for await (const rows of stream(correctionRow, CORRECTIONS)) yield rows.map(toCorrection);
}
