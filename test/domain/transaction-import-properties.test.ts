import { containsDay, nearestDay } from '@carryover/domain/calendar-date';
import { transactionDifferences } from '@carryover/domain/differences';
import type { Transaction } from '@carryover/domain/transaction';
import {
  decideTransaction,
  type ImportRules,
  importTransactions,
  movedTransactionsNote,
  type TransactionOutcome,
} from '@carryover/domain/transaction-import';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aPayment, day } from '../support/a-transaction.ts';
import { periodArb, transactionArb } from './arbitraries.ts';

const rulesArb: fc.Arbitrary<ImportRules> = fc.record({
  ledgerNumber: fc.constant('L-1'),
  openPeriod: fc.oneof({ weight: 9, arbitrary: periodArb }, { weight: 1, arbitrary: fc.constant(null) }),
  forceAddToCurrentStatement: fc.boolean(),
  supplyChargeArithmetic: fc.constantFrom('report', 'enforce'),
});
const onLedger = (transactions: ReadonlyArray<Transaction>) =>
  new Map(transactions.map((transaction) => [transaction.transactionId, { transaction, ledgerNumber: 'L-1' }]));
const transactionsArb = fc.array(transactionArb, { maxLength: 8 });
const previouslyArb = fc.array(transactionArb, { maxLength: 3 }).map(onLedger);

describe('any request of transactions', () => {
  it('has the outcome of each alone, or every refusal', () => {
    fc.assert(
      fc.property(rulesArb, previouslyArb, transactionsArb, (rules, previously, transactions) => {
        const decided = transactions.map(decideTransaction(rules, previously));
        const outcomes = decided.flatMap((one) => (E.isRight(one) ? [one.right] : []));
        const refused = decided.flatMap((one, index) => (E.isLeft(one) ? [{ index, refusals: one.left }] : []));
        expect(importTransactions(rules, previously)(transactions)).toEqual(
          refused.length === 0 ? E.right(outcomes) : E.left({ refused, outcomes }),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('moves only from outside to the nearest day inside, and keeps the original date and note', () => {
    fc.assert(
      fc.property(rulesArb, previouslyArb, transactionsArb, (rules, previously, transactions) => {
        const outcomes = importTransactions(rules, previously)(transactions);
        if (E.isLeft(outcomes)) return;
        const period = rules.openPeriod!;
        for (const [at, outcome] of outcomes.right.entries()) {
          const submitted = transactions[at]!;
          if (outcome.kind === 'already_exists') continue;
          const { transaction, movedFrom } = outcome;
          expect(containsDay(period, transaction.date)).toBe(true);
          if (containsDay(period, submitted.date)) {
            expect([transaction, movedFrom]).toEqual([submitted, null]);
          } else {
            expect(rules.forceAddToCurrentStatement).toBe(true);
            expect(movedFrom).toEqual({ date: submitted.date, note: submitted.note });
            expect(transaction).toEqual({
              ...submitted,
              date: nearestDay(period, submitted.date),
              note: transaction.note,
            });
            expect(transaction.note!.startsWith(submitted.note ?? '')).toBe(true);
            expect(transaction.note!.length).toBeGreaterThan((submitted.note ?? '').length);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('exists already, without conflict, when it is sent again (decisions 12)', () => {
    fc.assert(
      fc.property(rulesArb, transactionsArb, (rules, transactions) => {
        const previously = onLedger(transactions);
        const distinct = [...previously.values()].map(({ transaction }) => transaction);
        expect(importTransactions({ ...rules, openPeriod: null }, previously)(distinct)).toEqual(
          E.right(distinct.map(() => ({ kind: 'already_exists', conflict: [] }))),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('names what differs from the first time', () => {
    fc.assert(
      fc.property(rulesArb, transactionArb, transactionArb, (rules, recorded, other) => {
        const submitted = { ...other, transactionId: recorded.transactionId };
        const posted = (transaction: Transaction) => ({ transaction, ledgerNumber: rules.ledgerNumber });
        expect(decideTransaction(rules, onLedger([recorded]))(submitted)).toEqual(
          E.right({ kind: 'already_exists', conflict: transactionDifferences(posted(recorded), posted(submitted)) }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('fails at nothing where dates are moved and arithmetic is reported', () => {
    fc.assert(
      fc.property(rulesArb, transactionsArb, periodArb, (rules, transactions, openPeriod) => {
        const lenient = {
          ...rules,
          openPeriod,
          forceAddToCurrentStatement: true,
          supplyChargeArithmetic: 'report' as const,
        };
        expect(E.isRight(importTransactions(lenient, new Map())(transactions))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the note that is pinned for moved transactions (§4.2): the first 20 by name, then a count (decisions 5)', () => {
  const payment = (count: number) => aPayment({ transactionId: `id-${count}-`, date: day('2026-06-01') });
  const stayed: TransactionOutcome = {
    kind: 'added',
    transaction: payment(0),
    movedFrom: null,
    mismatches: [],
    billingDocument: null,
  };
  const existed: TransactionOutcome = { kind: 'already_exists', conflict: [] };
  const moved = (count: number): TransactionOutcome => ({
    kind: 'added',
    transaction: payment(count),
    movedFrom: { date: day('2026-05-31'), note: null },
    mismatches: [],
    billingDocument: null,
  });
  const noteOf = (count: number): string => {
    const all = Array.from({ length: count }, (_, i) => [moved(i + 1), stayed, existed]).flat();
    return movedTransactionsNote('IMPORT', all) ?? 'no note';
  };
  const namesIn = (note: string): number => note.match(/Payment id-\d+-/g)?.length ?? 0;

  it.each([
    ['nothing', []],
    ['what stayed', [stayed]],
    ['what existed', [existed]],
  ])('is not written for %s', (_, outcomes) => {
    expect(movedTransactionsNote('IMPORT', outcomes)).toBeNull();
  });

  it('names a transaction with both dates, and the import', () => {
    expect(noteOf(1)).toMatch(/IMPORT(?:.|\n)*Payment id-1- from 2026-05-31 to 2026-06-01$/);
  });

  it.each([
    [1, 1, 'Payment id-1- .*'],
    [19, 19, 'Payment id-19- .*'],
    [20, 20, 'Payment id-20- .*'],
    [21, 20, '.*\\b1 more'],
    [10_000, 20, '.*\\b9980 more'],
  ])('of %i names %i, and its last line is %s', (count, names, last) => {
    const note = noteOf(count);
    expect(namesIn(note)).toBe(names);
    expect(note.split('\n').at(-1)).toMatch(new RegExp(`^${last}$`));
  });

  it('is another for each import, so that none is taken for one that exists', () => {
    expect(movedTransactionsNote('A', [moved(1)])).not.toBe(movedTransactionsNote('B', [moved(1)]));
  });
});
