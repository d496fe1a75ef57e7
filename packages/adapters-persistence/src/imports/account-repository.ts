import { hash } from 'node:crypto';
import type { Store } from '@carryover/application/ports/store';
import {
  ACCOUNT_STATUSES,
  type Account,
  type AccountRef,
  type ImportSupplier,
  SUPPLIER_STATUSES,
} from '@carryover/domain/account';
import * as t from 'io-ts';
import { calendarDate, moment, oneOf, orNull } from '../schema/stored-values.ts';
import { changed, stored } from '../sql/store-failure.ts';
import { plainArray, type Statements, textArray } from '../sql/transaction.ts';

const digestOf = ({ organisationId, supplierCode, externalAccountNumber }: AccountRef): Buffer =>
  hash('sha256', `${organisationId}\0${supplierCode}\0${externalAccountNumber}`, 'buffer');

/** The sign bit, which a key leaves out: it is a positive `bigint`. */
const SIGNLESS = (1n << 63n) - 1n;

/**
 * Returns the key of the account that a reference names: the first 63 bits of a SHA-256, as decimal digits (ADR 4). The
 * parts are separated by U+0000, which no stored text contains. `account_key` is the same in SQL.
 *
 * Two references may have the same key, so a statement that reads the account compares its number too.
 */
export const accountKey = (ref: AccountRef): string => String(digestOf(ref).readBigUInt64BE() & SIGNLESS);

/**
 * Returns what is stored in place of the external number of an erased account (decisions 18): the whole SHA-256 of which its key
 * is the beginning. By it, later requests for the account are recognised.
 */
export const erasedName = (ref: AccountRef): string => `erased:${digestOf(ref).toString('hex')}`;

/** Returns a function that gives the keys of a supplier's accounts by their external numbers. */
export const accountKeyIn =
  ({ organisationId, code: supplierCode }: Pick<ImportSupplier, 'organisationId' | 'code'>) =>
  (externalAccountNumber: string): string =>
    accountKey({ organisationId, supplierCode, externalAccountNumber });

/** The same for {@link erasedName}. */
export const erasedNameIn =
  ({ organisationId, code: supplierCode }: Pick<ImportSupplier, 'organisationId' | 'code'>) =>
  (externalAccountNumber: string): string =>
    erasedName({ organisationId, supplierCode, externalAccountNumber });

const ERASED_NAME = /^erased:([0-9a-f]{16})[0-9a-f]{48}$/;

/** Returns a function that gives the keys of a supplier's accounts by the names that reports have: those of erased accounts, too. */
export const reportedKeyIn =
  (supplier: Pick<ImportSupplier, 'organisationId' | 'code'>) =>
  (name: string): string => {
    const beginning = ERASED_NAME.exec(name)?.[1];
    return beginning === undefined ? accountKeyIn(supplier)(name) : String(BigInt(`0x${beginning}`) & SIGNLESS);
  };

/** The columns of a supplier `s` that the import path reads. */
const SUPPLIER_COLUMNS = `s.id as supplier_id, s.organisation_id, s.code, s.status as supplier_status,
  s.document_root, s.verify_documents, s.automated_emails, s.supply_charge_arithmetic, s.unknown_fields`;

export const accountRow = t.type({
  account_id: t.string,
  external_account_number: t.string,
  service_account_number: t.string,
  account_status: oneOf(ACCOUNT_STATUSES),
  erased_at: orNull(moment),
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

export const toAccount = (row: AccountRow): Account => ({
  id: row.account_id,
  externalAccountNumber: row.external_account_number,
  serviceAccountNumber: row.service_account_number,
  status: row.account_status,
  erasedAt: row.erased_at,
  supplier: toSupplier(row),
});

/** The columns of {@link accountRow}, of an account `a` and its supplier `s`. */
export const ACCOUNT_COLUMNS = `a.id as account_id, a.external_account_number, a.service_account_number,
  a.status as account_status, to_json(a.erased_at)#>>'{}' as erased_at, ${SUPPLIER_COLUMNS}`;

/** Two accounts may have the same key, so the names are compared too: that of an erased account is {@link erasedName}. */
export const IS_ACCOUNT = `a.id = $1 and a.external_account_number in ($2, $5) and s.organisation_id = $3 and s.code = $4`;

/** The parameters of {@link IS_ACCOUNT}. */
export const accountParameters = (ref: AccountRef) => [
  accountKey(ref),
  ref.externalAccountNumber,
  ref.organisationId,
  ref.supplierCode,
  erasedName(ref),
];

const LOCK_ACCOUNT = `
  select ${ACCOUNT_COLUMNS}
  from account a
  join import_supplier s on s.id = a.supplier_id
  where ${IS_ACCOUNT}
  for no key update of a`;

/** Reads an account and locks it until the transaction ends. On a cluster, its rows stay on their node until then. */
export const lockAccount = async (db: Statements, ref: AccountRef): Promise<Account | null> => {
  const { keepOnNode } = db.dialect;
  if (keepOnNode !== null) db.write(keepOnNode, [accountKey(ref)]);
  const [row] = await db.read(accountRow, LOCK_ACCOUNT, accountParameters(ref));
  return row === undefined ? null : toAccount(row);
};

const LOCK_FREE_ACCOUNTS = `
  select given.index, ${ACCOUNT_COLUMNS}
  from (
    select unnest($1::bigint[]) as id, unnest($2::text[]) as number, unnest($3::uuid[]) as organisation_id,
           unnest($4::text[]) as code, unnest($5::text[]) as erased, generate_subscripts($1::bigint[], 1) - 1 as index) given
  join account a on a.id = given.id and a.external_account_number in (given.number, given.erased)
  join import_supplier s on s.id = a.supplier_id and s.organisation_id = given.organisation_id and s.code = given.code
  order by a.id
  for no key update of a skip locked`;
const freeAccountRow = t.intersection([t.type({ index: t.number }), accountRow]);

/**
 * Reads accounts and locks them until the transaction ends, without waiting: those that another transaction has locked are left
 * out, like those that do not exist.
 *
 * @returns by the index of their reference.
 */
export const lockFreeAccounts = async (
  db: Statements,
  refs: ReadonlyArray<AccountRef>,
): Promise<ReadonlyMap<number, Account>> => {
  const rows = await db.read(freeAccountRow, LOCK_FREE_ACCOUNTS, [
    plainArray(refs.map(accountKey)),
    textArray(refs.map(({ externalAccountNumber }) => externalAccountNumber)),
    plainArray(refs.map(({ organisationId }) => organisationId)),
    textArray(refs.map(({ supplierCode }) => supplierCode)),
    textArray(refs.map(erasedName)),
  ]);
  return new Map(rows.map((row) => [row.index, toAccount(row)]));
};

export const ledgerRow = t.type({
  ledgerNumber: t.string,
  ledgerCode: t.string,
  isMain: t.boolean,
  hasFinalizedBillingDocument: t.boolean,
  hasImportedHistory: t.boolean,
  openFrom: orNull(calendarDate),
  openTo: orNull(calendarDate),
});

/** Returns a row with its open period in one value. */
export const toLedger = <Row extends t.TypeOf<typeof ledgerRow>>({ openFrom, openTo, ...ledger }: Row) => ({
  ...ledger,
  openPeriod: openFrom === null ? null : { from: openFrom, to: openTo },
});

/** The columns of {@link ledgerRow} of a ledger `l` and its open statement period `p`, but for its history. */
export const LEDGER_COLUMNS = `l.ledger_number as "ledgerNumber", l.ledger_code as "ledgerCode", l.is_main as "isMain",
  l.has_finalized_billing_document as "hasFinalizedBillingDocument",
  p.from_date::text as "openFrom", p.to_date::text as "openTo"`;

const LEDGERS = `
  select ${LEDGER_COLUMNS}, h.import_id is not null as "hasImportedHistory"
  from ledger l
  left join statement_period p on p.account_id = l.account_id and p.ledger_number = l.ledger_number and p.is_open
  left join ledger_history h on h.account_id = l.account_id and h.ledger_number = l.ledger_number
  where l.account_id = $1`;
const MAIN_LEDGER = `${LEDGERS} and l.is_main`;
const LEDGER_BY_NUMBER = `${LEDGERS} and l.ledger_number = $2`;

const CLOSE_TO_HISTORY = 'insert into ledger_history (account_id, ledger_number, import_id) values ($1, $2, $3)';

/** The statements of a unit of work: of which account, for which import record, and what was sent. */
export type ImportStatements = {
  readonly db: Statements;
  readonly accountId: string;
  readonly importId: string;
  /** In hexadecimal. */
  readonly payloadSha256: string | null;
};

export const makePostgresLedgerRepository = ({ db, accountId, importId }: ImportStatements): Store['ledgers'] => {
  const find = (sql: string, parameters: ReadonlyArray<string>) =>
    stored(async () => {
      const [row] = await db.read(ledgerRow, sql, parameters);
      return row === undefined ? null : toLedger(row);
    });
  return {
    main: find(MAIN_LEDGER, [accountId]),
    find: (ledgerNumber) => find(LEDGER_BY_NUMBER, [accountId, ledgerNumber]),
    closeToHistory: ({ ledgerNumber }) =>
      changed(() => db.write(CLOSE_TO_HISTORY, [accountId, ledgerNumber, importId])),
  };
};
