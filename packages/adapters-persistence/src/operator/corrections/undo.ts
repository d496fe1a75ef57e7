import { identified } from '@carryover/application/ports/administration';
import type { AccountWithImports, RemovedItems, Undo } from '@carryover/application/ports/operator/corrections';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { removedItems } from '../../schema/stored-values.ts';

/** The tables with rows of imports, and the columns by which what is removed is counted. */
const TABLES = {
  note: 'import_id',
  ledger_transaction: 'import_id, ledger_number, type, amount',
  ledger_history: 'import_id',
  billing_document: 'import_id',
  historical_statement: 'import_id',
  payment_instruction: 'import_id',
};

const OF_IMPORTS = 'where account_id = $1 and import_id = any($2::uuid[])';

/** The rows of the imports, by table, and their counts by import. @param rowsOf the statement that returns those of a table. */
const counted = (rowsOf: (table: string, columns: string) => string) => `
  with ${Object.entries(TABLES).map(([table, columns]) => `gone_${table} as (${rowsOf(table, columns)})`)},
       totals as (
         select import_id, ledger_number, type, count(*) as count, sum(amount)::text as sum
         from gone_ledger_transaction group by import_id, ledger_number, type),
       transactions as (
         select import_id, jsonb_agg(jsonb_build_object('ledger_number', ledger_number, 'type', type, 'count', count,
                                                        'sum', sum) order by ledger_number, type) as totals
         from totals group by import_id),
       items as (
         select import_id, count(*) filter (where kind = 'note') as notes,
                count(*) filter (where kind = 'document') as documents,
                count(*) filter (where kind = 'statement') as statements,
                count(*) filter (where kind = 'instruction') as instructions
         from (
           select import_id, 'note' as kind from gone_note
           union all select import_id, 'document' from gone_billing_document
           union all select import_id, 'statement' from gone_historical_statement
           union all select import_id, 'instruction' from gone_payment_instruction) item
         group by import_id),
       removed as (
         select i.account_id, i.id as import_id,
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
         where i.account_id = $1 and i.id = any($2::uuid[]))`;

/** One statement: the rows go and the records of the undo come together, whatever happens to the connection. */
const UNDO = `
  ${counted((table, columns) => `delete from ${table} ${OF_IMPORTS} returning ${columns}`)}
  insert into import_undo (account_id, import_id, undone_by, reason, removed, answered)
  select account_id, import_id, $3, $4, removed, coalesce($5::jsonb->import_id::text, '[]') from removed
  returning import_id, removed`;

const REMOVABLE = `
  ${counted((table, columns) => `select ${columns} from ${table} ${OF_IMPORTS}`)}
  select import_id::text as import_id, removed from removed`;

const undoneRow = t.type({ import_id: t.string, removed: removedItems });

/** Returns stored counts by the names of the port. */
export const toRemoved = (stored: t.TypeOf<typeof removedItems>): RemovedItems => ({
  notes: stored.notes,
  notesAddedByService: stored.notes_added_by_service,
  transactions: stored.transactions.map(({ ledger_number: ledgerNumber, ...total }) => ({ ledgerNumber, ...total })),
  billingDocuments: stored.billing_documents,
  statements: stored.statements,
  paymentInstructions: stored.payment_instructions,
});

const byImport = (rows: ReadonlyArray<t.TypeOf<typeof undoneRow>>): ReadonlyMap<string, RemovedItems> =>
  new Map(rows.map(({ import_id, removed }) => [import_id, toRemoved(removed)]));

const idsOf = ({ imports }: Undo) => imports.map(({ importId }) => importId);

/** Removes what imports of a locked account stored, and adds the record of each undo. */
export const undoImports = async (em: EntityManager, { id: accountId }: AccountWithImports, undo: Undo) => {
  const answered = undo.imports.map(({ importId, facts }) => [
    importId,
    facts.answered.map((one) => ({ import_id: one.importId, items: one.items })),
  ]);
  const { reason } = undo.by;
  const parameters = [
    accountId,
    idsOf(undo),
    identified(undo.by),
    reason,
    JSON.stringify(Object.fromEntries(answered)),
  ];
  return byImport(await readRows(em, undoneRow, UNDO, parameters));
};

/** Returns what an undo would remove. */
export const countRemovable = async (em: EntityManager, { id: accountId }: AccountWithImports, undo: Undo) =>
  byImport(await readRows(em, undoneRow, REMOVABLE, [accountId, idsOf(undo)]));
