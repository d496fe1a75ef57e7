import { containsDay, nearestDay, type StatementPeriod } from '@carryover/domain/calendar-date';
import { transactionDifferences } from '@carryover/domain/differences';
import type { Transaction } from '@carryover/domain/transaction';
import {
  decideTransaction,
  type ImportRules,
  importTransactions,
  movedTransactionsNote,
  type PreviouslyAdded,
  type TransactionOutcome,
} from '@carryover/domain/transaction-import';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aLineItem, aPayment, aSupplyCharge, day, decimal, oneOfEachType } from '../support/a-transaction.ts';
import { periodArb, transactionArb } from './arbitraries.ts';

const june: StatementPeriod = { from: day('2026-06-01'), to: day('2026-06-30') };
const rules = (fields: Partial<ImportRules> = {}): ImportRules => ({
  ledgerNumber: 'L-1',
  openPeriod: june,
  forceAddToCurrentStatement: true,
  supplyChargeArithmetic: 'report',
  ...fields,
});
const NONE: PreviouslyAdded = new Map();
/** Added to the account's main ledger. */
const added = (id: string, transaction: Transaction): PreviouslyAdded =>
  new Map([[id, { transaction, ledgerNumber: 'L-1' }]]);
const on = (date: string, fields: { readonly transactionId?: string; readonly note?: string } = {}) =>
  aPayment({ date: day(date), ...fields });

describe('a date outside the open statement period is moved into it (§4.2, decisions 5)', () => {
  it.each([
    ['2026-05-31', '2026-06-01'],
    ['2026-07-01', '2026-06-30'],
    ['2199-12-31', '2026-06-30'],
  ])('%s becomes %s; the original date and note are kept, the move is explained in the note', (date, nearest) => {
    const submitted = on(date, { note: 'From the old system.' });
    const decided = decideTransaction(rules(), NONE)(submitted);
    const note = expect.stringMatching(new RegExp(`^From the old system\\.\\n(?:.|\\n)*${date}(?:.|\\n)*${nearest}`));
    expect(decided).toEqual(
      E.right({
        kind: 'added',
        transaction: { ...submitted, date: nearest, note },
        movedFrom: { date, note: 'From the old system.' },
        mismatches: [],
        billingDocument: null,
      }),
    );
  });

  it('explains the move on a transaction without a note, too', () => {
    expect(decideTransaction(rules(), NONE)(on('2026-05-31'))).toMatchObject(
      E.right({
        transaction: { note: expect.stringMatching(/^\S.*2026-05-31.*2026-06-01/) },
        movedFrom: { note: null },
      }),
    );
  });

  it.each(['2026-05-31', '2026-07-01'])('%s is refused where it is not to be moved', (date) => {
    expect(decideTransaction(rules({ forceAddToCurrentStatement: false }), NONE)(on(date))).toEqual(
      E.left([{ kind: 'transaction_not_in_open_statement_period', transaction: on(date), period: june }]),
    );
  });

  it.each([true, false])('without an open period nothing can be added, moved (%s) or not', (isMoved) => {
    const closed = rules({ openPeriod: null, forceAddToCurrentStatement: isMoved });
    expect(decideTransaction(closed, NONE)(on('2026-06-15'))).toEqual(E.left([{ kind: 'no_open_statement_period' }]));
  });
});

describe('a transaction that was added before is skipped (§3, decisions 5)', () => {
  const recorded = on('2026-05-31', { note: 'a' });
  const previously = added('1', recorded);

  it('with the conflict, where it differs from what was submitted then', () => {
    const submitted = { ...recorded, amount: decimal('72') };
    expect(decideTransaction(rules(), previously)(submitted)).toEqual(
      E.right({ kind: 'already_exists', conflict: [{ field: 'amount', recorded: '71.00', submitted: '72.00' }] }),
    );
  });

  it('with ledger_number among what differs if it is on another ledger', () => {
    const elsewhere = new Map([['1', { transaction: recorded, ledgerNumber: 'L-0' }]]);
    const ledgers = { field: 'ledger_number', recorded: 'L-0', submitted: 'L-1' };
    expect(decideTransaction(rules(), elsewhere)(recorded)).toEqual(
      E.right({ kind: 'already_exists', conflict: [ledgers] }),
    );
    expect(decideTransaction(rules(), elsewhere)({ ...recorded, amount: decimal('72') })).toMatchObject(
      E.right({ conflict: [ledgers, { field: 'amount' }] }),
    );
  });

  it('only by its own id, byte for byte', () => {
    const decide = decideTransaction(rules(), added('a', recorded));
    for (const transactionId of ['A', 'a ', 'b'])
      expect(decide({ ...recorded, transactionId })).toMatchObject(E.right({ kind: 'added' }));
  });
});

describe('supply-charge arithmetic (decisions 5)', () => {
  const wrong = aSupplyCharge({
    date: day('2026-06-15'),
    amount: decimal('70'),
    lineItems: [aLineItem({ netAmount: decimal('71.02') })],
  });
  const kinds = [
    'incorrect_line_item_net_amount',
    'ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount',
  ];
  const kindsOf = (list: ReadonlyArray<{ readonly kind: string }>) => list.map(({ kind }) => kind).toSorted();

  it('is reported with what is added', () => {
    const decided = decideTransaction(rules(), NONE)(wrong);
    if (E.isLeft(decided) || decided.right.kind !== 'added') return expect.fail('not added');
    expect([decided.right.transaction, kindsOf(decided.right.mismatches)]).toEqual([wrong, kinds]);
  });

  it('or refuses, where it is enforced', () => {
    const decided = decideTransaction(rules({ supplyChargeArithmetic: 'enforce' }), NONE)(wrong);
    if (E.isRight(decided)) return expect.fail('not refused');
    expect(kindsOf(decided.left)).toEqual(kinds);
  });

  it('is named beside a date that is refused', () => {
    const both = rules({ supplyChargeArithmetic: 'enforce', forceAddToCurrentStatement: false });
    const decided = decideTransaction(both, NONE)({ ...wrong, date: day('2026-05-31') });
    if (E.isRight(decided)) return expect.fail('not refused');
    expect(kindsOf(decided.left)).toEqual([...kinds, 'transaction_not_in_open_statement_period']);
  });

  it('asks nothing of other types, nor of what was added before', () => {
    const enforced = rules({ supplyChargeArithmetic: 'enforce' });
    for (const transaction of oneOfEachType().slice(0, 4))
      expect(decideTransaction(enforced, NONE)(transaction)).toMatchObject(E.right({ mismatches: [] }));
    expect(decideTransaction(enforced, added('1', wrong))(wrong)).toMatchObject(E.right({ conflict: [] }));
  });
});

describe('the transactions of a request, all or none (§4.2)', () => {
  it('may be none, even without an open period (decisions 3)', () => {
    expect(importTransactions(rules({ openPeriod: null }), NONE)([])).toEqual(E.right([]));
  });
});

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
