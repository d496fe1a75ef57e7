import type {
  AccountWithImports,
  ImportSelection,
  UndoableImport,
} from '@carryover/application/ports/operator/corrections';
import type { TouchedLedger } from '@carryover/domain/undo';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { query, readRows } from '../../driver/query.ts';
import { keepOnNode } from '../../schema/distribution.ts';
import { calendarDate, orNull } from '../../schema/stored-value.ts';
import { findAnswered } from './answered-imports.ts';

const LOCK = 'select from account where id = $1 for no key update';

// Ids are ordered by time.
const SELECTED = `
  select i.id, to_json(i.received_at)#>>'{}' as received_at, i.endpoint, u.undone_by,
         to_json(u.undone_at)#>>'{}' as undone_at
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
  select t.import_id, t.ledger_number, t.first::text as first, t.last::text as last,
         l.has_finalized_billing_document as is_finalized, p.from_date::text as open_from, p.to_date::text as open_to
  from touched t
  join ledger l on l.account_id = $1 and l.ledger_number = t.ledger_number
  left join statement_period p on p.account_id = $1 and p.ledger_number = t.ledger_number and p.is_open`;

const importRow = t.type({
  id: t.string,
  received_at: t.string,
  endpoint: t.string,
  undone_at: orNull(t.string),
  undone_by: orNull(t.string),
});
const ledgerRow = t.type({
  import_id: t.string,
  ledger_number: t.string,
  first: orNull(calendarDate),
  last: orNull(calendarDate),
  is_finalized: t.boolean,
  open_from: orNull(calendarDate),
  open_to: orNull(calendarDate),
});

const toLedger = (row: t.TypeOf<typeof ledgerRow>): TouchedLedger => ({
  ledgerNumber: row.ledger_number,
  hasFinalizedBillingDocument: row.is_finalized,
  openPeriod: row.open_from === null ? null : { from: row.open_from, to: row.open_to },
  dates: row.first === null || row.last === null ? null : { from: row.first, to: row.last },
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
  const imports = rows.map((row) => ({ importId: row.id, receivedAt: new Date(row.received_at) }));
  const ids = imports.map(({ importId }) => importId);
  const ledgers = Map.groupBy(await readRows(em, ledgerRow, LEDGERS, [accountId, ids]), (row) => row.import_id);
  const answered = await findAnswered(em, accountId, imports, range);
  return rows.map(({ id, endpoint, undone_at, undone_by }, at) => ({
    ...imports[at]!,
    endpoint,
    facts: {
      undone: undone_at === null || undone_by === null ? null : { at: new Date(undone_at), by: undone_by },
      ledgers: (ledgers.get(id) ?? []).map(toLedger),
      answered: answered.get(id) ?? [],
    },
  }));
};
