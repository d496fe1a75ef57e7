import type { AccountImport, Administration } from '@carryover/application/ports/administration';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findAccount } from './account-repository.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';

// Each statement takes all accounts at once and leaves rows alone that are as they should be already.
const IMPORT_ACCOUNTS = `
  insert into account (supplier_id, external_account_number, status, created_at)
  select $1, a."externalAccountNumber", a.status, now()
  from jsonb_to_recordset($2::jsonb) as a("externalAccountNumber" text, status text)
  order by a."externalAccountNumber"
  on conflict (supplier_id, external_account_number) do update set status = excluded.status
  where account.status is distinct from excluded.status`;

/** An imported account is not staged again; locked, so that it stays so until the batch is in. */
const IMPORTED_ALREADY = `
  select account.external_account_number as number
  from jsonb_to_recordset($2::jsonb) as a("externalAccountNumber" text, status text)
  join account on account.supplier_id = $1 and account.external_account_number = a."externalAccountNumber"
  where account.status = 'IMPORTED' and a.status = 'STAGED'
  order by account.external_account_number
  for no key update of account`;

const LEDGERS_GIVEN = `
  with given as (
    select account.id as account_id, l.*
    from jsonb_to_recordset($2::jsonb) as l("externalAccountNumber" text, "ledgerNumber" text, "ledgerCode" text,
      "isMain" boolean, "hasFinalizedBillingDocument" boolean, "openFrom" date, "openTo" date)
    join account on account.supplier_id = $1 and account.external_account_number = l."externalAccountNumber"
  )`;

// Before another ledger becomes the main one.
const DEMOTE_LEDGERS = `${LEDGERS_GIVEN}
  update ledger set is_main = false
  from given
  where ledger.account_id = given.account_id and given."isMain" and ledger.is_main
    and ledger.ledger_number <> given."ledgerNumber"`;

const IMPORT_LEDGERS = `${LEDGERS_GIVEN}
  insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
  select account_id, "ledgerNumber", "ledgerCode", "isMain", "hasFinalizedBillingDocument" from given
  on conflict (account_id, ledger_number) do update
  set ledger_code = excluded.ledger_code, is_main = excluded.is_main,
      has_finalized_billing_document = ledger.has_finalized_billing_document or excluded.has_finalized_billing_document
  where (ledger.ledger_code, ledger.is_main) is distinct from (excluded.ledger_code, excluded.is_main)
     or (excluded.has_finalized_billing_document and not ledger.has_finalized_billing_document)`;

const CLOSE_PERIODS = `${LEDGERS_GIVEN}
  update statement_period p set is_open = false
  from given
  where p.account_id = given.account_id and p.ledger_number = given."ledgerNumber" and p.is_open
    and p.from_date is distinct from given."openFrom"`;

const OPEN_PERIODS = `${LEDGERS_GIVEN}
  insert into statement_period (account_id, ledger_number, from_date, to_date, is_open)
  select account_id, "ledgerNumber", "openFrom", "openTo", true from given where "openFrom" is not null
  on conflict (account_id, ledger_number, from_date) do update set to_date = excluded.to_date, is_open = true
  where (statement_period.to_date, statement_period.is_open) is distinct from (excluded.to_date, true)`;

const toLedgerRows = (accounts: ReadonlyArray<AccountImport>) =>
  accounts.flatMap(({ externalAccountNumber, ledgers }) =>
    ledgers.map(({ openPeriod, ...ledger }) => ({
      externalAccountNumber,
      ...ledger,
      openFrom: openPeriod?.from ?? null,
      openTo: openPeriod?.to ?? null,
    })),
  );

/** Imports a batch in a constant number of statements. @returns the numbers of the accounts that were left out. */
const importAccounts = async (
  em: EntityManager,
  supplier: ImportSupplier,
  accounts: ReadonlyArray<AccountImport>,
): Promise<ReadonlySet<string>> => {
  const rowsOf = (some: ReadonlyArray<AccountImport>) =>
    JSON.stringify(some.map(({ externalAccountNumber, status }) => ({ externalAccountNumber, status })));
  const already = await query<{ number: string }>(em, IMPORTED_ALREADY, [supplier.id, rowsOf(accounts)]);
  const left = new Set(already.map(({ number }) => number));
  const taken = accounts.filter(({ externalAccountNumber }) => !left.has(externalAccountNumber));
  const ledgers = [supplier.id, JSON.stringify(toLedgerRows(taken))];
  await query(em, IMPORT_ACCOUNTS, [supplier.id, rowsOf(taken)]);
  for (const statement of [DEMOTE_LEDGERS, IMPORT_LEDGERS, CLOSE_PERIODS, OPEN_PERIODS]) {
    await query(em, statement, ledgers);
  }
  return left;
};

/** Accounts with their ledgers and statement periods. */
export const makeAccountAdministration = (
  em: EntityManager,
): Pick<Administration, 'importAccounts' | 'findAccount'> => ({
  importAccounts: (supplier, accounts) =>
    stored(() => em.fork().transactional((transaction) => importAccounts(transaction, supplier, accounts))),
  findAccount: (ref) => stored(() => findAccount(em, ref)),
});
