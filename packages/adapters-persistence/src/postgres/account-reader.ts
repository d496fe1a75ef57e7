import type {
  AccountContent,
  AccountReader,
  StoredDocument,
  StoredHistory,
  StoredNote,
  StoredPeriod,
  StoredStatement,
  StoredTransaction,
} from '@carryover/application/ports/account-reader';
import type { AccountRef } from '@carryover/domain/account';
import type { BillingDocumentType } from '@carryover/domain/billing-document';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import { Decimal } from '@carryover/domain/decimal';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { findAccount } from './account-repository.ts';
import { type LedgerRow, ledgersOf, toLedger } from './ledger-repository.ts';
import { activeInstruction } from './payment-instruction-repository.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';
import { type SubmittedRow, toTransaction } from './transaction-row.ts';

const NOTES = `
  select body, documents, document_paths as "documentPaths", is_pinned as "isPinned", import_id as "importId", position,
         to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
         to_char(unpin_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "unpinAt"
  from note where account_id = $1 order by created_at, import_id, position`;

type TransactionRow = SubmittedRow & {
  readonly ledger_number: string;
  readonly submitted_date: CalendarDate | null;
  readonly submitted_note: string | null;
  readonly billing_document: string | null;
  readonly occurrence: number;
  readonly import_id: string;
};

const TRANSACTIONS = `
  select ledger_number, transaction_id, transaction_date::text as transaction_date, amount::text as amount, type, reason,
         payment_type, reference, note, display_note, product_code, line_items, tax_items,
         submitted_date::text as submitted_date, submitted_note, billing_document, occurrence, import_id
  from ledger_transaction where account_id = $1 order by ledger_transaction.transaction_date, transaction_id, occurrence`;

type DocumentRow = {
  readonly ledger_number: string;
  readonly identifier: string;
  readonly type: BillingDocumentType;
  readonly issued_date: CalendarDate;
  readonly from_date: CalendarDate | null;
  readonly to_date: CalendarDate | null;
  readonly import_id: string;
  readonly position: number;
};

const DOCUMENTS = `
  select ledger_number, identifier, type, issued_date::text as issued_date, from_date::text as from_date,
         to_date::text as to_date, import_id, position
  from billing_document where account_id = $1 order by ledger_number, billing_document.issued_date, position`;

type StatementRow = {
  readonly statement_id: string;
  readonly from_date: CalendarDate;
  readonly to_date: CalendarDate;
  readonly issued_date: CalendarDate;
  readonly number: string;
  readonly gross_amount: string;
  readonly path: string | null;
  readonly document: string | null;
  readonly import_id: string;
  readonly position: number;
};

const STATEMENTS = `
  select statement_id, from_date::text as from_date, to_date::text as to_date, issued_date::text as issued_date, number,
         gross_amount::text as gross_amount, path, document, import_id, position
  from historical_statement where account_id = $1 order by historical_statement.issued_date, statement_id`;

const PERIODS = `
  select ledger_number as "ledgerNumber", from_date::text as "from", to_date::text as "to", is_open as "isOpen"
  from statement_period where account_id = $1 order by ledger_number, statement_period.from_date`;

const HISTORIES = `
  select ledger_number as "ledgerNumber", import_id as "importId" from ledger_history where account_id = $1`;

/** The request that stored the active payment instruction. */
type StoredImport = { readonly importId: string };
const INSTRUCTED_BY = `
  select import_id as "importId" from payment_instruction where account_id = $1 and is_active`;

const CREATED = `
  select o.name as organisation, to_json(a.created_at)#>>'{}' as created_at
  from account a join import_supplier s on s.id = a.supplier_id join organisation o on o.id = s.organisation_id
  where a.id = $1`;

const toStoredTransaction = (row: TransactionRow): StoredTransaction => ({
  ledgerNumber: row.ledger_number,
  transaction: toTransaction(row),
  submittedDate: row.submitted_date,
  submittedNote: row.submitted_note,
  occurrence: row.occurrence,
  importId: row.import_id,
  billingDocument: row.billing_document,
});

const toStoredDocument = ({ from_date: from, to_date: to, ...row }: DocumentRow): StoredDocument => ({
  ledgerNumber: row.ledger_number,
  identifier: row.identifier,
  type: row.type,
  issuedDate: row.issued_date,
  period: from === null || to === null ? null : { from, to },
  importId: row.import_id,
  position: row.position,
});

const toStoredStatement = (row: StatementRow): StoredStatement => ({
  statementId: row.statement_id,
  period: { from: row.from_date, to: row.to_date },
  issuedDate: row.issued_date,
  number: row.number,
  grossAmount: new Decimal(row.gross_amount),
  path: row.path,
  document: row.document,
  importId: row.import_id,
  position: row.position,
});

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountContent | null> => {
  const account = await findAccount(em, ref);
  if (account === null) return null;
  const of = [account.id];
  const [instruction] = await query<ActiveInstruction>(em, activeInstruction('$1'), of);
  const [kept] = await query<StoredImport>(em, INSTRUCTED_BY, of);
  const [created] = await query<{ organisation: string; created_at: string }>(em, CREATED, of);
  return {
    account,
    organisation: created?.organisation ?? '',
    createdAt: new Date(created?.created_at ?? Number.NaN),
    ledgers: (await query<LedgerRow>(em, `${ledgersOf('$1')} order by l.is_main desc, l.ledger_number`, of)).map(
      toLedger,
    ),
    notes: await query<StoredNote>(em, NOTES, of),
    transactions: (await query<TransactionRow>(em, TRANSACTIONS, of)).map(toStoredTransaction),
    billingDocuments: (await query<DocumentRow>(em, DOCUMENTS, of)).map(toStoredDocument),
    statements: (await query<StatementRow>(em, STATEMENTS, of)).map(toStoredStatement),
    paymentInstruction: instruction && kept ? { ...instruction, ...kept } : null,
    statementPeriods: await query<StoredPeriod>(em, PERIODS, of),
    histories: await query<StoredHistory>(em, HISTORIES, of),
  };
};

export const makePostgresAccountReader = (em: EntityManager): AccountReader => ({
  content: (ref) =>
    stored(() =>
      // One snapshot for all of it.
      em.fork().transactional((snapshot) => read(snapshot, ref), {
        isolationLevel: IsolationLevel.REPEATABLE_READ,
        readOnly: true,
      }),
    ),
});
