import type { AccountChange, AccountToImport, LedgerToImport } from '@carryover/domain/account-import';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '../../driver/query.ts';
import { plainArray, textArray } from '../../sql/arrays.ts';
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
  await query(em, ADD_ACCOUNTS, [supplier.id, keys, textArray(numbers), textArray(statuses)]);
  return accounts.flatMap(({ ledgers }, at) => ledgers.map((ledger) => ({ ...ledger, accountId: keys[at]! })));
};

const ledgerColumns = (ledgers: ReadonlyArray<OfAccount<ChangedLedger>>) => [
  plainArray(ledgers.map(({ accountId }) => accountId)),
  textArray(ledgers.map(({ ledgerNumber }) => ledgerNumber)),
  textArray(ledgers.map(({ ledgerCode }) => ledgerCode)),
  plainArray(ledgers.map(({ isMain }) => isMain)),
  plainArray(ledgers.map(({ hasFinalizedBillingDocument }) => hasFinalizedBillingDocument)),
];

const changeLedgers = async (em: EntityManager, ledgers: ReadonlyArray<OfAccount<ChangedLedger>>): Promise<void> => {
  if (ledgers.length > 0) await query(em, CHANGE_LEDGERS, ledgerColumns(ledgers));
};

const addLedgers = async (em: EntityManager, ledgers: ReadonlyArray<OfAccount<LedgerToImport>>): Promise<void> => {
  if (ledgers.length > 0) await query(em, ADD_LEDGERS, ledgerColumns(ledgers));
};

type OpenPeriod = { readonly accountId: string; readonly ledgerNumber: string; readonly period: StatementPeriod };

const addPeriods = async (em: EntityManager, periods: ReadonlyArray<OpenPeriod>): Promise<void> => {
  if (periods.length === 0) return;
  await query(em, ADD_PERIODS, [
    plainArray(periods.map(({ accountId }) => accountId)),
    textArray(periods.map(({ ledgerNumber }) => ledgerNumber)),
    plainArray(periods.map(({ period }) => period.from)),
    plainArray(periods.map(({ period }) => period.to)),
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
  await addLedgers(em, added);

  const firstPeriods = updated.flatMap(({ accountId, opened }) => opened.map((one) => ({ ...one, accountId })));
  const newPeriods = added.flatMap(({ accountId, ledgerNumber, openPeriod }) =>
    openPeriod === null ? [] : [{ accountId, ledgerNumber, period: openPeriod }],
  );
  await addPeriods(em, [...firstPeriods, ...newPeriods]);
};
