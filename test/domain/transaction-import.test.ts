import type { StatementPeriod } from '@carryover/domain/calendar-date';
import type { Transaction } from '@carryover/domain/transaction';
import {
  decideTransaction,
  type ImportRules,
  importTransactions,
  type PreviouslyAdded,
} from '@carryover/domain/transaction-import';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aLineItem, aPayment, aSupplyCharge, day, decimal, oneOfEachType } from '../support/a-transaction.ts';

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

  it('moves every type, and changes nothing but date and note', () => {
    for (const submitted of oneOfEachType({ date: day('2026-07-01'), displayNote: 'Hello.' })) {
      const decided = decideTransaction(rules(), NONE)(submitted);
      const transaction = { ...submitted, date: '2026-06-30', note: expect.any(String) };
      expect(decided).toMatchObject(E.right({ kind: 'added', transaction }));
    }
  });

  it('moves nothing past the start of a period that has no end', () => {
    const open = decideTransaction(rules({ openPeriod: { ...june, to: null } }), NONE);
    expect(open(on('2199-12-31'))).toMatchObject(E.right({ movedFrom: null }));
    expect(open(on('2026-05-31'))).toMatchObject(E.right({ transaction: { date: '2026-06-01' } }));
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

  it.each<[string, Partial<ImportRules>]>([
    ['moved or not', {}],
    ['outside the period', { forceAddToCurrentStatement: false }],
    ['without an open period', { openPeriod: null }],
  ])('%s', (_, fields) => {
    expect(decideTransaction(rules(fields), previously)(recorded)).toEqual(
      E.right({ kind: 'already_exists', conflict: [] }),
    );
  });

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

  it('refuses for a single figure, too', () => {
    const decided = decideTransaction(
      rules({ supplyChargeArithmetic: 'enforce' }),
      NONE,
    )({ ...wrong, lineItems: [aLineItem()] });
    if (E.isRight(decided)) return expect.fail('not refused');
    expect(kindsOf(decided.left)).toEqual(kinds.slice(1));
  });

  it('is named beside a date that is refused', () => {
    const both = rules({ supplyChargeArithmetic: 'enforce', forceAddToCurrentStatement: false });
    const decided = decideTransaction(both, NONE)({ ...wrong, date: day('2026-05-31') });
    if (E.isRight(decided)) return expect.fail('not refused');
    expect(kindsOf(decided.left)).toEqual([...kinds, 'transaction_not_in_open_statement_period']);
  });

  it.each(['report', 'enforce'] as const)('finds nothing where the figures agree: %s', (supplyChargeArithmetic) => {
    const right = aSupplyCharge({ date: day('2026-06-15') });
    expect(decideTransaction(rules({ supplyChargeArithmetic }), NONE)(right)).toMatchObject(
      E.right({ mismatches: [] }),
    );
  });

  it('asks nothing of other types, nor of what was added before', () => {
    const enforced = rules({ supplyChargeArithmetic: 'enforce' });
    for (const transaction of oneOfEachType().slice(0, 4))
      expect(decideTransaction(enforced, NONE)(transaction)).toMatchObject(E.right({ mismatches: [] }));
    expect(decideTransaction(enforced, added('1', wrong))(wrong)).toMatchObject(E.right({ conflict: [] }));
  });
});

describe('the transactions of a request, all or none (§4.2)', () => {
  it('have one outcome each, in order', () => {
    const transactions = ['2026-06-15', '2026-05-31', '2026-06-16'].map((date, i) =>
      on(date, { transactionId: `${i}` }),
    );
    const outcomes = importTransactions(rules(), added('2', transactions[2]!))(transactions);
    expect(outcomes).toMatchObject(
      E.right([
        { kind: 'added', transaction: transactions[0], movedFrom: null },
        { kind: 'added', transaction: { date: '2026-06-01' }, movedFrom: { date: '2026-05-31' } },
        { kind: 'already_exists' },
      ]),
    );
  });

  it('are refused together: each that fails is named, beside what would become of the others', () => {
    const transactions = ['2026-06-15', '2026-05-31', '2026-05-30'].map((date, i) =>
      on(date, { transactionId: `${i}` }),
    );
    const outside = (index: number) => ({
      index,
      refusals: [{ kind: 'transaction_not_in_open_statement_period', transaction: transactions[index], period: june }],
    });
    expect(importTransactions(rules({ forceAddToCurrentStatement: false }), NONE)(transactions)).toMatchObject(
      E.left({ refused: [outside(1), outside(2)], outcomes: [{ kind: 'added', transaction: transactions[0] }] }),
    );
  });

  it('may be none, even without an open period (decisions 3)', () => {
    expect(importTransactions(rules({ openPeriod: null }), NONE)([])).toEqual(E.right([]));
  });
});
