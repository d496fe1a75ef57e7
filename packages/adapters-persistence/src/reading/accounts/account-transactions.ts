import { given } from '@carryover/application/given';
import type { AccountParts, Part } from '@carryover/application/ports/reading/account-page-reader';
import type { StoredTransaction } from '@carryover/application/ports/reading/account-reader';
import { Cursor, type EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { submittedRow, toTransaction } from '../../imports/transaction-repository.ts';
import { LedgerTransaction } from '../../schema/entities/ledger-transaction.ts';
import { calendarDate, checked, orNull } from '../../schema/stored-values.ts';
import { PART_SIZE } from './account-lists.ts';
import { int, isCursor, storable } from './cursor.ts';

const transactionRow = t.type({
  ...submittedRow.props,
  ledgerNumber: t.string,
  occurrence: t.number,
  submittedDate: orNull(calendarDate),
  submittedNote: orNull(t.string),
  billingDocument: orNull(t.string),
  importId: t.string,
});

const toStored = (value: unknown): StoredTransaction => {
  const row = checked(transactionRow, value);
  const { ledgerNumber, occurrence, submittedDate, submittedNote, billingDocument, importId } = row;
  const transaction = toTransaction(row);
  return { transaction, ledgerNumber, occurrence, submittedDate, submittedNote, billingDocument, importId };
};

/** Reads an account's transactions by date, oldest first. There may be 100,000: entities would take six times the memory. */
export const findTransactions = async (
  em: EntityManager,
  of: { readonly accountId: string },
): Promise<ReadonlyArray<StoredTransaction>> => {
  const rows = await em
    .createQueryBuilder(LedgerTransaction)
    .where(of)
    .orderBy({ transactionDate: 'asc', transactionId: 'asc', occurrence: 'asc' })
    .execute();
  return rows.map(toStored);
};

const position = t.tuple([calendarDate, storable, int]);
const POSITION = '(transaction_date, transaction_id, occurrence)';

const toCursor = ({ transaction, occurrence }: StoredTransaction): string =>
  Cursor.encode([transaction.date, transaction.transactionId, occurrence]);

/** Reads a part of an account's transactions by date, newest first. */
export const findTransactionPart = async (
  em: EntityManager,
  of: { readonly accountId: string },
  { transactionsAfter, ledgerNumber, transactionId }: AccountParts,
): Promise<Part<StoredTransaction>> => {
  const wanted = em
    .createQueryBuilder(LedgerTransaction)
    .where({ ...of, ...given({ ledgerNumber, transactionId }) })
    .orderBy({ transactionDate: 'desc', transactionId: 'desc', occurrence: 'desc' })
    .limit(PART_SIZE + 1);
  if (transactionsAfter !== null && isCursor(position, transactionsAfter))
    wanted.andWhere(`${POSITION} < (?, ?, ?)`, Cursor.decode(transactionsAfter));
  const rows = await wanted.execute();
  const items = rows.slice(0, PART_SIZE).map(toStored);
  return { items, next: rows.length > PART_SIZE ? toCursor(items.at(-1)!) : null };
};
