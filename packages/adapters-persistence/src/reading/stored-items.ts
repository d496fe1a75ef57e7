import type { StoredItems } from '@carryover/application/ports/operator/import-records';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow, readRows } from '../driver/query.ts';
import { toRemoved } from '../operator/corrections/undo.ts';
import { removedItems } from '../schema/stored-corrections.ts';
import { calendarDate } from '../schema/stored-value.ts';

const ACCOUNT = `select account_id::text as account_id, endpoint from accepted_import where id = $1`;

/** The rows of one account and import. */
const of = (table: string) => `from ${table} where account_id = $1 and import_id = $2`;

const ITEMS = `
  select jsonb_build_object(
    'notes', case when $3 = 'notes/create' then notes.count else 0 end,
    'notes_added_by_service', case when $3 = 'notes/create' then 0 else notes.count end,
    'transactions', coalesce((
      select jsonb_agg(jsonb_build_object('ledger_number', ledger_number, 'type', type, 'count', count, 'sum', sum)
                       order by ledger_number, type)
      from (select ledger_number, type, count(*), sum(amount)::text as sum ${of('ledger_transaction')}
            group by ledger_number, type) total), '[]'),
    'billing_documents', (select count(*) ${of('billing_document')}),
    'statements', (select count(*) ${of('historical_statement')}),
    'payment_instructions', (select count(*) ${of('payment_instruction')})) as items
  from (select count(*) ${of('note')}) notes`;

const MOVED_SHOWN = 100;
const MOVED = `
  select transaction_id as "transactionId", submitted_date::text as "submittedDate",
         transaction_date::text as "storedDate", (count(*) over ())::int as count
  ${of('ledger_transaction')} and submitted_date is not null
  order by transaction_id, occurrence limit ${MOVED_SHOWN}`;

const accountRow = t.type({ account_id: t.string, endpoint: t.string });
const itemsRow = t.type({ items: removedItems });
const movedRow = t.type({
  transactionId: t.string,
  submittedDate: calendarDate,
  storedDate: calendarDate,
  count: t.number,
});

/** Counts what an accepted import stored; null if there is no such import. */
export const readStoredItems = async (em: EntityManager, importId: string): Promise<StoredItems | null> => {
  const found = await readRow(em, accountRow, ACCOUNT, [importId]);
  if (found === null) return null;
  const stored = await readRow(em, itemsRow, ITEMS, [found.account_id, importId, found.endpoint]);
  const moved = await readRows(em, movedRow, MOVED, [found.account_id, importId]);
  return {
    items: toRemoved(stored!.items),
    moved: moved.map(({ count: _, ...transaction }) => transaction),
    movedCount: moved[0]?.count ?? 0,
  };
};
