import type { AccountContent, AccountReader } from '@carryover/application/ports/account-reader';
import type { AccountRef } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findActiveInstruction, findLedgers, toDocument, toNote, toStatement, toTransaction } from './account-items.ts';
import { findAccount } from './accounts.ts';
import { readingOneMoment } from './orm.ts';
import { stored } from './store-failure.ts';
import { AccountTable, LedgerHistoryTable, StatementPeriodTable } from './tables/account.ts';
import { BillingDocumentTable, HistoricalStatementTable } from './tables/history.ts';
import { LedgerTransactionTable } from './tables/ledger-transaction.ts';
import { NoteTable } from './tables/note.ts';

const ORDERS = {
  periods: { ledgerNumber: 'asc', fromDate: 'asc' },
  notes: { createdAt: 'asc', importId: 'asc', position: 'asc' },
  transactions: { transactionDate: 'asc', transactionId: 'asc', occurrence: 'asc' },
  documents: { ledgerNumber: 'asc', issuedDate: 'asc', position: 'asc' },
  statements: { issuedDate: 'asc', statementId: 'asc' },
} as const;

const ORGANISATION = { populate: ['supplier.organisation'] } as const;

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountContent | null> => {
  const account = await findAccount(em, ref);
  if (account === null) return null;
  const of = { accountId: account.id };
  const { createdAt, supplier } = await em.findOneOrFail(AccountTable, account.id, ORGANISATION);
  const periods = await em.find(StatementPeriodTable, of, { orderBy: ORDERS.periods });
  const histories = await em.find(LedgerHistoryTable, of);
  const notes = await em.find(NoteTable, of, { orderBy: ORDERS.notes });
  const transactions = await em.find(LedgerTransactionTable, of, { orderBy: ORDERS.transactions });
  const documents = await em.find(BillingDocumentTable, of, { orderBy: ORDERS.documents });
  const statements = await em.find(HistoricalStatementTable, of, { orderBy: ORDERS.statements });
  return {
    account,
    organisation: supplier.organisation.name,
    createdAt,
    ledgers: await findLedgers(em, of, { periods, histories }),
    notes: notes.map(toNote),
    transactions: transactions.map(toTransaction),
    billingDocuments: documents.map(toDocument),
    statements: statements.map(toStatement),
    paymentInstruction: await findActiveInstruction(em, of),
    statementPeriods: periods.map(({ ledgerNumber, fromDate, toDate, isOpen }) => ({
      ledgerNumber,
      from: fromDate,
      to: toDate ?? null,
      isOpen,
    })),
    histories: histories.map(({ ledgerNumber, importId }) => ({ ledgerNumber, importId })),
  };
};

export const makePostgresAccountReader = (em: EntityManager): AccountReader => ({
  content: (ref) => stored(() => readingOneMoment(em, (snapshot) => read(snapshot, ref))),
});
