import type { AccountChange, AccountToImport, LedgerToImport } from '@carryover/domain/account-import';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import type { EntityManager } from '@mikro-orm/postgresql';
import { insertRows, textArray } from '../../driver/insert-rows.ts';
import { query } from '../../driver/query.ts';
import { Ledger, StatementPeriod as StatementPeriodEntity } from '../../schema/entities.ts';
import { accountKeyIn } from '../account-repository.ts';

type Change<Kind extends AccountChange['kind']> = Extract<AccountChange, { readonly kind: Kind }>;
type ChangedLedger = Change<'updated'>['changed'][number];
type OfAccount<A> = A & { readonly accountId: string };

const ADD_ACCOUNTS = `
  insert into account (id, supplier_id, external_account_number, status, created_at)
  select unnest($2::bigint[]), $1, unnest($3::text[]), unnest($4::text[]), now()`;

const PROMOTE_ACCOUNTS = `update account set status = 'IMPORTED' where id = any($1::bigint[])`;

const CHANGE_LEDGERS = `
  update ledger l set ledger_code = given.code, is_main = given.is_main, has_finalized_billing_document = given.finalized
  from (
    select unnest($1::bigint[]) as account_id, unnest($2::text[]) as number, unnest($3::text[]) as code,
           unnest($4::boolean[]) as is_main, unnest($5::boolean[]) as finalized
  ) given
  where l.account_id = given.account_id and l.ledger_number = given.number`;

const addAccounts = async (
  em: EntityManager,
  supplier: ImportSupplier,
  accounts: ReadonlyArray<AccountToImport>,
): Promise<ReadonlyArray<OfAccount<LedgerToImport>>> => {
  if (accounts.length === 0) return [];
  const numbers = accounts.map(({ externalAccountNumber }) => externalAccountNumber);
  const keys = numbers.map(accountKeyIn(supplier));
  const statuses = accounts.map(({ status }) => status);
  await query(em, ADD_ACCOUNTS, [supplier.id, keys, textArray(numbers), textArray(statuses)]);
  return accounts.flatMap(({ ledgers }, at) => ledgers.map((ledger) => ({ ...ledger, accountId: keys[at]! })));
};

const changeLedgers = async (em: EntityManager, ledgers: ReadonlyArray<OfAccount<ChangedLedger>>): Promise<void> => {
  if (ledgers.length === 0) return;
  const columns = [
    ledgers.map(({ accountId }) => accountId),
    textArray(ledgers.map(({ ledgerNumber }) => ledgerNumber)),
    textArray(ledgers.map(({ ledgerCode }) => ledgerCode)),
    ledgers.map(({ isMain }) => isMain),
    ledgers.map(({ hasFinalizedBillingDocument }) => hasFinalizedBillingDocument),
  ];
  await query(em, CHANGE_LEDGERS, columns);
};

const periodRow = (accountId: string, ledgerNumber: string, { from, to }: StatementPeriod) => ({
  accountId,
  ledgerNumber,
  fromDate: from,
  toDate: to,
  isOpen: true,
});

/** Stores changes of accounts, each account once, in a constant number of statements. */
export const storeAccountChanges = async (
  em: EntityManager,
  supplier: ImportSupplier,
  changes: ReadonlyArray<AccountChange>,
): Promise<void> => {
  const created = changes.flatMap((change) => (change.kind === 'created' ? [change.account] : []));
  const updated = changes.filter((change) => change.kind === 'updated');

  const promoted = updated.filter(({ isPromoted }) => isPromoted).map(({ accountId }) => accountId);
  if (promoted.length > 0) await query(em, PROMOTE_ACCOUNTS, [promoted]);

  const changed = updated.flatMap((one) => one.changed.map((ledger) => ({ ...ledger, accountId: one.accountId })));
  // An account has one main ledger at any moment: the old one is unmarked before the new one is marked.
  await changeLedgers(
    em,
    changed.filter(({ isMain }) => !isMain),
  );
  const added = [
    ...(await addAccounts(em, supplier, created)),
    ...updated.flatMap((one) => one.added.map((ledger) => ({ ...ledger, accountId: one.accountId }))),
  ];
  await changeLedgers(
    em,
    changed.filter(({ isMain }) => isMain),
  );
  await insertRows(
    em,
    Ledger,
    added.map(({ openPeriod, ...ledger }) => ledger),
  );

  const firstPeriods = updated.flatMap(({ accountId, opened }) =>
    opened.map(({ ledgerNumber, period }) => periodRow(accountId, ledgerNumber, period)),
  );
  const newPeriods = added.flatMap(({ accountId, ledgerNumber, openPeriod }) =>
    openPeriod === null ? [] : [periodRow(accountId, ledgerNumber, openPeriod)],
  );
  await insertRows(em, StatementPeriodEntity, [...firstPeriods, ...newPeriods]);
};
