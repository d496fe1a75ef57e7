import type { TransactionRepository } from '@carryover/application/ports/store';
import { toMoney } from '@carryover/domain/decimal';
import { lineItemTexts, taxItemTexts } from '@carryover/domain/differences';
import type { Transaction } from '@carryover/domain/transaction';
import type { PlacedTransaction } from '@carryover/domain/transaction-import';
import * as t from 'io-ts';
import { type Columns, textArray } from '../driver/insert-rows.ts';
import type { Session } from '../driver/session.ts';
import { stored } from '../driver/store-failure.ts';
import { LedgerTransaction } from '../schema/entities/ledger-transaction.ts';
import { accountKey } from './account-repository.ts';
import { type LineItemRow, submittedRow, type TaxItemRow, toTransaction } from './transaction-row.ts';

/**
 * Returns the earliest transaction of each id that is still stored, as submitted: with its original date and note. An id
 * may have lost its first occurrence by an undo (ADR 32).
 */
const PREVIOUSLY_ADDED = `
  select distinct on (transaction_id) transaction_id as "transactionId", ledger_number as "ledgerNumber",
         coalesce(submitted_date, transaction_date)::text as "transactionDate", amount::text as amount, type, reason,
         payment_type as "paymentType", reference, display_note as "displayNote", product_code as "productCode",
         line_items as "lineItems", tax_items as "taxItems",
         case when submitted_date is null then note else submitted_note end as note
  from ledger_transaction
  where account_id = $1 and transaction_id = any($2::text[])
  order by transaction_id, occurrence`;

const EXISTING = `
  select distinct transaction_id from ledger_transaction
  where account_id = $1 and transaction_id = any($2::text[])`;

// After the last one that is stored, so that a lower number is always an earlier one.
const OCCURRENCES = `
  select transaction_id, max(occurrence) + 1 as next
  from ledger_transaction
  where account_id = $1 and transaction_id = any($2::text[])
  group by transaction_id`;

const idRow = t.type({ transaction_id: t.string });
const occurrenceRow = t.type({ transaction_id: t.string, next: t.number });
const previousRow = t.type({ ...submittedRow.props, ledgerNumber: t.string });

/** The first of an id on its account. */
const FIRST = '0';

/** The account, ledger and import record of the rows of a request. */
type Placement = {
  readonly accountId: string;
  readonly ledgerNumber: string;
  readonly importId: string;
  /** The next occurrence of an id on the account; null if all are the first. */
  readonly occurrenceOf: ((transactionId: string) => number) | null;
};

const emptyColumns = () => ({
  transactionId: [] as string[],
  occurrence: [] as number[],
  transactionDate: [] as string[],
  amount: [] as string[],
  type: [] as string[],
  reason: [] as (string | null)[],
  paymentType: [] as (string | null)[],
  reference: [] as (string | null)[],
  note: [] as (string | null)[],
  displayNote: [] as (string | null)[],
  productCode: [] as (string | null)[],
  lineItems: [] as (ReadonlyArray<LineItemRow> | null)[],
  taxItems: [] as (ReadonlyArray<TaxItemRow> | null)[],
  submittedDate: [] as (string | null)[],
  submittedNote: [] as (string | null)[],
  billingDocument: [] as (string | null)[],
});

/** Adds the fields that only some types have. */
const addOwn = (columns: ReturnType<typeof emptyColumns>, transaction: Transaction): void => {
  const { type } = transaction;
  columns.reason.push(type === 'SUPPLY_CHARGE' ? null : transaction.reason);
  columns.paymentType.push(type === 'PAYMENT' || type === 'REPAYMENT' ? transaction.paymentType : null);
  columns.productCode.push(type === 'SUPPLY_CHARGE' ? transaction.productCode : null);
  columns.lineItems.push(type === 'SUPPLY_CHARGE' ? transaction.lineItems.map(lineItemTexts) : null);
  const taxItems = type === 'SUPPLY_CHARGE' || type === 'CHARGE' ? transaction.taxItems : null;
  columns.taxItems.push(taxItems === null ? null : taxItems.map(taxItemTexts));
};

/** Returns transactions as columns of their table, in one pass: intermediate rows would double the cost. */
const toTransactionColumns = (placed: ReadonlyArray<PlacedTransaction>, to: Placement): Columns => {
  const columns = emptyColumns();
  for (const { transaction, movedFrom, billingDocument } of placed) {
    columns.transactionId.push(transaction.transactionId);
    if (to.occurrenceOf !== null) columns.occurrence.push(to.occurrenceOf(transaction.transactionId));
    columns.transactionDate.push(transaction.date);
    columns.amount.push(toMoney(transaction.amount));
    columns.type.push(transaction.type);
    columns.reference.push(transaction.reference);
    columns.note.push(transaction.note);
    columns.displayNote.push(transaction.displayNote);
    addOwn(columns, transaction);
    columns.submittedDate.push(movedFrom === null ? null : movedFrom.date);
    columns.submittedNote.push(movedFrom === null ? null : movedFrom.note);
    columns.billingDocument.push(billingDocument);
  }
  const { accountId, ledgerNumber, importId } = to;
  const occurrence = to.occurrenceOf === null ? FIRST : columns.occurrence;
  return { ...columns, accountId, ledgerNumber, importId, occurrence };
};

const nextOccurrences = async (session: Session, accountId: string, ids: ReadonlyArray<string>) => {
  const rows = await session.read(occurrenceRow, OCCURRENCES, [accountId, textArray(ids)]);
  return new Map(rows.map((row) => [row.transaction_id, row.next]));
};

export const makePostgresTransactionRepository = (session: Session): TransactionRepository => ({
  previouslyAdded: (ref, ids) =>
    stored(async () => {
      if (ids.length === 0) return new Map();
      const rows = await session.read(previousRow, PREVIOUSLY_ADDED, [accountKey(ref), textArray(ids)]);
      return new Map(
        rows.map((row) => [row.transactionId, { transaction: toTransaction(row), ledgerNumber: row.ledgerNumber }]),
      );
    }),

  existing: (ref, ids) =>
    stored(async () => {
      if (ids.length === 0) return new Set();
      const rows = await session.read(idRow, EXISTING, [accountKey(ref), textArray(ids)]);
      return new Set(rows.map((row) => row.transaction_id));
    }),

  add: ({ account, ledger, importId, again }, placed) =>
    stored(async () => {
      if (placed.length === 0) return;
      const ids = placed.map(({ transaction }) => transaction.transactionId);
      const next = again ? await nextOccurrences(session, account.id, ids) : null;
      const columns = toTransactionColumns(placed, {
        accountId: account.id,
        ledgerNumber: ledger.ledgerNumber,
        importId,
        occurrenceOf: next === null ? null : (transactionId) => next.get(transactionId) ?? 0,
      });
      session.insertColumns(LedgerTransaction, columns);
    }),
});
