import type { Stored } from '@carryover/application/ports/store-failure';
import type { Account, AccountRef } from '@carryover/domain/account';
import type { StatementPeriod } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import { Decimal } from '@carryover/domain/decimal';
import { balanceOf, type Ledger, type TypeTotal } from '@carryover/domain/ledger';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import { isWellFormed } from '@carryover/domain/text';
import { TRANSACTION_TYPES, type TransactionType } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import {
  ACCOUNT_COLUMNS,
  accountParameters,
  accountRow,
  IS_ACCOUNT,
  toAccount,
} from '../imports/account-repository.ts';
import { instructionRow } from '../imports/payment-instruction-repository.ts';
import { readingOneMoment } from '../orm.ts';
import { calendarDate, moment, oneOf, orNull } from '../schema/stored-values.ts';
import { readRow } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import {
  type ItemList,
  type ItemOrder,
  type Page,
  readNewestItems,
  type StoredDocument,
  type StoredNote,
  type StoredStatement,
  type StoredTransaction,
  type Where,
} from './account-items.ts';
import { containing } from './accounts.ts';

/** A statement period of a ledger, open or closed. */
export type StoredPeriod = StatementPeriod & { readonly isOpen: boolean };

/** A ledger without its items. */
export type LedgerOverview = Ledger & {
  /** Positive if the customer owes money. */
  readonly balance: Decimal;
  /** The types that occur, in the order of `TRANSACTION_TYPES`. */
  readonly totals: ReadonlyArray<TypeTotal>;
  /** The number of its billing documents. */
  readonly billingDocuments: number;
  /** By their first day; at most one is open. */
  readonly statementPeriods: ReadonlyArray<StoredPeriod>;
  /** The request that imported its history; null if none did. */
  readonly historyImportId: string | null;
};

/** What is stored on an account, without its items. */
export type AccountOverview = {
  readonly account: Account;
  readonly createdAt: Date;
  /** `fromClients`: the notes that clients sent. */
  readonly noteCounts: { readonly fromClients: number; readonly addedByService: number };
  readonly statementCount: number;
  /** The main one first. */
  readonly ledgers: ReadonlyArray<LedgerOverview>;
  /** With its whole reference: to be shown by {@link maskInstruction} or {@link withoutCustomer} alone. */
  readonly paymentInstruction: (ActiveInstruction & { readonly importId: string }) | null;
};

/**
 * One statement: one round trip, and all of its figures are of the same moment. Each part names the account by `$1`, which
 * tells a cluster the node.
 */
const OVERVIEW = `
  select ${ACCOUNT_COLUMNS}, to_json(a.created_at)#>>'{}' as created_at,
    (select count(*)::int from note n where n.account_id = $1) as notes,
    (select count(*)::int from note n
      join accepted_import i on i.account_id = n.account_id and i.id = n.import_id and i.endpoint <> 'notes/create'
      where n.account_id = $1) as notes_of_service,
    (select count(*)::int from historical_statement h where h.account_id = $1) as statements,
    (select coalesce(json_agg(json_build_object(
        'ledgerNumber', l.ledger_number,
        'ledgerCode', l.ledger_code,
        'isMain', l.is_main,
        'hasFinalizedBillingDocument', l.has_finalized_billing_document,
        'billingDocuments', (select count(*) from billing_document d
          where d.account_id = $1 and d.ledger_number = l.ledger_number),
        'statementPeriods', (select coalesce(json_agg(json_build_object(
            'from', p.from_date, 'to', p.to_date, 'isOpen', p.is_open) order by p.from_date), '[]')
          from statement_period p where p.account_id = $1 and p.ledger_number = l.ledger_number),
        'historyImportId', (select h.import_id from ledger_history h
          where h.account_id = $1 and h.ledger_number = l.ledger_number)
      ) order by l.is_main desc, l.ledger_number), '[]')
      from ledger l where l.account_id = $1) as ledgers,
    (select coalesce(json_agg(json_build_object('ledger', x.ledger_number, 'type', x.type, 'count', x.count, 'sum', x.sum)
      order by x.type collate "C"), '[]')
      from (select ledger_number, type, count(*) as count, sum(amount)::text as sum from ledger_transaction
        where account_id = $1 group by ledger_number, type) x) as totals,
    (select json_build_object(
        'vendor', p.vendor, 'reference', p.reference, 'type', p.type, 'customerReference', p.customer_reference,
        'status', p.status, 'brand', p.brand, 'lastFour', p.last_four, 'expiry', p.expiry, 'bankName', p.bank_name,
        'importId', p.import_id)
      from payment_instruction p where p.account_id = $1 and p.is_active) as instruction,
    (select coalesce(json_agg(json_build_object('ledger', e.ledger_number, 'type', e.type, 'count', e.count,
        'sum', e.sum::text) order by e.type collate "C"), '[]')
      from erased_total e where e.account_id = $1) as erased
  from account a
  join import_supplier s on s.id = a.supplier_id
  where ${IS_ACCOUNT}`;

const ledgerRow = t.type({
  ledgerNumber: t.string,
  ledgerCode: t.string,
  isMain: t.boolean,
  hasFinalizedBillingDocument: t.boolean,
  billingDocuments: t.number,
  statementPeriods: t.array(t.type({ from: calendarDate, to: orNull(calendarDate), isOpen: t.boolean })),
  historyImportId: orNull(t.string),
});

const overviewRow = t.intersection([
  accountRow,
  t.type({
    created_at: moment,
    notes: t.number,
    notes_of_service: t.number,
    statements: t.number,
    ledgers: t.array(ledgerRow),
    totals: t.array(t.type({ ledger: t.string, type: oneOf(TRANSACTION_TYPES), count: t.number, sum: t.string })),
    instruction: orNull(t.intersection([instructionRow, t.type({ importId: t.string })])),
    /** The totals of an erased account, of transactions and other items. */
    erased: t.array(t.type({ ledger: t.string, type: t.string, count: t.number, sum: t.string })),
  }),
]);

/** Returns the number of an erased account's items of a kind. */
const erasedCount = ({ erased }: t.TypeOf<typeof overviewRow>, type: string, ledger = ''): number =>
  erased.find((total) => total.type === type && total.ledger === ledger)?.count ?? 0;

const transactionType = oneOf(TRANSACTION_TYPES);

const toOverview = (row: t.TypeOf<typeof overviewRow>): AccountOverview => ({
  account: toAccount(row),
  createdAt: row.created_at,
  noteCounts: {
    fromClients: row.notes - row.notes_of_service + erasedCount(row, 'NOTE'),
    addedByService: row.notes_of_service + erasedCount(row, 'NOTE_ADDED_BY_SERVICE'),
  },
  statementCount: row.statements + erasedCount(row, 'STATEMENT'),
  ledgers: row.ledgers.map((ledger) => {
    const open = ledger.statementPeriods.find(({ isOpen }) => isOpen);
    const totals = [
      ...row.totals,
      ...row.erased.flatMap(({ type, ...total }) => (transactionType.is(type) ? [{ ...total, type }] : [])),
    ]
      .filter((total) => total.ledger === ledger.ledgerNumber)
      .map(({ type, count, sum }) => ({ type, count, sum: new Decimal(sum) }));
    return {
      ...ledger,
      billingDocuments: ledger.billingDocuments + erasedCount(row, 'BILLING_DOCUMENT', ledger.ledgerNumber),
      hasImportedHistory: ledger.historyImportId !== null,
      openPeriod: open === undefined ? null : { from: open.from, to: open.to },
      balance: balanceOf(totals),
      totals,
    };
  }),
  paymentInstruction: row.instruction,
});

const readOverview = async (
  em: EntityManager,
  parameters: ReturnType<typeof accountParameters>,
): Promise<AccountOverview | null> => {
  const row = await readRow(em, overviewRow, OVERVIEW, parameters);
  return row && toOverview(row);
};

/** Reads an account without its items, staged or imported; null if there is none. */
export const readAccountOverview =
  (em: EntityManager) =>
  (ref: AccountRef): Stored<AccountOverview | null> =>
    stored(() => readOverview(em, accountParameters(ref)));

/** An account, and its items or a part of them. All of it is of one moment. */
export type AccountPage = AccountOverview & {
  readonly organisation: string;
  /** That of the latest date; null if there is none. */
  readonly lastPayment: StoredTransaction | null;
  /** Newest first. */
  readonly pinnedNotes: ReadonlyArray<StoredNote>;
  /** More notes are pinned than were read. */
  readonly hasMorePinned: boolean;
  /** Notes that are not pinned, newest first. */
  readonly notes: Page<StoredNote>;
  /** By date, newest first. */
  readonly transactions: Page<StoredTransaction>;
  /** By the day of issue, newest first. */
  readonly billingDocuments: Page<StoredDocument>;
  /** By the day of issue, newest first. */
  readonly statements: Page<StoredStatement>;
};

/** The parts to read: of each list 50 items, from its beginning if its `after` is null or of another list. */
export type AccountParts = {
  readonly notesAfter: string | null;
  readonly transactionsAfter: string | null;
  /** Only transactions of this ledger. */
  readonly ledgerNumber: string | null;
  /** Only transactions of this type. */
  readonly type: TransactionType | null;
  /** Only items with this text in one of their fields, in any letter case; of amounts and days, as they are written exactly. */
  readonly text: string | null;
  readonly order: ItemOrder;
  /** Only transactions with this id. */
  readonly transactionId: string | null;
  readonly documentsAfter: string | null;
  readonly statementsAfter: string | null;
};

const PART_SIZE = 50;
const MAX_PINNED = 100;

const IS_PINNED = 'is_pinned and (unpin_at is null or unpin_at > $3)';
const IS_PAYMENT = `type = 'PAYMENT'`;
/** The condition that one of some fields contains a text. */
const hasText = (parameter: string, ...fields: ReadonlyArray<string>): string =>
  `(${parameter}::text is null or concat_ws(chr(10), ${fields}) ilike ${parameter})`;

const OF_TRANSACTIONS = `($3::text is null or ledger_number = $3) and ($4::text is null or transaction_id = $4)
  and ($5::text is null or type = $5) and ${hasText(
    '$6',
    ...['transaction_id', 'reference', 'note', 'display_note', 'submitted_note', 'product_code', 'reason'],
    ...['payment_type', 'billing_document', 'amount::text', 'transaction_date::text', 'submitted_date::text'],
  )}`;
const OF_DOCUMENTS = hasText('$3', 'identifier', 'type', 'ledger_number', 'issued_date::text');
const OF_STATEMENTS = hasText('$3', 'statement_id', 'number', 'issued_date::text', 'gross_amount::text');
const OF_NOTES = hasText('$4', 'body', 'document_paths::text');

const REF = `
  select a.id::text as id, s.organisation_id as "organisationId", s.code as "supplierCode",
    a.external_account_number as "externalAccountNumber"
  from account a join import_supplier s on s.id = a.supplier_id
  where a.service_account_number = $1`;
/** The role of the service may not read organisations: the overview has no name (docs/sql/roles.sql). */
const ORGANISATION = 'select name from organisation where id = $1';
const refRow = t.type({
  id: t.string,
  organisationId: t.string,
  supplierCode: t.string,
  externalAccountNumber: t.string,
});

/** The parameters of {@link IS_ACCOUNT} of a stored account, whose name may be that of an erased one. */
const storedParameters = ({
  id,
  externalAccountNumber: name,
  organisationId,
  supplierCode,
}: t.TypeOf<typeof refRow>) => [...[id, name, organisationId, supplierCode, name]];

type Wanted = {
  /** The account, or the service account number that it has. */
  readonly account: AccountRef | string;
  /** The time by which pinned notes are told from others. */
  readonly now: DateTime;
  /** null: all items. */
  readonly parts: AccountParts | null;
};

/** Reads an account with its items, staged or imported; null if there is none. */
export const readAccountPage = (em: EntityManager, { account, now, parts }: Wanted): Stored<AccountPage | null> =>
  stored(() =>
    readingOneMoment(em, async (snapshot) => {
      const found = typeof account === 'string' ? await readRow(snapshot, refRow, REF, [account]) : null;
      if (typeof account === 'string' && found === null) return null;
      const parameters = typeof account === 'string' ? storedParameters(found!) : accountParameters(account);
      const overview = await readOverview(snapshot, parameters);
      if (overview === null) return null;
      const { organisationId } = overview.account.supplier;
      const named = await readRow(snapshot, t.type({ name: t.string }), ORGANISATION, [organisationId]);
      if (named === null) return null;
      const { id } = overview.account;
      const size = parts === null ? null : PART_SIZE;
      const { ledgerNumber = null, transactionId = null, type = null } = parts ?? {};
      const text = parts?.text ? containing(parts.text) : null;
      const read = <L extends ItemList>(list: L, after: string | null | undefined, where: Where) =>
        readNewestItems(snapshot, id, list, size, after, where, parts?.order);
      const isPinned = `${IS_PINNED} and ${OF_NOTES}`;
      const pinned = await readNewestItems(snapshot, id, 'notes', parts && MAX_PINNED, null, [isPinned, now, text]);
      const ofTransactions = [OF_TRANSACTIONS, ledgerNumber, transactionId, type, text] as const;
      const payments = await readNewestItems(snapshot, id, 'transactions', 1, null, [IS_PAYMENT]);
      return {
        ...overview,
        organisation: named.name,
        lastPayment: payments.items[0] ?? null,
        pinnedNotes: pinned.items,
        hasMorePinned: pinned.next !== null,
        notes: await read('notes', parts?.notesAfter, [`not (${IS_PINNED}) and ${OF_NOTES}`, now, text]),
        transactions: await read('transactions', parts?.transactionsAfter, ofTransactions),
        billingDocuments: await read('billing_documents', parts?.documentsAfter, [OF_DOCUMENTS, text]),
        statements: await read('statements', parts?.statementsAfter, [OF_STATEMENTS, text]),
      };
    }),
  );

const OWNER_OF_DOCUMENT = `
  select o.name as organisation, s.document_root as "documentRoot"
  from account a join import_supplier s on s.id = a.supplier_id join organisation o on o.id = s.organisation_id
  where a.service_account_number = $1
    and (exists (select from historical_statement h where h.account_id = a.id and h.document = $2)
      or exists (select from note n where n.account_id = a.id and $2 = any(n.documents)))`;
const owner = t.type({ organisation: t.string, documentRoot: t.string });

/** Reads the owner of a document that a note or a statement of the account names by its full location; null if none does. */
export const readDocumentOwner = (
  em: EntityManager,
  serviceAccountNumber: string,
  location: string,
): Stored<t.TypeOf<typeof owner> | null> =>
  stored(async () =>
    isWellFormed(location) ? readRow(em, owner, OWNER_OF_DOCUMENT, [serviceAccountNumber, location]) : null,
  );

const NAMED_ACCOUNT = `
  select a.external_account_number as "externalAccountNumber", a.service_account_number as "serviceAccountNumber",
         s.code as "supplierCode", o.name as organisation, to_json(a.erased_at)#>>'{}' as "erasedAt"
  from account a join import_supplier s on s.id = a.supplier_id join organisation o on o.id = s.organisation_id
  where a.service_account_number = $1`;
const namedAccount = t.type({
  externalAccountNumber: t.string,
  serviceAccountNumber: t.string,
  supplierCode: t.string,
  organisation: t.string,
  erasedAt: orNull(moment),
});

/** Finds the names of an account by its service account number; null if there is none. */
export const findNamedAccount = (
  em: EntityManager,
  serviceAccountNumber: string,
): Stored<t.TypeOf<typeof namedAccount> | null> =>
  stored(() => readRow(em, namedAccount, NAMED_ACCOUNT, [serviceAccountNumber]));
