import type { AccountParts, Part } from '@carryover/application/ports/reading/account-page-reader';
import type { StoredTransaction } from '@carryover/application/ports/reading/account-reader';
import { isWellFormed } from '@carryover/domain/text';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { toTransaction } from '../../imports/transaction-row.ts';
import { LedgerTransaction } from '../../schema/entities/ledger-transaction.ts';
import { lineItems, taxItems } from '../../schema/stored-json.ts';
import { calendarDate, checked, oneOf, orNull } from '../../schema/stored-value.ts';
import { PART_SIZE } from './account-lists.ts';

const text = orNull(t.string);
const transactionRow = t.type({
  ledgerNumber: t.string,
  transactionId: t.string,
  occurrence: t.number,
  transactionDate: calendarDate,
  amount: t.string,
  type: oneOf(TRANSACTION_TYPES),
  reason: text,
  paymentType: text,
  reference: text,
  note: text,
  displayNote: text,
  productCode: text,
  lineItems: orNull(lineItems),
  taxItems: orNull(taxItems),
  submittedDate: orNull(calendarDate),
  submittedNote: text,
  billingDocument: text,
  importId: t.string,
});

const toStored = (row: t.TypeOf<typeof transactionRow>): StoredTransaction => ({
  ledgerNumber: row.ledgerNumber,
  transaction: toTransaction({
    transaction_id: row.transactionId,
    transaction_date: row.transactionDate,
    amount: row.amount,
    type: row.type,
    reason: row.reason,
    payment_type: row.paymentType,
    reference: row.reference,
    note: row.note,
    display_note: row.displayNote,
    product_code: row.productCode,
    line_items: row.lineItems,
    tax_items: row.taxItems,
  }),
  submittedDate: row.submittedDate,
  submittedNote: row.submittedNote,
  occurrence: row.occurrence,
  importId: row.importId,
  billingDocument: row.billingDocument,
});

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
  return rows.map((row) => toStored(checked(transactionRow, row)));
};

const position = t.tuple([calendarDate, t.string, t.number]);
const POSITION = '(transaction_date, transaction_id, occurrence)';

const toCursor = ({ transaction, occurrence }: StoredTransaction): string =>
  Buffer.from(JSON.stringify([transaction.date, transaction.transactionId, occurrence])).toString('base64url');

/** Returns the position of a cursor; null if it is none. */
const parseCursor = (cursor: string): t.TypeOf<typeof position> | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return position.is(value) && isWellFormed(value[1]) && Number.isInteger(value[2]) ? value : null;
  } catch {
    return null;
  }
};

/** Reads a part of an account's transactions by date, newest first. */
export const findTransactionPart = async (
  em: EntityManager,
  of: { readonly accountId: string },
  { transactionsAfter, ledgerNumber, transactionId }: AccountParts,
): Promise<Part<StoredTransaction>> => {
  const where = {
    ...of,
    ...(ledgerNumber === null ? {} : { ledgerNumber }),
    ...(transactionId === null ? {} : { transactionId }),
  };
  const wanted = em
    .createQueryBuilder(LedgerTransaction)
    .where(where)
    .orderBy({ transactionDate: 'desc', transactionId: 'desc', occurrence: 'desc' })
    .limit(PART_SIZE + 1);
  const after = transactionsAfter === null ? null : parseCursor(transactionsAfter);
  const rows = await (after === null ? wanted : wanted.andWhere(`${POSITION} < (?, ?, ?)`, after)).execute();
  const items = rows.slice(0, PART_SIZE).map((row) => toStored(checked(transactionRow, row)));
  const last = items.at(-1);
  return { items, next: rows.length > PART_SIZE && last !== undefined ? toCursor(last) : null };
};
