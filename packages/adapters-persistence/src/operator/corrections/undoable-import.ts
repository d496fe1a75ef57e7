import type {
  AccountWithImports,
  ImportSelection,
  UndoableImport,
} from '@carryover/application/ports/operator/corrections';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { keepOnNode } from '../../distribution.ts';
import { query, readRows } from '../../driver/query.ts';
import { calendarDate, moment, orNull } from '../../schema/stored-values.ts';
import { findAnswered } from './answered-imports.ts';

const LOCK = 'select from account where id = $1 for no key update';

// Ids are ordered by time.
const SELECTED = `
  select i.id as "importId", to_json(i.received_at)#>>'{}' as "receivedAt", i.endpoint,
         case when u.import_id is not null then json_build_object('at', u.undone_at, 'by', u.undone_by) end as undone
  from accepted_import i
  left join import_undo u on u.account_id = i.account_id and u.import_id = i.id
  where i.account_id = $1 and case when $2::uuid is not null then i.id = $2
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
export const lockImports = async (
  em: EntityManager,
  { id: accountId }: AccountWithImports,
  selection: ImportSelection,
): Promise<ReadonlyArray<UndoableImport>> => {
  await keepOnNode(em, accountId);
  await query(em, LOCK, [accountId]);
  const range = 'since' in selection ? selection : null;
  const rows = await readRows(em, importRow, SELECTED, [
    accountId,
    'importId' in selection ? selection.importId : null,
    range?.since.toISOString() ?? null,
    range?.until.toISOString() ?? null,
  ]);
  const ids = rows.map(({ importId }) => importId);
  const ledgers = Map.groupBy(await readRows(em, ledgerRow, LEDGERS, [accountId, ids]), ({ importId }) => importId);
  const answered = await findAnswered(em, accountId, rows);
  return rows.map(({ undone, ...row }) => ({
    ...row,
    facts: { undone, ledgers: ledgers.get(row.importId) ?? [], answered: answered.get(row.importId) ?? [] },
  }));
};
