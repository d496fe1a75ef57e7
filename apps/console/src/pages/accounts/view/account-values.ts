import type { AccountPage, AccountParts } from '@carryover/adapters-persistence/queries/account';
import type { DateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';
import { isFinalized } from '@carryover/domain/ledger';
import { sortNotes } from '@carryover/domain/note';
import { maskInstruction } from '@carryover/domain/payment-instruction';
import { address } from '../../../view/address.ts';
import { makeTimeline } from './timeline.ts';
import { transactionValues } from './transaction-values.ts';
import { TYPE_HELP } from './vocabulary.ts';

type Shown = { readonly path: string; readonly parts: AccountParts };

/** Returns the links of one list's pages; each leads to the list itself. */
const listPager = ({ path, parts }: Shown, name: string, anchor: string, at: string | null, next: string | null) => {
  const kept = { ledger: parts.ledgerNumber, transaction: parts.transactionId };
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
