import type { AccountContent, AccountReader } from '@carryover/application/ports/reading/account-reader';
import type { AccountRef } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../../driver/store-failure.ts';
import { findAccount } from '../../operator/accounts.ts';
import { readingOneMoment } from '../../orm.ts';
import { Account, LedgerHistory, StatementPeriod } from '../../schema/entities/account.ts';
import { BillingDocument, HistoricalStatement } from '../../schema/entities/history.ts';
import { Note } from '../../schema/entities/note.ts';
import { readNoteOrigins } from '../note-origin.ts';
import { findActiveInstruction, findLedgers, toDocument, toNote, toPeriod, toStatement } from './account-items.ts';
import { findTransactions } from './account-transactions.ts';

const ORDERS = {
  periods: { ledgerNumber: 'asc', fromDate: 'asc' },
  notes: { createdAt: 'asc', importId: 'asc', position: 'asc' },
  documents: { ledgerNumber: 'asc', issuedDate: 'asc', position: 'asc' },
  statements: { issuedDate: 'asc', statementId: 'asc' },
} as const;

const ORGANISATION = { populate: ['supplier.organisation'] } as const;

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountContent | null> => {
  const account = await findAccount(em, ref);
  if (account === null) return null;
  const of = { accountId: account.id };
  const { createdAt, supplier } = await em.findOneOrFail(Account, account.id, ORGANISATION);
  const periods = await em.find(StatementPeriod, of, { orderBy: ORDERS.periods });
  const histories = await em.find(LedgerHistory, of);
  const notes = await em.find(Note, of, { orderBy: ORDERS.notes });
  const isAddedByService = await readNoteOrigins(em, account.id, notes);
  const documents = await em.find(BillingDocument, of, { orderBy: ORDERS.documents });
  const statements = await em.find(HistoricalStatement, of, { orderBy: ORDERS.statements });
  return {
    account,
    organisation: supplier.organisation.name,
    createdAt,
    ledgers: await findLedgers(em, of, { periods, histories }),
    notes: notes.map((note) => toNote(note, isAddedByService(note))),
    transactions: await findTransactions(em, of),
    billingDocuments: documents.map(toDocument),
    statements: statements.map(toStatement),
    paymentInstruction: await findActiveInstruction(em, of),
    statementPeriods: periods.map(toPeriod),
    histories: histories.map(({ ledgerNumber, importId }) => ({ ledgerNumber, importId })),
  };
};

export const makePostgresAccountReader = (em: EntityManager): AccountReader => ({
  content: (ref) => stored(() => readingOneMoment(em, (snapshot) => read(snapshot, ref))),
});
