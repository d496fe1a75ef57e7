import type { AccountPage, AccountParts, StoredPeriod } from '@carryover/adapters-persistence/queries/account';
import {
  ITEM_ORDERS,
  type ItemOrder,
  type StoredTransaction,
} from '@carryover/adapters-persistence/queries/account-items';
import { timeOfId } from '@carryover/adapters-persistence/schema/record-ids';
import type { DateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';
import { balanceOf, isFinalized, isInFavour } from '@carryover/domain/ledger';
import { sortNotes } from '@carryover/domain/note';
import { maskInstruction } from '@carryover/domain/payment-instruction';
import { TRANSACTION_TYPES, type TransactionType } from '@carryover/domain/transaction';
import { address } from '../../view/address.ts';
import { choices } from '../../web/filters.ts';

/** Short explanations of the types of transactions, for a reader who does not know the interface. */
const TYPE_HELP: Readonly<Record<TransactionType, string>> = {
  CHARGE: 'An amount that the customer owes.',
  SUPPLY_CHARGE: 'An amount that the customer owes for what was supplied, with its line items.',
  CREDIT: 'An amount in the customer’s favour.',
  PAYMENT: 'Money that the customer paid.',
  REPAYMENT: 'Money that was paid back to the customer.',
};

const MAX_PERIODS = 60;
const DAY_MS = 86_400_000;
/** The width of the shortest period, so that a single day can be seen. */
const MIN_WIDTH = 0.6;
const MAX_YEARS = 12;

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/**
 * Returns the latest statement periods of a ledger: `bars` on a line of time from 0 to 100, with the `years` that begin on it, and
 * `periods`, newest first, without the `omitted` earlier ones. null if it has none. An open end is a month long.
 */
const makeTimeline = (all: ReadonlyArray<StoredPeriod>) => {
  const shown = all.slice(-MAX_PERIODS);
  if (shown.length === 0) return null;
  const spans = shown.map((period) => {
    const start = dayOf(period.from);
    return { start, end: period.to === null ? start + 31 : dayOf(period.to) + 1, isOpen: period.isOpen };
  });
  const first = Math.min(...spans.map(({ start }) => start));
  const length = Math.max(...spans.map(({ end }) => end)) - first;
  const at = (day: number): number => ((day - first) / length) * 100;
  const [from, to] = [first, first + length].map((day) => new Date(day * DAY_MS).getUTCFullYear());
  const step = Math.ceil((to! - from! + 1) / MAX_YEARS);
  const years = Array.from({ length: to! - from! }, (_, i) => from! + 1 + i).filter((year) => year % step === 0);
  return {
    bars: spans.map(({ start, end, isOpen }) => {
      const width = Math.max(MIN_WIDTH, at(end) - at(start));
      return { x: Math.min(at(start), 100 - width).toFixed(2), width: width.toFixed(2), isOpen };
    }),
    years: years.map((year) => ({ year, x: at(dayOf(`${year}-01-01`)).toFixed(2) })),
    periods: shown.toReversed(),
    omitted: all.length - shown.length,
  };
};

type Field = readonly [name: string, value: string | null];

/** Returns a stored transaction with each of its fields as text; `fields` are those that a row does not show. */
const transactionValues = (transaction: StoredTransaction) => {
  const fields: ReadonlyArray<Field> = [
    ['Reason', transaction.reason],
    ['Payment type', transaction.paymentType],
    ['Product code', transaction.productCode],
    ['Reference', transaction.reference],
    ['Note for the customer', transaction.displayNote],
    ['Internal note', transaction.note],
    ['Internal note as sent', transaction.submittedNote],
    ['Billing document', transaction.billingDocument],
    [
      'Repeated id',
      transaction.occurrence === 0 ? null : `repetition ${transaction.occurrence} of the same id, on request`,
    ],
  ];
  return {
    id: transaction.transactionId,
    date: transaction.date,
    submittedDate: transaction.submittedDate,
    type: transaction.type,
    amount: transaction.amount,
    isInFavour: isInFavour(transaction.type),
    ledgerNumber: transaction.ledgerNumber,
    fields: fields.filter(([, value]) => value !== null),
    lineItems: transaction.lineItems ?? [],
    taxItems: transaction.taxItems ?? [],
    importId: transaction.importId,
    sentAt: timeOfId(transaction.importId),
  };
};

/** The filters of the items, as they are in an address; the order in which they are without one is left out. */
const keptOf = ({ ledgerNumber, transactionId, type, text, order }: AccountParts) => ({
  ledger: ledgerNumber,
  transaction: transactionId,
  type,
  find: text,
  sort: order === 'newest' ? null : order,
});

const ORDER_NAMES: Readonly<Record<ItemOrder, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest amount first',
  smallest: 'Smallest amount first',
};

/** Returns the form above the items of an account. */
const itemFilter = ({ path, parts }: Shown, ledgers: ReadonlyArray<string>) => ({
  action: `${path}#items`,
  label: 'Search in the items',
  button: 'Show',
  hidden: { transaction: parts.transactionId },
  clear: Object.values(keptOf(parts)).some((value) => value !== null) ? `${path}#items` : null,
  fields: [
    { name: 'find', type: 'search', label: 'Text, amount or day in an item', value: parts.text },
    { name: 'type', label: 'Type of transaction', value: parts.type, options: choices(TRANSACTION_TYPES) },
    { name: 'ledger', label: 'Ledger', value: parts.ledgerNumber, options: choices(ledgers) },
    {
      name: 'sort',
      label: 'Order',
      value: parts.order,
      options: ITEM_ORDERS.map((value) => ({ value, title: ORDER_NAMES[value] })),
    },
  ],
});

type Shown = { readonly path: string; readonly parts: AccountParts };

/** Returns the links of one list's pages; each leads to the list itself. */
const listPager = ({ path, parts }: Shown, name: string, anchor: string, at: string | null, next: string | null) => {
  const kept = keptOf(parts);
  return {
    isLater: at !== null,
    first: `${address(path, kept)}#${anchor}`,
    next: next === null ? null : `${address(path, { ...kept, [name]: next })}#${anchor}`,
  };
};

/** Returns the values of the account page's templates: amounts as exact texts, links, and what words mean. */
export const accountValues = (view: AccountPage, shown: Shown, now: DateTime) => {
  const { path, parts } = shown;
  return {
    ...view,
    path,
    TYPE_HELP,
    documentPath: (location: string) => address(`${path}/document`, { location }),
    balance: toMoney(balanceOf(view.ledgers.flatMap(({ totals }) => totals))),
    ledgers: view.ledgers.map((one) => ({
      ...one,
      isFinalized: isFinalized(one),
      balance: toMoney(one.balance),
      totals: one.totals.map(({ type, count, sum }) => ({ type, count, sum: toMoney(sum) })),
      transactions: one.totals.reduce((count, total) => count + total.count, 0),
      timeline: makeTimeline(one.statementPeriods),
      path: `${address(path, { ledger: one.ledgerNumber })}#transactions`,
    })),
    transactions: view.transactions.items.map(transactionValues),
    itemFilter: itemFilter(
      shown,
      view.ledgers.map(({ ledgerNumber }) => ledgerNumber),
    ),
    transactionFilter: { ledger: parts.ledgerNumber, transaction: parts.transactionId },
    statements: view.statements.items,
    billingDocuments: view.billingDocuments.items,
    pinnedNotes: sortNotes(view.pinnedNotes, now),
    notes: view.notes.items,
    paymentInstruction: view.paymentInstruction && {
      ...maskInstruction(view.paymentInstruction),
      importId: view.paymentInstruction.importId,
    },
    pagers: {
      notes: listPager(shown, 'notes', 'notes', parts.notesAfter, view.notes.next),
      transactions: listPager(shown, 'after', 'transactions', parts.transactionsAfter, view.transactions.next),
      documents: listPager(shown, 'documents', 'documents', parts.documentsAfter, view.billingDocuments.next),
      statements: listPager(shown, 'statements', 'statements', parts.statementsAfter, view.statements.next),
    },
  };
};
