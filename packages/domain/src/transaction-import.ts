import * as E from 'fp-ts/lib/Either.js';
import type { SupplierConfiguration } from './account.ts';
import { type CalendarDate, containsDay, nearestDay, type StatementPeriod, showPeriod } from './calendar-date.ts';
import { type FieldDifference, type PostedTransaction, transactionDifferences } from './differences.ts';
import { type SupplyChargeMismatch, supplyChargeMismatches, type Transaction, transactionName } from './transaction.ts';

/** The rules for the transactions of a request (§4.2, decisions 5). */
export type ImportRules = {
  /** Number of the account's main ledger, which the transactions are added to. */
  readonly ledgerNumber: string;
  /** Open statement period of the account's main ledger; null if none is open. */
  readonly openPeriod: StatementPeriod | null;
  /** Move a date outside the period into it (`force_add_to_current_statement`) instead of refusing it. */
  readonly forceAddToCurrentStatement: boolean;
  readonly supplyChargeArithmetic: SupplierConfiguration['supplyChargeArithmetic'];
};

/** The account's transactions as submitted, by id; empty if nothing is to be checked. */
export type PreviouslyAdded = ReadonlyMap<string, PostedTransaction>;

/** A transaction as stored; a moved one also has the submitted date and note. */
export type PlacedTransaction = {
  readonly transaction: Transaction;
  readonly movedFrom: { readonly date: CalendarDate; readonly note: string | null } | null;
  /** Kept for the reconciliation under `report`; empty under `enforce`. */
  readonly mismatches: ReadonlyArray<SupplyChargeMismatch>;
  /** Identifier of its billing document; null if it belongs only to its ledger. */
  readonly billingDocument: string | null;
};

export type TransactionOutcome =
  | ({ readonly kind: 'added' } & PlacedTransaction)
  | { readonly kind: 'already_exists'; readonly conflict: ReadonlyArray<FieldDifference> };

export type TransactionRefusal =
  | { readonly kind: 'no_open_statement_period' }
  | {
      readonly kind: 'transaction_not_in_open_statement_period';
      readonly transaction: Transaction;
      readonly period: StatementPeriod;
    }
  | SupplyChargeMismatch;

/** The refusals of the transaction at `index` of the request. */
type RefusedTransaction = { readonly index: number; readonly refusals: ReadonlyArray<TransactionRefusal> };

/** The result of a request with refused transactions: at least one refusal, in order, and the outcomes of the others. */
export type RefusedTransactions = {
  readonly refused: ReadonlyArray<RefusedTransaction>;
  readonly outcomes: ReadonlyArray<TransactionOutcome>;
};

/** Returns the internal note of a moved transaction: its own text, followed by an explanation of the move. */
const explainMove = (note: string | null, date: CalendarDate, period: StatementPeriod): string => {
  const explanation = `Transaction date changed from ${date} to ${nearestDay(period, date)}: outside the open statement period ${showPeriod(period)}.`;
  return note === null || note === '' ? explanation : `${note}\n${explanation}`;
};

const place = (
  rules: ImportRules,
  transaction: Transaction,
  mismatches: ReadonlyArray<SupplyChargeMismatch>,
): E.Either<TransactionRefusal, TransactionOutcome> => {
  const { openPeriod: period, forceAddToCurrentStatement } = rules;
  if (period === null) return E.left({ kind: 'no_open_statement_period' });
  const { date, note } = transaction;
  if (containsDay(period, date))
    return E.right({ kind: 'added', transaction, movedFrom: null, mismatches, billingDocument: null });
  if (!forceAddToCurrentStatement)
    return E.left({ kind: 'transaction_not_in_open_statement_period', transaction, period });
  const moved = { ...transaction, date: nearestDay(period, date), note: explainMove(note, date, period) };
  return E.right({ kind: 'added', transaction: moved, movedFrom: { date, note }, mismatches, billingDocument: null });
};

const NONE: ReadonlyArray<never> = [];

/** Decides on one transaction; Left with all reasons to refuse it. */
export const decideTransaction =
  (rules: ImportRules, previouslyAdded: PreviouslyAdded) =>
  (transaction: Transaction): E.Either<ReadonlyArray<TransactionRefusal>, TransactionOutcome> => {
    const recorded = previouslyAdded.get(transaction.transactionId);
    if (recorded !== undefined)
      return E.right({
        kind: 'already_exists',
        conflict: transactionDifferences(recorded, { transaction, ledgerNumber: rules.ledgerNumber }),
      });

    const mismatches = transaction.type === 'SUPPLY_CHARGE' ? supplyChargeMismatches(transaction) : NONE;
    const enforced = rules.supplyChargeArithmetic === 'enforce' ? mismatches : NONE;
    const placed = place(rules, transaction, mismatches);
    if (E.isLeft(placed)) return E.left([placed.left, ...enforced]);
    return enforced.length > 0 ? E.left(enforced) : placed;
  };

/** Decides on a request's transactions, in order: one outcome each, or all refusals (§4.2). */
export const importTransactions =
  (rules: ImportRules, previouslyAdded: PreviouslyAdded) =>
  (transactions: ReadonlyArray<Transaction>): E.Either<RefusedTransactions, ReadonlyArray<TransactionOutcome>> => {
    const decide = decideTransaction(rules, previouslyAdded);
    const outcomes: TransactionOutcome[] = [];
    const refused: RefusedTransaction[] = [];
    transactions.forEach((transaction, index) => {
      const decision = decide(transaction);
      if (E.isLeft(decision)) refused.push({ index, refusals: decision.left });
      else outcomes.push(decision.right);
    });
    return refused.length === 0 ? E.right(outcomes) : E.left({ refused, outcomes });
  };

/** The mismatches of supply charges, for the reconciliation (decisions 5). */
export type TransactionMismatches = {
  readonly transactionId: string;
  readonly mismatches: ReadonlyArray<SupplyChargeMismatch>;
};

/** Returns the mismatches of the supply charges that have any. */
export const mismatchesOf = (placed: ReadonlyArray<PlacedTransaction>): ReadonlyArray<TransactionMismatches> =>
  placed
    .filter(({ mismatches }) => mismatches.length > 0)
    .map(({ transaction: { transactionId }, mismatches }) => ({ transactionId, mismatches }));

/** The number of moved transactions that the pinned note names; further ones are only counted (decisions 5). */
const NAMED_IN_NOTE = 20;

/**
 * Returns the body of the pinned note about the moved transactions of one request; null if none was moved.
 *
 * @param importId the import record; makes the note of each request unique.
 */
export const movedTransactionsNote = (importId: string, outcomes: ReadonlyArray<TransactionOutcome>): string | null => {
  const moved = outcomes.flatMap((outcome) =>
    outcome.kind === 'added' && outcome.movedFrom !== null
      ? [`${transactionName(outcome.transaction)} from ${outcome.movedFrom.date} to ${outcome.transaction.date}`]
      : NONE,
  );
  if (moved.length === 0) return null;
  const rest = moved.length > NAMED_IN_NOTE ? [`and ${moved.length - NAMED_IN_NOTE} more`] : [];
  return [
    `Dates changed to fall inside the open statement period (import ${importId}):`,
    ...moved.slice(0, NAMED_IN_NOTE),
    ...rest,
  ].join('\n');
};
