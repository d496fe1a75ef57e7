import type { AccountWithImports, RemovedItems, Undo } from '@carryover/application/ports/operator/corrections';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRows } from '../../driver/query.ts';
import { removedItems } from '../../schema/stored-corrections.ts';

const gone = (table: string, columns: string) =>
  `(delete from ${table} where account_id = $1 and import_id = any($2::uuid[]) returning ${columns})`;

/** One statement: the rows go and the records of the undo come together, whatever happens to the connection. */
const UNDO = `
  with gone_note as ${gone('note', 'import_id')},
       gone_transaction as ${gone('ledger_transaction', 'import_id, ledger_number, type, amount')},
       gone_history as ${gone('ledger_history', 'import_id')},
       gone_document as ${gone('billing_document', 'import_id')},
       gone_statement as ${gone('historical_statement', 'import_id')},
       gone_instruction as ${gone('payment_instruction', 'import_id')},
       totals as (
         select import_id, ledger_number, type, count(*) as count, sum(amount)::text as sum
         from gone_transaction group by import_id, ledger_number, type),
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
           union all select import_id, 'document' from gone_document
           union all select import_id, 'statement' from gone_statement
           union all select import_id, 'instruction' from gone_instruction) item
         group by import_id)
  insert into import_undo (account_id, import_id, undone_by, reason, removed, answered)
  select i.account_id, i.id, $3, $4,
         jsonb_build_object(
           'notes', case when i.endpoint = 'notes/create' then coalesce(m.notes, 0) else 0 end,
           'notes_added_by_service', case when i.endpoint = 'notes/create' then 0 else coalesce(m.notes, 0) end,
           'transactions', coalesce(t.totals, '[]'),
           'billing_documents', coalesce(m.documents, 0),
           'statements', coalesce(m.statements, 0),
           'payment_instructions', coalesce(m.instructions, 0)),
         coalesce($5::jsonb->i.id::text, '[]')
  from accepted_import i
  left join items m on m.import_id = i.id
  left join transactions t on t.import_id = i.id
  where i.account_id = $1 and i.id = any($2::uuid[])
  returning import_id, removed`;

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

/** Removes what imports of a locked account stored, and adds the record of each undo. */
export const undoImports = async (
  em: EntityManager,
  { id: accountId }: AccountWithImports,
  { imports, by }: Undo,
): Promise<ReadonlyMap<string, RemovedItems>> => {
  const answered = imports.map(({ importId, facts }) => [
    importId,
    facts.answered.map((one) => ({ import_id: one.importId, item_count: one.itemCount })),
  ]);
  const rows = await readRows(em, undoneRow, UNDO, [
    accountId,
    imports.map(({ importId }) => importId),
    by.performedBy,
    by.reason,
    JSON.stringify(Object.fromEntries(answered)),
  ]);
  return new Map(rows.map(({ import_id, removed }) => [import_id, toRemoved(removed)]));
};
