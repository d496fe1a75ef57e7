import type { AccountContent, AccountReader } from '@carryover/application/ports/reading/account-reader';
import type { AccountRef } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isAccount } from '../../admin/accounts.ts';
import { stored } from '../../driver/store-failure.ts';
import { readingOneMoment } from '../../orm.ts';
import { BillingDocument, HistoricalStatement } from '../../schema/entities/history.ts';
import { Note } from '../../schema/entities/note.ts';
import { readNoteOrigins } from '../note-origin.ts';
import { toDocument, toNote, toStatement } from './account-items.ts';
import { findOverview } from './account-overview.ts';
import { findTransactions } from './account-transactions.ts';

const ORDERS = {
  notes: { createdAt: 'asc', importId: 'asc', position: 'asc' },
  documents: { ledgerNumber: 'asc', issuedDate: 'asc', position: 'asc' },
  statements: { issuedDate: 'asc', statementId: 'asc' },
} as const;

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountContent | null> => {
  const overview = await findOverview(em, isAccount(ref));
  if (overview === null) return null;
  const of = { accountId: overview.account.id };
  const notes = await em.find(Note, of, { orderBy: ORDERS.notes });
  const isAddedByService = await readNoteOrigins(em, of.accountId, notes);
  const documents = await em.find(BillingDocument, of, { orderBy: ORDERS.documents });
  const statements = await em.find(HistoricalStatement, of, { orderBy: ORDERS.statements });
  return {
    ...overview,
    notes: notes.map((note) => toNote(note, isAddedByService(note))),
    transactions: await findTransactions(em, of),
    billingDocuments: documents.map(toDocument),
    statements: statements.map(toStatement),
  };
};

export const makePostgresAccountReader = (em: EntityManager): AccountReader => ({
  content: (ref) => stored(() => readingOneMoment(em, (snapshot) => read(snapshot, ref))),
});
