import { randomUUID } from 'node:crypto';
import { ACCOUNT_STATUSES, type AccountErased, type ImportSupplier } from '@carryover/domain/account';
import type {
  AccountChange,
  AccountKeyCollision,
  AccountToImport,
  LedgerToImport,
  StoredAccount,
} from '@carryover/domain/account-import';
import type { StatementPeriod } from '@carryover/domain/calendar-date';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, oneOf, orNull } from '../schema/stored-values.ts';
import { commitMoments } from '../sql/commit-moment.ts';
import { dialectOf, KEEP_ALL_ON_NODE } from '../sql/dialect.ts';
import { query, readRows } from '../sql/query.ts';
import { accountKeyIn, erasedName, LEDGER_COLUMNS, ledgerRow, toLedger } from './account-repository.ts';

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
  erasedAt: orNull(moment),
});
type AccountRow = t.TypeOf<typeof accountRow>;

const COLUMNS = `id, supplier_id, external_account_number, status, to_json(erased_at)#>>'{}' as "erasedAt"`;
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
const BY_KEY: StoredAccountStatements = {
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
 * The same for a cluster (ADR 28), which refuses laterals over several nodes, and locks rows of only one node per statement.
 * Accounts that exist are locked one by one, in statements that do not wait for each other; a first import has none.
 */
const BY_NODE: StoredAccountStatements = {
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

const storedLedgerRow = t.intersection([
  ledgerRow,
  t.type({ accountId: t.string, hasTransactions: t.boolean, hasPeriods: t.boolean }),
]);

const COLLISION: AccountKeyCollision = { kind: 'account_key_collision' };

/**
 * Reads the accounts of these external numbers that exist, with their ledgers, and locks them until the transaction ends.
 * A number of an erased account has that; one whose key another account has, or another number of the list that comes first, has the collision (ADR 4).
 */
export const lockStoredAccounts = async (
  em: EntityManager,
  supplier: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, StoredAccount | AccountKeyCollision | AccountErased>> => {
  const keys = numbers.map(accountKeyIn(supplier));
  // Sorted: two imports of accounts lock in the same order.
  // The same lock as an import request takes, so that no data arrives between the decision and the change.
  const statements = (await dialectOf(em)).hasLaterals ? BY_KEY : BY_NODE;
  const rows = await statements.lock(em, keys.toSorted());
  const accounts = new Map(rows.map((row) => [row.id, row]));
  const ledgerRows =
    rows.length === 0 ? [] : await readRows(em, storedLedgerRow, statements.ledgers, [[...accounts.keys()]]);
  const ledgers = Map.groupBy(ledgerRows, (row) => row.accountId);

  const { organisationId, code: supplierCode } = supplier;
  const found = new Map<string, StoredAccount | AccountKeyCollision | AccountErased>();
  const added = new Set<string>();
  for (const [at, number] of numbers.entries()) {
    const key = keys[at]!;
    const account = accounts.get(key);
    if (account === undefined) {
      if (added.has(key)) found.set(number, COLLISION);
      added.add(key);
    } else {
      const { id, status, erasedAt, external_account_number: name } = account;
      const isErased =
        erasedAt !== null && name === erasedName({ organisationId, supplierCode, externalAccountNumber: number });
      const isSame = account.supplier_id === supplier.id && name === number;
      if (isErased) found.set(number, { kind: 'account_erased', erasedAt });
      else found.set(number, isSame ? { id, status, ledgers: (ledgers.get(id) ?? []).map(toLedger) } : COLLISION);
    }
  }
  return found;
};

type Change<Kind extends AccountChange['kind']> = Extract<AccountChange, { readonly kind: Kind }>;
type ChangedLedger = Change<'updated'>['changed'][number];
type OfAccount<A> = A & { readonly accountId: string };

const ADD_ACCOUNTS = `
  insert into account (id, supplier_id, external_account_number, status, created_at)
  select unnest($2::bigint[]), $1, unnest($3::text[]), unnest($4::text[]), now()`;

const PROMOTE_ACCOUNTS = `
  update account set status = 'IMPORTED', promoted_at = $3::timestamptz, promoted_position = given.position
  from (select unnest($1::bigint[]) as id, unnest($2::bigint[]) as position) given
  where account.id = given.id`;

/** A cluster has stored them with a position of the node that was asked. */
const PLACE_ACCOUNTS = `
  update account set commit_position = given.position
  from (select unnest($1::bigint[]) as id, unnest($2::bigint[]) as position) given
  where account.id = given.id`;

const ADD_CHANGES = `
  insert into account_change (account_id, id, changed_at, commit_position)
  select account_id, id, $3::timestamptz, position
  from (
    select unnest($1::bigint[]) as account_id, unnest($2::bigint[]) as position, unnest($4::uuid[]) as id) given`;

const CHANGE_LEDGERS = `
  update ledger l set ledger_code = given.code, is_main = given.is_main, has_finalized_billing_document = given.finalized
  from (
    select unnest($1::bigint[]) as account_id, unnest($2::text[]) as number, unnest($3::text[]) as code,
           unnest($4::boolean[]) as is_main, unnest($5::boolean[]) as finalized
  ) given
  where l.account_id = given.account_id and l.ledger_number = given.number`;

const ADD_LEDGERS = `
  insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
  select account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document
  from (
    select unnest($1::bigint[]) as account_id, unnest($2::text[]) as ledger_number, unnest($3::text[]) as ledger_code,
           unnest($4::boolean[]) as is_main, unnest($5::boolean[]) as has_finalized_billing_document) given`;

const ADD_PERIODS = `
  insert into statement_period (account_id, ledger_number, from_date, to_date, is_open)
  select account_id, ledger_number, from_date, to_date, true
  from (
    select unnest($1::bigint[]) as account_id, unnest($2::text[]) as ledger_number, unnest($3::date[]) as from_date,
           unnest($4::date[]) as to_date) given`;

const addAccounts = async (
  em: EntityManager,
  supplier: ImportSupplier,
  accounts: ReadonlyArray<AccountToImport>,
): Promise<ReadonlyArray<OfAccount<LedgerToImport>>> => {
  if (accounts.length === 0) return [];
  const numbers = accounts.map(({ externalAccountNumber }) => externalAccountNumber);
  const keys = numbers.map(accountKeyIn(supplier));
  const statuses = accounts.map(({ status }) => status);
  await query(em, ADD_ACCOUNTS, [supplier.id, keys, numbers, statuses]);
  if (!(await dialectOf(em)).hasOneOrder) {
    const { ids, positions } = await commitMoments(em, keys);
    await query(em, PLACE_ACCOUNTS, [ids, positions]);
  }
  return accounts.flatMap(({ ledgers }, at) => ledgers.map((ledger) => ({ ...ledger, accountId: keys[at]! })));
};

const ledgerColumns = (ledgers: ReadonlyArray<OfAccount<ChangedLedger>>) => [
  ledgers.map(({ accountId }) => accountId),
  ledgers.map(({ ledgerNumber }) => ledgerNumber),
  ledgers.map(({ ledgerCode }) => ledgerCode),
  ledgers.map(({ isMain }) => isMain),
  ledgers.map(({ hasFinalizedBillingDocument }) => hasFinalizedBillingDocument),
];

/** @param sql {@link ADD_LEDGERS} or {@link CHANGE_LEDGERS}. */
const storeLedgers = async (
  em: EntityManager,
  sql: string,
  ledgers: ReadonlyArray<OfAccount<ChangedLedger>>,
): Promise<void> => {
  if (ledgers.length > 0) await query(em, sql, ledgerColumns(ledgers));
};

type OpenPeriod = { readonly accountId: string; readonly ledgerNumber: string; readonly period: StatementPeriod };

const addPeriods = async (em: EntityManager, periods: ReadonlyArray<OpenPeriod>): Promise<void> => {
  if (periods.length === 0) return;
  await query(em, ADD_PERIODS, [
    periods.map(({ accountId }) => accountId),
    periods.map(({ ledgerNumber }) => ledgerNumber),
    periods.map(({ period }) => period.from),
    periods.map(({ period }) => period.to),
  ]);
};

/** Stores changes of accounts, each account once, in a constant number of statements. */
export const storeAccountChanges = async (
  em: EntityManager,
  supplier: ImportSupplier,
  changes: ReadonlyArray<AccountChange>,
): Promise<void> => {
  const created = changes.flatMap((change) => (change.kind === 'created' ? [change.account] : []));
  const updated = changes.filter((change) => change.kind === 'updated');

  const promoted = updated.filter(({ isPromoted }) => isPromoted).map(({ accountId }) => accountId);
  if (promoted.length > 0) {
    const { now, ids, positions } = await commitMoments(em, promoted);
    await query(em, PROMOTE_ACCOUNTS, [ids, positions, now]);
  }
  // A promotion tells the ledgers too.
  const others = updated.filter(({ isPromoted }) => !isPromoted).map(({ accountId }) => accountId);
  if (others.length > 0) {
    const { now, ids, positions } = await commitMoments(em, others);
    await query(em, ADD_CHANGES, [ids, positions, now, ids.map(() => randomUUID())]);
  }

  const changed = updated.flatMap((one) => one.changed.map((ledger) => ({ ...ledger, accountId: one.accountId })));
  // An account has one main ledger at any moment: the old one is unmarked before the new one is marked.
  await storeLedgers(
    em,
    CHANGE_LEDGERS,
    changed.filter(({ isMain }) => !isMain),
  );
  const added = [
    ...(await addAccounts(em, supplier, created)),
    ...updated.flatMap((one) => one.added.map((ledger) => ({ ...ledger, accountId: one.accountId }))),
  ];
  await storeLedgers(
    em,
    CHANGE_LEDGERS,
    changed.filter(({ isMain }) => isMain),
  );
  await storeLedgers(em, ADD_LEDGERS, added);

  const firstPeriods = updated.flatMap(({ accountId, opened }) => opened.map((one) => ({ ...one, accountId })));
  const newPeriods = added.flatMap(({ accountId, ledgerNumber, openPeriod }) =>
    openPeriod === null ? [] : [{ accountId, ledgerNumber, period: openPeriod }],
  );
  await addPeriods(em, [...firstPeriods, ...newPeriods]);
};
