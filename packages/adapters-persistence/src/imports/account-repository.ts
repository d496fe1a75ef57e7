import type { AccountRepository, LedgerRepository } from '@carryover/application/ports/store';
import { ACCOUNT_STATUSES, type Account, type AccountRef } from '@carryover/domain/account';
import { type ImportSupplier, SUPPLIER_STATUSES } from '@carryover/domain/import-supplier';
import type { Ledger } from '@carryover/domain/ledger';
import * as t from 'io-ts';
import type { Session } from '../driver/session.ts';
import { sent, stored } from '../driver/store-failure.ts';
import { LedgerHistory } from '../schema/entities/account.ts';
import { calendarDate, oneOf, orNull } from '../schema/stored-value.ts';

/** The columns of a supplier `s` that the import path reads. */
const SUPPLIER_COLUMNS = `s.id as supplier_id, s.organisation_id, s.code, s.status as supplier_status,
  s.document_root, s.verify_documents, s.automated_emails, s.supply_charge_arithmetic, s.unknown_fields`;

const accountRow = t.type({
  account_id: t.string,
  external_account_number: t.string,
  service_account_number: t.string,
  account_status: oneOf(ACCOUNT_STATUSES),
  supplier_id: t.string,
  organisation_id: t.string,
  code: t.string,
  supplier_status: oneOf(SUPPLIER_STATUSES),
  document_root: t.string,
  verify_documents: t.boolean,
  automated_emails: t.boolean,
  supply_charge_arithmetic: oneOf(['report', 'enforce']),
  unknown_fields: oneOf(['refuse', 'report']),
});
type AccountRow = t.TypeOf<typeof accountRow>;

const toSupplier = (row: AccountRow): ImportSupplier => ({
  id: row.supplier_id,
  organisationId: row.organisation_id,
  code: row.code,
  status: row.supplier_status,
  configuration: {
    documentRoot: row.document_root,
    verifyDocuments: row.verify_documents,
    automatedEmails: row.automated_emails,
    supplyChargeArithmetic: row.supply_charge_arithmetic,
    unknownFields: row.unknown_fields,
  },
});

const toAccount = (row: AccountRow): Account => ({
  id: row.account_id,
  externalAccountNumber: row.external_account_number,
  serviceAccountNumber: row.service_account_number,
  status: row.account_status,
  supplier: toSupplier(row),
});

const LOCK_ACCOUNT = `
  select a.id as account_id, a.external_account_number, a.service_account_number, a.status as account_status,
         ${SUPPLIER_COLUMNS}
  from import_supplier s
  join account a on a.supplier_id = s.id and a.external_account_number = $3
  where s.organisation_id = $1 and s.code = $2
  for no key update of a`;

/**
 * The account that a request names, in statements whose first three parameters are {@link parametersOf} it: they need not
 * wait for its id.
 */
export const NAMED_ACCOUNT = `(
  select named.id from import_supplier s
  join account named on named.supplier_id = s.id and named.external_account_number = $3
  where s.organisation_id = $1 and s.code = $2)`;

export const parametersOf = ({ organisationId, supplierCode, externalAccountNumber }: AccountRef) => [
  organisationId,
  supplierCode,
  externalAccountNumber,
];
const toFound = ([row]: ReadonlyArray<AccountRow>): Account | null => (row === undefined ? null : toAccount(row));

/** Reads an account and locks it until the transaction ends. */
export const lockAccount = async (session: Session, ref: AccountRef): Promise<Account | null> =>
  toFound(await session.read(accountRow, LOCK_ACCOUNT, parametersOf(ref)));

/** @param locked the account of the unit of work, which was asked for before anything else. */
export const makePostgresAccountRepository = (locked: Promise<Account | null>): AccountRepository => ({
  locked: stored(() => locked),
});

export const ledgerRow = t.type({
  ledger_number: t.string,
  ledger_code: t.string,
  is_main: t.boolean,
  has_finalized_billing_document: t.boolean,
  has_imported_history: t.boolean,
  open_from: orNull(calendarDate),
  open_to: orNull(calendarDate),
});
type LedgerRow = t.TypeOf<typeof ledgerRow>;

export const toLedger = (row: LedgerRow): Ledger => ({
  ledgerNumber: row.ledger_number,
  ledgerCode: row.ledger_code,
  isMain: row.is_main,
  hasFinalizedBillingDocument: row.has_finalized_billing_document,
  hasImportedHistory: row.has_imported_history,
  openPeriod: row.open_from === null ? null : { from: row.open_from, to: row.open_to },
});

/** @param account the SQL of its id. */
const ledgersOf = (account: string): string => `
  select l.ledger_number, l.ledger_code, l.is_main, l.has_finalized_billing_document,
         p.from_date::text as open_from, p.to_date::text as open_to, h.import_id is not null as has_imported_history
  from ledger l
  left join statement_period p on p.account_id = l.account_id and p.ledger_number = l.ledger_number and p.is_open
  left join ledger_history h on h.account_id = l.account_id and h.ledger_number = l.ledger_number
  where l.account_id = ${account}`;
const MAIN_LEDGER = `${ledgersOf(NAMED_ACCOUNT)} and l.is_main`;
const LEDGER_BY_NUMBER = `${ledgersOf(NAMED_ACCOUNT)} and l.ledger_number = $4`;

export const makePostgresLedgerRepository = (session: Session): LedgerRepository => ({
  main: (ref) =>
    stored(async () => {
      const [row] = await session.read(ledgerRow, MAIN_LEDGER, parametersOf(ref));
      return row === undefined ? null : toLedger(row);
    }),

  find: (ref, ledgerNumber) =>
    stored(async () => {
      const [row] = await session.read(ledgerRow, LEDGER_BY_NUMBER, [...parametersOf(ref), ledgerNumber]);
      return row === undefined ? null : toLedger(row);
    }),

  closeToHistory: (account, { ledgerNumber }, importId) =>
    sent(() => session.insert(LedgerHistory, [{ accountId: account.id, ledgerNumber, importId }])),
});
