import type {
  AccountContent,
  AccountReader,
  StoredDocument,
  StoredNote,
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
  select body, documents, is_pinned as "isPinned",
         to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
         to_char(unpin_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "unpinAt"
  from note where account_id = $1 order by created_at, import_id, position`;

type TransactionRow = SubmittedRow & {
  readonly ledger_number: string;
  readonly submitted_date: CalendarDate | null;
  readonly billing_document: string | null;
};

const TRANSACTIONS = `
  select ledger_number, transaction_id, transaction_date::text as transaction_date, amount::text as amount, type, reason,
         payment_type, reference, note, display_note, product_code, line_items, tax_items,
         submitted_date::text as submitted_date, billing_document
  from ledger_transaction where account_id = $1 order by ledger_transaction.transaction_date, transaction_id, occurrence`;

type DocumentRow = {
  readonly ledger_number: string;
  readonly identifier: string;
  readonly type: BillingDocumentType;
  readonly issued_date: CalendarDate;
  readonly from_date: CalendarDate | null;
  readonly to_date: CalendarDate | null;
};

const DOCUMENTS = `
  select ledger_number, identifier, type, issued_date::text as issued_date, from_date::text as from_date,
         to_date::text as to_date
  from billing_document where account_id = $1 order by ledger_number, billing_document.issued_date, position`;

type StatementRow = {
  readonly statement_id: string;
  readonly from_date: CalendarDate;
  readonly to_date: CalendarDate;
  readonly issued_date: CalendarDate;
  readonly number: string;
  readonly gross_amount: string;
  readonly document: string | null;
};

const STATEMENTS = `
  select statement_id, from_date::text as from_date, to_date::text as to_date, issued_date::text as issued_date, number,
         gross_amount::text as gross_amount, document
  from historical_statement where account_id = $1 order by historical_statement.issued_date, statement_id`;

const toStoredTransaction = (row: TransactionRow): StoredTransaction => ({
  ledgerNumber: row.ledger_number,
  transaction: toTransaction(row),
  submittedDate: row.submitted_date,
  billingDocument: row.billing_document,
});

const toStoredDocument = ({ from_date: from, to_date: to, ...row }: DocumentRow): StoredDocument => ({
  ledgerNumber: row.ledger_number,
  identifier: row.identifier,
  type: row.type,
  issuedDate: row.issued_date,
  period: from === null || to === null ? null : { from, to },
});

const toStoredStatement = (row: StatementRow): StoredStatement => ({
  statementId: row.statement_id,
  period: { from: row.from_date, to: row.to_date },
  issuedDate: row.issued_date,
  number: row.number,
  grossAmount: new Decimal(row.gross_amount),
  document: row.document,
});

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountContent | null> => {
  const account = await findAccount(em, ref);
  if (account === null) return null;
  const of = [account.id];
  const [instruction] = await query<ActiveInstruction>(em, activeInstruction('$1'), of);
  return {
    account,
    ledgers: (await query<LedgerRow>(em, `${ledgersOf('$1')} order by l.is_main desc, l.ledger_number`, of)).map(
      toLedger,
    ),
    notes: await query<StoredNote>(em, NOTES, of),
    transactions: (await query<TransactionRow>(em, TRANSACTIONS, of)).map(toStoredTransaction),
    billingDocuments: (await query<DocumentRow>(em, DOCUMENTS, of)).map(toStoredDocument),
    statements: (await query<StatementRow>(em, STATEMENTS, of)).map(toStoredStatement),
    paymentInstruction: instruction ?? null,
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
