import { ACCOUNT_STATUSES } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { KEEP_ALL_ON_NODE } from '../../distribution.ts';
import { query, readRows } from '../../driver/query.ts';
import { oneOf } from '../../schema/stored-values.ts';
import { LEDGER_COLUMNS } from '../account-repository.ts';

/** Reads the accounts of these keys and locks them, and the SQL that reads their ledgers. */
type StoredAccountStatements = {
  readonly lock: (em: EntityManager, keys: ReadonlyArray<string>) => Promise<ReadonlyArray<AccountRow>>;
  readonly ledgers: string;
};

const accountRow = t.type({
  id: t.string,
  supplier_id: t.string,
  external_account_number: t.string,
  status: oneOf(ACCOUNT_STATUSES),
});
type AccountRow = t.TypeOf<typeof accountRow>;

const COLUMNS = 'id, supplier_id, external_account_number, status';
const LOCK = `
  select a.* from unnest($1::bigint[]) as given (id)
  cross join lateral (select ${COLUMNS} from account where id = given.id for no key update) a`;
const EXISTING = 'select id from account where id = any($1::bigint[]) order by id';
const LOCK_ONE = `select ${COLUMNS} from account where id = $1 for no key update`;

/**
 * A batch has few of all stored accounts, so each is looked up by its key. PostgreSQL does not turn a lateral part with a lock,
 * a limit or an offset into a join that reads a whole table, as it did at 240,000 accounts (34 ms per batch, now 10 ms at any
 * size).
 */
export const BY_KEY: StoredAccountStatements = {
  lock: (em, keys) => readRows(em, accountRow, LOCK, [keys]),
  ledgers: `
    select l.account_id as "accountId", ${LEDGER_COLUMNS}, history.found is not null as "hasImportedHistory",
           transaction.found is not null as "hasTransactions", period.found is not null as "hasPeriods"
    from unnest($1::bigint[]) as given (account_id)
    cross join lateral (select * from ledger where account_id = given.account_id offset 0) l
    left join lateral (select from_date, to_date from statement_period o
      where o.account_id = l.account_id and o.ledger_number = l.ledger_number and o.is_open limit 1) p on true
    left join lateral (select true as found from ledger_history h
      where h.account_id = l.account_id and h.ledger_number = l.ledger_number limit 1) history on true
    left join lateral (select true as found from ledger_transaction t
      where t.account_id = l.account_id and t.ledger_number = l.ledger_number limit 1) transaction on true
    left join lateral (select true as found from statement_period o
      where o.account_id = l.account_id and o.ledger_number = l.ledger_number limit 1) period on true`,
};

const found = (table: string): string =>
  `exists (select from ${table} o where o.account_id = l.account_id and o.ledger_number = l.ledger_number)`;

/**
 * The same for Citus (ADR 28), which refuses laterals over several nodes, and locks rows of only one node per statement.
 * Accounts that exist are locked one by one, in statements that do not wait for each other; a first import has none.
 */
export const BY_NODE: StoredAccountStatements = {
  lock: async (em, keys) => {
    const existing = await readRows(em, t.type({ id: t.string }), EXISTING, [keys]);
    await query(em, KEEP_ALL_ON_NODE, [existing.map(({ id }) => id)]);
    return (await Promise.all(existing.map(({ id }) => readRows(em, accountRow, LOCK_ONE, [id])))).flat();
  },
  ledgers: `
    select l.account_id as "accountId", ${LEDGER_COLUMNS}, ${found('ledger_history')} as "hasImportedHistory",
           ${found('ledger_transaction')} as "hasTransactions", ${found('statement_period')} as "hasPeriods"
    from ledger l
    left join statement_period p on p.account_id = l.account_id and p.ledger_number = l.ledger_number and p.is_open
    where l.account_id = any($1::bigint[])`,
};
