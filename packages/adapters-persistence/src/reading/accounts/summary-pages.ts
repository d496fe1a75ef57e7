import type { SummaryList, SummaryPage } from '@carryover/application/ports/reading/account-summary-reader';
import type { Account } from '@carryover/domain/account';
import { toMoney } from '@carryover/domain/decimal';
import { Cursor, type EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow } from '../../driver/query.ts';
import { BillingDocument, HistoricalStatement } from '../../schema/entities/history.ts';
import { LedgerTransaction } from '../../schema/entities/ledger-transaction.ts';
import { Note } from '../../schema/entities/note.ts';
import { dateTime } from '../../schema/stored-values.ts';
import { readNoteOrigins } from '../note-origin.ts';
import { hash, int, isCursor, storable, toPart } from './cursor.ts';

type Position = { readonly after?: string; readonly first: number; readonly includeCount: false };

/** A list in the order of its table's key, which gives the start of a page. */
type List = {
  /** The content of a page's cursor. */
  readonly cursor: t.Mixed;
  readonly table: string;
  /** The columns of the cursor. */
  readonly key: ReadonlyArray<string>;
  /** The bytes of a row's texts in SQL; null if they are few. */
  readonly bytes: string | null;
  readonly read: (em: EntityManager, of: { readonly accountId: string }, position: Position) => Promise<SummaryPage>;
};

const bytesOf = (...columns: ReadonlyArray<string>): string =>
  columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');

const notes: List = {
  cursor: t.tuple([hash, dateTime]),
  table: 'note',
  key: ['identity', 'created_at'],
  bytes: bytesOf('body', 'document_paths::text'),
  read: async (em, where, position) => {
    const orderBy = { identity: 'asc', createdAt: 'asc' } as const;
    const found = await em.findByCursor(Note, { where, orderBy, ...position });
    const isAddedByService = await readNoteOrigins(em, where.accountId, found.items);
    return toPart(found, (note) => ({
      body: note.body,
      document_paths: note.documentPaths ?? [],
      created_at: note.createdAt,
      is_pinned: note.isPinned,
      unpin_at: note.unpinAt,
      added_by_service: isAddedByService(note),
      import_id: note.importId,
    }));
  },
};

const transactions: List = {
  cursor: t.tuple([storable, int]),
  table: 'ledger_transaction',
  key: ['transaction_id', 'occurrence'],
  bytes: bytesOf('note', 'display_note', 'submitted_note', 'line_items::text', 'tax_items::text'),
  read: async (em, where, position) => {
    const orderBy = { transactionId: 'asc', occurrence: 'asc' } as const;
    return toPart(await em.findByCursor(LedgerTransaction, { where, orderBy, ...position }), (transaction) => ({
      transaction_id: transaction.transactionId,
      ledger_number: transaction.ledgerNumber,
      transaction_date: transaction.transactionDate,
      amount: toMoney(transaction.amount),
      type: transaction.type,
      reason: transaction.reason,
      payment_type: transaction.paymentType,
      reference: transaction.reference,
      note: transaction.note,
      display_note: transaction.displayNote,
      product_code: transaction.productCode,
      line_items: transaction.lineItems,
      tax_items: transaction.taxItems,
      submitted_transaction_date: transaction.submittedDate,
      submitted_note: transaction.submittedNote,
      billing_document_identifier: transaction.billingDocument,
      import_id: transaction.importId,
    }));
  },
};

const billingDocuments: List = {
  cursor: t.tuple([storable, storable]),
  table: 'billing_document',
  key: ['ledger_number', 'identifier'],
  bytes: null,
  read: async (em, where, position) => {
    const orderBy = { ledgerNumber: 'asc', identifier: 'asc' } as const;
    return toPart(await em.findByCursor(BillingDocument, { where, orderBy, ...position }), (document) => ({
      billing_document_identifier: document.identifier,
      ledger_number: document.ledgerNumber,
      billing_document_type: document.type,
      issued_date: document.issuedDate,
      bill_period_from_date: document.fromDate,
      bill_period_to_date: document.toDate,
      import_id: document.importId,
    }));
  },
};

const statements: List = {
  cursor: t.tuple([storable]),
  table: 'historical_statement',
  key: ['statement_id'],
  bytes: null,
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
      import_id: statement.importId,
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

/** The texts of a page: one item may have 16 MiB of line items, and a service has many readers. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

const counted = t.type({ count: t.number });

/** Returns how many of the next `size` rows fit into a page; at least one. */
const countFitting = async (
  em: EntityManager,
  { table, key, bytes }: List,
  accountId: string,
  after: ReadonlyArray<unknown>,
  size: number,
): Promise<number> => {
  if (bytes === null) return size;
  const columns = key.join(', ');
  const bounds = after.map((_, index) => `$${index + 4}`);
  const behind = bounds.length === 0 ? '' : `and (${columns}) > (${bounds.join(', ')})`;
  const row = await readRow(
    em,
    counted,
    `select count(*)::int as count
     from (select sum(bytes) over (order by ${columns} rows unbounded preceding) as total
           from (select ${columns}, ${bytes} as bytes from ${table}
                 where account_id = $1 ${behind} order by ${columns} limit $2) page) running
     where total <= $3`,
    [accountId, size, MAX_PAGE_BYTES, ...after],
  );
  return Math.max(1, row?.count ?? 0);
};

/** Reads a page of a list; null if `after` is not the `next` of a page of this list. */
export const readPage = async (
  em: EntityManager,
  { account, list, after, size }: Page,
): Promise<SummaryPage | null> => {
  const content = LISTS[list];
  if (after !== null && !isCursor(content.cursor, after)) return null;
  const position = after === null ? {} : { after };
  const from = after === null ? [] : Cursor.decode(after);
  const first = await countFitting(em, content, account.id, from, size);
  return content.read(em, { accountId: account.id }, { ...position, first, includeCount: false });
};
