import { randomUUID } from 'node:crypto';
import type {
  AccountImport,
  Administration,
  ApiKeyListing,
  Organisation,
} from '@carryover/application/ports/administration';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findAccount } from './account-repository.ts';
import { toHex } from './insert-rows.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { SUPPLIER_COLUMNS, type SupplierRow, toSupplier } from './supplier-repository.ts';

const ADD_ORGANISATION = `
  insert into organisation (id, name, created_at) values ($1, $2, now()) on conflict (name) do nothing returning id`;

const LIST_ORGANISATIONS = `
  select o.id, o.name, to_json(o.created_at)#>>'{}' as created_at,
         (select count(*)::int from import_supplier s where s.organisation_id = o.id) as suppliers,
         (select count(*)::int from api_key k where k.organisation_id = o.id and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > now())) as live_api_keys
  from organisation o order by o.name`;

const ADD_SUPPLIER = `
  insert into import_supplier (id, organisation_id, code, status, document_root, verify_documents, automated_emails,
                               supply_charge_arithmetic, unknown_fields, created_at)
  values ($1, $2, $3, 'Ongoing', $4, $5, $6, $7, $8, now())
  on conflict (organisation_id, code) do nothing
  returning id`;

const FIND_SUPPLIERS = `
  select ${SUPPLIER_COLUMNS}, o.name as organisation_name
  from import_supplier s join organisation o on o.id = s.organisation_id
  where ($1::text is null or s.code = $1) and ($2::text is null or o.name = $2)
  order by o.name, s.code`;

const CHANGE_SUPPLIER = `
  update import_supplier set
    status = coalesce($2, status), document_root = coalesce($3, document_root),
    verify_documents = coalesce($4, verify_documents), automated_emails = coalesce($5, automated_emails),
    supply_charge_arithmetic = coalesce($6, supply_charge_arithmetic), unknown_fields = coalesce($7, unknown_fields)
  where id = $1`;

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

const ADD_API_KEY = `
  insert into api_key (id, organisation_id, prefix, digest, created_at, expires_at, revoked_at)
  values ($1, $2, $3, $4::bytea, now(), $5, $6)`;

const LIST_API_KEYS = `
  select prefix, to_json(created_at)#>>'{}' as "createdAt", to_json(expires_at)#>>'{}' as "expiresAt",
         to_json(revoked_at)#>>'{}' as "revokedAt", to_json(last_used_at)#>>'{}' as "lastUsedAt"
  from api_key where organisation_id = $1 order by created_at desc`;

const REVOKE_API_KEY = `
  update api_key set revoked_at = coalesce(revoked_at, $2) where prefix = $1 returning 1`;

const CLOSE_PERIOD = `
  update statement_period set is_open = false
  where account_id = $1 and ledger_number = $2 and is_open and from_date is distinct from $3`;

const OPEN_PERIOD = `
  insert into statement_period (account_id, ledger_number, from_date, to_date, is_open) values ($1, $2, $3, $4, true)
  on conflict (account_id, ledger_number, from_date) do update set to_date = excluded.to_date, is_open = true`;

const toLedgerRows = (accounts: ReadonlyArray<AccountImport>) =>
  accounts.flatMap(({ externalAccountNumber, ledgers }) =>
    ledgers.map(({ openPeriod, ...ledger }) => ({
      externalAccountNumber,
      ...ledger,
      openFrom: openPeriod?.from ?? null,
      openTo: openPeriod?.to ?? null,
    })),
  );

type ListedKey = { readonly [K in keyof ApiKeyListing]: string | null };
const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
const toListing = (row: ListedKey): ApiKeyListing => ({
  prefix: row.prefix ?? '',
  createdAt: new Date(row.createdAt ?? 0),
  expiresAt: toDate(row.expiresAt),
  revokedAt: toDate(row.revokedAt),
  lastUsedAt: toDate(row.lastUsedAt),
});

const findOrganisation = async (em: EntityManager, name: string): Promise<Organisation | null> => {
  const [row] = await query<{ id: string }>(em, 'select id from organisation where name = $1', [name]);
  return row === undefined ? null : { id: row.id, name };
};

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

export const makePostgresAdministration = (em: EntityManager): Administration => ({
  createOrganisation: (name) =>
    stored(async () => {
      const [row] = await query<{ id: string }>(em, ADD_ORGANISATION, [randomUUID(), name]);
      return row === undefined ? null : { id: row.id, name };
    }),
  findOrganisation: (name) => stored(() => findOrganisation(em, name)),
  listOrganisations: () =>
    stored(async () => {
      type Listed = { id: string; name: string; created_at: string; suppliers: number; live_api_keys: number };
      const rows = await query<Listed>(em, LIST_ORGANISATIONS);
      return rows.map(({ id, name, created_at: createdAt, suppliers, live_api_keys: liveApiKeys }) => ({
        id,
        name,
        createdAt: new Date(createdAt),
        suppliers,
        liveApiKeys,
      }));
    }),

  addApiKey: ({ id, organisationId, prefix, digest, expiresAt, revokedAt }) =>
    stored(async () => {
      const times = [expiresAt?.toISOString() ?? null, revokedAt?.toISOString() ?? null];
      await query(em, ADD_API_KEY, [id, organisationId, prefix, toHex(digest), ...times]);
    }),
  listApiKeys: (organisation) =>
    stored(async () => (await query<ListedKey>(em, LIST_API_KEYS, [organisation.id])).map(toListing)),
  revokeApiKey: (prefix, at) =>
    stored(async () => (await query(em, REVOKE_API_KEY, [prefix, at.toISOString()])).length > 0),

  createSupplier: (organisation, code, configuration) =>
    stored(async () => {
      const { documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields } = configuration;
      const settings = [documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields];
      const [row] = await query<{ id: string }>(em, ADD_SUPPLIER, [randomUUID(), organisation.id, code, ...settings]);
      return row === undefined
        ? null
        : { id: row.id, organisationId: organisation.id, code, status: 'Ongoing', configuration };
    }),
  findSuppliers: ({ code = null, organisationName = null }) =>
    stored(async () => {
      type Named = SupplierRow & { readonly organisation_name: string };
      const rows = await query<Named>(em, FIND_SUPPLIERS, [code, organisationName]);
      return rows.map((row) => ({ ...toSupplier(row), organisationName: row.organisation_name }));
    }),
  changeSupplier: (supplier, change) =>
    stored(async () => {
      const { status, documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields } = change;
      const values = [status, documentRoot, verifyDocuments, automatedEmails, supplyChargeArithmetic, unknownFields];
      await query(em, CHANGE_SUPPLIER, [supplier.id, ...values.map((value) => value ?? null)]);
    }),

  importAccounts: (supplier, accounts) =>
    stored(() => em.fork().transactional((transaction) => importAccounts(transaction, supplier, accounts))),
  findAccount: (ref) => stored(() => findAccount(em, ref)),
  promoteAccount: (account) =>
    stored(async () => {
      await query(em, `update account set status = 'IMPORTED' where id = $1`, [account.id]);
    }),
  setOpenPeriod: (account, ledgerNumber, period) =>
    stored(() =>
      em.fork().transactional(async (transaction) => {
        // Requests for the account wait, so that none is judged by a period that is being changed.
        await query(transaction, 'select 1 from account where id = $1 for no key update', [account.id]);
        const of = [account.id, ledgerNumber];
        const ledgers = await query(
          transaction,
          'select 1 from ledger where account_id = $1 and ledger_number = $2',
          of,
        );
        if (ledgers.length === 0) return false;
        await query(transaction, CLOSE_PERIOD, [...of, period?.from ?? null]);
        if (period !== null) await query(transaction, OPEN_PERIOD, [...of, period.from, period.to]);
        return true;
      }),
    ),
});
