import type { SummaryList, SummaryPage } from '@carryover/application/ports/reading/account-summary-reader';
import type { Account } from '@carryover/domain/account';
import { toMoney } from '@carryover/domain/decimal';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { BillingDocument, HistoricalStatement } from '../../schema/entities/history.ts';
import { LedgerTransaction } from '../../schema/entities/ledger-transaction.ts';
import { Note } from '../../schema/entities/note.ts';
import { dateTime } from '../../schema/stored-value.ts';
import { readNoteOrigins } from '../note-origin.ts';
import { hash, int, isCursor, storable, toPart } from './cursor.ts';

type Position = { readonly after?: string; readonly first: number; readonly includeCount: false };

/** A list in the order of its table's key, which gives the start of a page. */
type List = {
  /** The content of a page's cursor. */
  readonly cursor: t.Mixed;
  readonly read: (em: EntityManager, of: { readonly accountId: string }, position: Position) => Promise<SummaryPage>;
};

const notes: List = {
  cursor: t.tuple([hash, dateTime]),
  read: async (em, where, position) => {
    const orderBy = { identity: 'asc', createdAt: 'asc' } as const;
    const found = await em.findByCursor(Note, { where, orderBy, ...position });
    const isAddedByService = await readNoteOrigins(em, where.accountId, found.items);
    return toPart(found, (note) => ({
      body: note.body,
      document_paths: note.documents,
      created_at: note.createdAt,
      is_pinned: note.isPinned,
      unpin_at: note.unpinAt,
      added_by_service: isAddedByService(note),
    }));
  },
};

const transactions: List = {
  cursor: t.tuple([storable, int]),
  read: async (em, where, position) => {
    const orderBy = { transactionId: 'asc', occurrence: 'asc' } as const;
    return toPart(await em.findByCursor(LedgerTransaction, { where, orderBy, ...position }), (transaction) => ({
      transaction_id: transaction.transactionId,
      ledger_number: transaction.ledgerNumber,
      transaction_date: transaction.transactionDate,
      amount: toMoney(transaction.amount),
      type: transaction.type,
      submitted_transaction_date: transaction.submittedDate,
      billing_document_identifier: transaction.billingDocument,
    }));
  },
};

const billingDocuments: List = {
  cursor: t.tuple([storable, storable]),
  read: async (em, where, position) => {
    const orderBy = { ledgerNumber: 'asc', identifier: 'asc' } as const;
    return toPart(await em.findByCursor(BillingDocument, { where, orderBy, ...position }), (document) => ({
      billing_document_identifier: document.identifier,
      ledger_number: document.ledgerNumber,
      billing_document_type: document.type,
      issued_date: document.issuedDate,
      bill_period_from_date: document.fromDate,
      bill_period_to_date: document.toDate,
    }));
  },
};

const statements: List = {
  cursor: t.tuple([storable]),
  read: async (em, where, position) => {
    const orderBy = { statementId: 'asc' } as const;
    return toPart(await em.findByCursor(HistoricalStatement, { where, orderBy, ...position }), (statement) => ({
      statement_id: statement.statementId,
      number: statement.number,
      issued_date: statement.issuedDate,
      bill_period_from_date: statement.fromDate,
      bill_period_to_date: statement.toDate,
      gross_amount: toMoney(statement.grossAmount),
      statement_path: statement.path,
    }));
  },
};

const LISTS: Readonly<Record<SummaryList, List>> = {
  notes,
  transactions,
  billing_documents: billingDocuments,
  statements,
};

type Page = {
  readonly account: Account;
  readonly list: SummaryList;
  readonly after: string | null;
  readonly size: number;
};

/** Reads a page of a list; null if `after` is not the `next` of a page of this list. */
export const readPage = async (
  em: EntityManager,
  { account, list, after, size }: Page,
): Promise<SummaryPage | null> => {
  const of = { accountId: account.id };
  const position = { first: size, includeCount: false } as const;
  if (after === null) return LISTS[list].read(em, of, position);
  return isCursor(LISTS[list].cursor, after) ? LISTS[list].read(em, of, { ...position, after }) : null;
};
