import type { Stored } from '@carryover/application/ports/store-failure';
import type { Account } from '@carryover/domain/account';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { second } from '../schema/stored-items.ts';
import { calendarDate, moment, oneOf, orNull } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

const KINDS = ['note', 'billing_document', 'transaction', 'statement', 'payment_instruction'] as const;

const removedItem = t.type({
  importId: t.string,
  receivedAt: moment,
  endpoint: t.string,
  undoneAt: moment,
  undoneBy: t.string,
  reason: t.string,
  kind: oneOf(KINDS),
  /** What names it for people: its id or, of a note, its time; null if it has neither. */
  identifier: orNull(t.string),
  /** Of a note: what tells it from others of its time. */
  identity: orNull(t.string),
  /** Of a transaction, as it was sent. */
  date: orNull(calendarDate),
  /** Of a transaction. */
  type: orNull(oneOf(TRANSACTION_TYPES)),
  ledger: orNull(t.string),
  amount: orNull(t.string),
  /** It, or what replaced it, is stored again. */
  isStored: t.boolean,
});
/** An item that an undo removed from its account. */
export type RemovedItem = Readonly<t.TypeOf<typeof removedItem>>;

const row = (table: string, condition: string) =>
  `exists (select from ${table} r where r.account_id = u.account_id and ${condition})`;

/**
 * The same transaction id may be on an account twice, and the same text as notes of several times: another one is stored by a later
 * import. Ids of imports are ordered by time.
 */
const IS_STORED = `
  case item->>'kind'
    when 'transaction' then ${row('ledger_transaction', `r.transaction_id = (item->>'transaction_id') collate "C" and (r.occurrence = (item->>'occurrence')::int or r.import_id > u.import_id)`)}
    when 'statement' then ${row('historical_statement', `r.statement_id = (item->>'statement_id') collate "C"`)}
    when 'billing_document' then ${row('billing_document', `r.identifier = (item->>'billing_document_identifier') collate "C" and r.ledger_number = item->>'ledger_number'`)}
    when 'note' then ${row('note', `r.identity = decode(item->>'identity', 'hex') and (${second('r.created_at')} = item->>'created_at' or r.import_id > u.import_id)`)}
    else ${row('payment_instruction', 'r.import_id > u.import_id')}
  end`;

// The service writes the notes of moved dates, and writes them again with their transactions.
const REMOVED = `
  select * from (
    select u.import_id as "importId", to_json(i.received_at)#>>'{}' as "receivedAt", i.endpoint,
           to_json(u.undone_at)#>>'{}' as "undoneAt", u.undone_by as "undoneBy", u.reason, item->>'kind' as kind,
           coalesce(item->>'transaction_id', item->>'statement_id', item->>'billing_document_identifier',
                    item->>'created_at') as identifier,
           coalesce(item->>'submitted_date', item->>'transaction_date') as date,
           case item->>'kind' when 'transaction' then item->>'type' end as type, item->>'ledger_number' as ledger,
           coalesce(item->>'amount', item->>'gross_amount') as amount, item->>'identity' as identity,
           ${IS_STORED} as "isStored", u.undone_at, removed.at
    from import_undo u
    join accepted_import i on i.account_id = u.account_id and i.id = u.import_id
    cross join lateral jsonb_array_elements(u.items) with ordinality as removed (item, at)
    where u.account_id = $1 and ($2::uuid is null or u.import_id = $2)
      and (item->>'kind' <> 'note' or i.endpoint = 'notes/create')) removed
  where $2::uuid is not null or not "isStored"
  order by undone_at desc, "importId", at
  limit $3`;

/** More are not listed. */
const MAX_REMOVED = 200;

export type RemovedItems = { readonly items: ReadonlyArray<RemovedItem>; readonly isComplete: boolean };

const read = async (em: EntityManager, accountId: string | null, importId: string | null): Promise<RemovedItems> => {
  const found =
    accountId === null ? [] : await readRows(em, removedItem, REMOVED, [accountId, importId, MAX_REMOVED + 1]);
  return { items: found.slice(0, MAX_REMOVED), isComplete: found.length <= MAX_REMOVED };
};

/** Reads what undos removed from an account and what is not stored again, the latest undo first. */
export const readRemovedItems = (em: EntityManager, { id }: Pick<Account, 'id'>): Stored<RemovedItems> =>
  stored(() => read(em, id, null));

const ACCOUNT = 'select account_id::text as id from accepted_import where id = $1';

/** Reads what the undo of an import removed, stored again or not. */
export const readRemovedItemsOf = (em: EntityManager, importId: string): Stored<RemovedItems> =>
  stored(async () =>
    read(em, (await readRow(em, t.type({ id: t.string }), ACCOUNT, [importId]))?.id ?? null, importId),
  );
