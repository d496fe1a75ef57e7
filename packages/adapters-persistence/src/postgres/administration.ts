import { randomUUID } from 'node:crypto';
import type { AccountImport, Administration } from '@carryover/application/ports/administration';
import { DEFAULT_CONFIGURATION, type ImportSupplier } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import { toHex } from './insert-rows.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { SUPPLIER_COLUMNS, type SupplierRow, toSupplier } from './supplier-repository.ts';

const ADD_ORGANISATION = `
  insert into organisation (id, name, created_at) values ($1, $2, now()) on conflict (name) do nothing`;

const ADD_SUPPLIER = `
  insert into import_supplier (id, organisation_id, code, status, document_root, verify_documents, automated_emails,
                               supply_charge_arithmetic, unknown_fields, created_at)
  values ($1, $2, $3, 'Ongoing', $4, $5, $6, $7, $8, now())
  on conflict (organisation_id, code) do nothing`;

const FIND_SUPPLIER = `
  select ${SUPPLIER_COLUMNS} from import_supplier s where s.organisation_id = $1 and s.code = $2`;

// Each statement takes all accounts at once and leaves rows alone that are as they should be already.
const IMPORT_ACCOUNTS = `
  insert into account (supplier_id, external_account_number, status, created_at)
  select $1, a."externalAccountNumber", a.status, now()
  from jsonb_to_recordset($2::jsonb) as a("externalAccountNumber" text, status text)
  on conflict (supplier_id, external_account_number) do update set status = excluded.status
  where account.status is distinct from excluded.status`;

const LEDGERS_GIVEN = `
  with given as (
    select account.id as account_id, l.*
    from jsonb_to_recordset($2::jsonb) as l("externalAccountNumber" text, "ledgerNumber" text, "ledgerCode" text,
      "isMain" boolean, "hasFinalizedBillingDocument" boolean, "openFrom" date, "openTo" date)
    join account on account.supplier_id = $1 and account.external_account_number = l."externalAccountNumber"
  )`;

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

const ADD_API_KEY = `
  insert into api_key (id, organisation_id, prefix, digest, created_at, expires_at, revoked_at)
  values ($1, $2, $3, $4::bytea, now(), $5, $6)`;

const toLedgerRows = (accounts: ReadonlyArray<AccountImport>) =>
  accounts.flatMap(({ externalAccountNumber, ledgers }) =>
    ledgers.map(({ openPeriod, ...ledger }) => ({
      externalAccountNumber,
      ...ledger,
      openFrom: openPeriod?.from ?? null,
      openTo: openPeriod?.to ?? null,
    })),
  );

export const makePostgresAdministration = (em: EntityManager): Administration => ({
  organisation: (name) =>
    stored(async () => {
      await query(em, ADD_ORGANISATION, [randomUUID(), name]);
      const [row] = await query<{ id: string }>(em, 'select id from organisation where name = $1', [name]);
      return { id: row!.id, name };
    }),

  supplier: (organisation, code) =>
    stored(async () => {
      const { documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields } =
        DEFAULT_CONFIGURATION;
      const configuration = [documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields];
      await query(em, ADD_SUPPLIER, [randomUUID(), organisation.id, code, ...configuration]);
      const [row] = await query<SupplierRow>(em, FIND_SUPPLIER, [organisation.id, code]);
      return toSupplier(row!);
    }),

  importAccounts: (supplier: ImportSupplier, accounts) =>
    stored(() =>
      em.transactional(async (transaction) => {
        const ledgers = [supplier.id, JSON.stringify(toLedgerRows(accounts))];
        const rows = accounts.map(({ externalAccountNumber, status }) => ({ externalAccountNumber, status }));
        await query(transaction, IMPORT_ACCOUNTS, [supplier.id, JSON.stringify(rows)]);
        await query(transaction, IMPORT_LEDGERS, ledgers);
        await query(transaction, CLOSE_PERIODS, ledgers);
        await query(transaction, OPEN_PERIODS, ledgers);
      }),
    ),

  addApiKey: ({ id, organisationId, prefix, digest, expiresAt, revokedAt }) =>
    stored(async () => {
      const times = [expiresAt?.toISOString() ?? null, revokedAt?.toISOString() ?? null];
      await query(em, ADD_API_KEY, [id, organisationId, prefix, toHex(digest), ...times]);
    }),
});
