import { agrees, type ControlTotal, compareKeys, keyOf, TOTAL_TYPES } from '@carryover/domain/control-total';
import { ZERO } from '@carryover/domain/decimal';
import {
  causesOf,
  compareTotals,
  differenceOf,
  joinTotals,
  type TotalDifference,
  verdictOf,
} from '@carryover/domain/total-comparison';
import type { TransactionType } from '@carryover/domain/transaction';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../support/a-transaction.ts';

const at = (externalAccountNumber: string, ledgerNumber = 'L-1', type: TransactionType = 'CHARGE') => ({
  externalAccountNumber,
  ledgerNumber,
  type,
});
const total = (count: number, sum: string) => ({ count, sum: decimal(sum) });
const nothing = total(0, '0');

describe('totals that were expected are compared with what is stored (decisions 13)', () => {
  it.each<[string, ReadonlyArray<ControlTotal>, ReadonlyArray<ControlTotal>]>([
    ['nothing', [], []],
    ['the same', [{ ...at('A'), ...total(2, '142.00') }], [{ ...at('A'), ...total(2, '142') }]],
    ['nothing expected, nothing there', [{ ...at('A'), ...nothing }], []],
    ['what was not asked for', [], [{ ...at('A'), ...total(1, '1') }]],
  ])('%s agrees', (_, expected, stored) => {
    expect(compareTotals(expected, stored).disagreeing).toEqual([]);
  });

  it.each([
    ['another count', total(2, '71'), total(1, '71')],
    ['another sum', total(1, '71'), total(1, '70.99')],
  ])('%s does not', (_, expected, actual) => {
    expect(compareTotals([{ ...at('A'), ...expected }], [{ ...at('A'), ...actual }]).disagreeing).toEqual([
      { ...at('A'), expected, actual },
    ]);
  });

  it.each([at('a'), at('A', 'L-2'), at('A', 'L-1', 'CREDIT'), at('A ')])(
    'nor does a total of %j: it counts zero',
    (place) => {
      const [expected, stored] = [
        { ...at('A'), ...total(1, '71') },
        { ...place, ...total(1, '71') },
      ];
      expect(compareTotals([expected], [stored]).disagreeing).toEqual([
        { ...at('A'), expected: total(1, '71'), actual: nothing },
      ]);
      expect(compareTotals([expected], [stored]).unexpected).toEqual([
        { ...place, expected: nothing, actual: total(1, '71') },
      ]);
    },
  );

  it('the differences stand in the order expected', () => {
    const expected = ['C', 'A', 'B'].map((account) => ({ ...at(account), ...total(1, '1') }));
    const stored = [{ ...at('A'), ...total(1, '1') }];
    expect(compareTotals(expected, stored).disagreeing.map((one) => one.externalAccountNumber)).toEqual(['C', 'B']);
  });
});

describe('a total of statements is compared by count, and by sum if the control totals have it', () => {
  const statements = (count: number, sum: string | null): ControlTotal => ({
    ...{ externalAccountNumber: 'A', ledgerNumber: '', type: 'STATEMENT' },
    ...{ count, sum: sum === null ? null : decimal(sum) },
  });
  const figures = (count: number, sum: string | null) => ({ count, sum: sum === null ? null : decimal(sum) });
  const compared = (expected: ReadonlyArray<ControlTotal>, stored: ReadonlyArray<ControlTotal>) => {
    const { disagreeing, unexpected } = compareTotals(expected, stored);
    return [...disagreeing, ...unexpected].map(({ expected: wanted, actual }) => [wanted, actual]);
  };

  it.each<[string, string | null, string | null, boolean]>([
    ['the same sum', '112.12', '112.12', true],
    ['another sum', '112.12', '112.11', false],
    ['another sign', '112.12', '-112.12', false],
    ['zero, which is a sum', '0', '112.12', false],
    ['no sum is expected', null, '112.12', true],
  ])('%s', (_, expected, actual, isSame) => {
    expect(compared([statements(2, expected)], [statements(2, actual)])).toEqual(
      isSame ? [] : [[figures(2, expected), figures(2, actual)]],
    );
  });

  it('both figures of a difference have a sum, or neither', () => {
    expect(compared([statements(2, null)], [statements(1, '56.06')])).toEqual([[figures(2, null), figures(1, null)]]);
    expect(compared([statements(2, null)], [])).toEqual([[figures(2, null), figures(0, null)]]);
    expect(compared([statements(2, '112.12')], [])).toEqual([[figures(2, '112.12'), figures(0, '0')]]);
    expect(compared([], [statements(1, '56.06')])).toEqual([[figures(0, '0'), figures(1, '56.06')]]);
    expect(compared([], [statements(1, null)])).toEqual([[figures(0, null), figures(1, null)]]);
  });

  it('another sum of as many is of the cause amount', () => {
    const { disagreeing } = compareTotals([statements(2, '112.12')], [statements(2, '112.11')]);
    expect([causesOf(disagreeing), disagreeing.map(differenceOf)]).toEqual([['amount'], [figures(0, '-0.01')]]);
  });
});

describe('what is stored without being expected', () => {
  it('is told from what was expected, whether it agrees or not', () => {
    const stored = ['A', 'B', 'C'].map((account) => ({ ...at(account), ...total(1, '1') }));
    expect(
      compareTotals([{ ...at('B'), ...total(9, '9') }], stored).unexpected.map((one) => one.externalAccountNumber),
    ).toEqual(['A', 'C']);
    expect(compareTotals(stored, stored).unexpected).toEqual([]);
  });
});

describe('any totals, each of another place', () => {
  const totalArb: fc.Arbitrary<ControlTotal> = fc
    .record({
      account: fc.constantFrom('A', 'B'),
      ledger: fc.constantFrom('L-1', 'L-2'),
      type: fc.constantFrom<TransactionType>('CHARGE', 'CREDIT'),
      count: fc.nat(2),
      sum: fc.constantFrom('0', '1', '1.00', '2'),
    })
    .map(({ account, ledger, type, count, sum }) => ({ ...at(account, ledger, type), ...total(count, sum) }));
  const totalsArb = fc.uniqueArray(totalArb, {
    selector: ({ externalAccountNumber, ledgerNumber, type }) => `${externalAccountNumber} ${ledgerNumber} ${type}`,
  });
  const plain = (totals: ReadonlyArray<ControlTotal>): ReadonlyArray<string> =>
    totals
      .map((one) => `${one.externalAccountNumber} ${one.ledgerNumber} ${one.type} ${one.count} ${one.sum?.toFixed(2)}`)
      .toSorted();

  it('agree in both directions exactly when all are the same', () => {
    fc.assert(
      fc.property(totalsArb, totalsArb, (a, b) => {
        const some = a.filter(({ count, sum }) => count > 0 || sum?.equals(ZERO) !== true);
        const other = b.filter(({ count, sum }) => count > 0 || sum?.equals(ZERO) !== true);
        const differences = Object.values(compareTotals(some, other)).flat();
        expect(differences.length === 0).toBe(plain(some).join() === plain(other).join());
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  [0, 0, 'agree'],
  [0, 1, 'differ'],
  [1, 0, 'incomplete'],
  [1, 1, 'incomplete'],
])('with %d unread and %d differing control totals the verdict is: %3$s', (unread, differing, verdict) => {
  expect(verdictOf({ unread, differing })).toBe(verdict);
});

const anyTotal: fc.Arbitrary<ControlTotal> = fc
  .record({
    externalAccountNumber: fc.constantFrom('A', 'B', 'a', '\uff5e', '\u{1f600}', 'A '),
    ledgerNumber: fc.constantFrom('', 'L-1', 'L-2'),
    type: fc.constantFrom(...TOTAL_TYPES),
    count: fc.integer({ min: 1, max: 2 }),
    sum: fc.constantFrom('0', '1', '2'),
  })
  .map(({ sum, ...total }) => ({ ...total, sum: decimal(sum) }));
const anyTotals = fc.uniqueArray(anyTotal, { selector: keyOf, maxLength: 30 });

const joined = (expected: ReadonlyArray<ControlTotal>, stored: ReadonlyArray<ControlTotal>) => {
  const lines = expected.map((total, at) => ({ ...total, line: at + 2 })).toSorted(compareKeys);
  const join = joinTotals(lines.values());
  return [...stored.toSorted(compareKeys).flatMap((total) => [...join.next(total)]), ...join.rest()];
};

describe('expected and stored totals that are joined in their order', () => {
  it('differ exactly where a comparison in memory finds it, and are in order', () => {
    fc.assert(
      fc.property(anyTotals, anyTotals, (expected, stored) => {
        const all = joined(expected, stored);
        expect(all).toEqual(all.toSorted(compareKeys));
        const differing = all.filter((one) => !agrees(one.expected, one.actual)).map(({ line: _, ...one }) => one);
        const { disagreeing, unexpected } = compareTotals(expected, stored);
        expect(differing).toEqual([...disagreeing, ...unexpected].toSorted(compareKeys));
      }),
      { numRuns: 300 },
    );
  });

  it('keep the line of the control total', () => {
    const total = (externalAccountNumber: string): ControlTotal => ({
      externalAccountNumber,
      ledgerNumber: 'L',
      type: 'CHARGE',
      count: 1,
      sum: decimal('1'),
    });
    expect(joined([total('B'), total('A')], [total('A'), total('C')]).map(({ line }) => line)).toEqual([3, 2, null]);
  });
});

type Side = readonly [count: number, sum: string];
const difference = (
  [expectedCount, expectedSum]: Side,
  [count, sum]: Side,
  key: Partial<TotalDifference> = {},
): TotalDifference => ({
  externalAccountNumber: 'A',
  ledgerNumber: 'L-1',
  type: 'PAYMENT',
  expected: { count: expectedCount, sum: decimal(expectedSum) },
  actual: { count, sum: decimal(sum) },
  ...key,
});

describe('the cause of a difference', () => {
  it.each<[string, Side, Side]>([
    ['lost', [2, '8.00'], [1, '5.00']],
    ['lost', [2, '8.00'], [0, '0']],
    ['doubled', [1, '7.00'], [2, '14.00']],
    ['amount', [1, '9.98'], [1, '9.99']],
    ['unexpected', [0, '0'], [2, '10.05']],
  ])('is %s if %j is expected and %j is stored', (cause, expected, stored) => {
    expect(causesOf([difference(expected, stored)])).toEqual([cause]);
  });

  it('is moved for a deficit and an equal surplus under another ledger or type', () => {
    expect(
      causesOf([
        difference([2, '8.00'], [1, '5.00']),
        difference([0, '0'], [1, '3.00'], { ledgerNumber: 'L-2' }),
        difference([1, '4.00'], [0, '0'], { type: 'CREDIT' }),
        difference([1, '1.00'], [2, '5.00'], { type: 'CHARGE' }),
      ]),
    ).toEqual(['moved', 'moved', 'moved', 'moved']);
  });

  it.each([
    ['the sums differ', difference([0, '0'], [1, '3.01'], { ledgerNumber: 'L-2' })],
    ['the counts differ', difference([0, '0'], [2, '3.00'], { ledgerNumber: 'L-2' })],
  ])('is not moved if %s', (_, other) => {
    expect(causesOf([difference([2, '8.00'], [1, '5.00']), other])).toEqual(['lost', 'unexpected']);
  });

  it('is moved for one of two deficits if there is one surplus', () => {
    const lost = difference([1, '3.00'], [0, '0']);
    const surplus = difference([0, '0'], [1, '3.00'], { ledgerNumber: 'L-3' });
    expect(causesOf([lost, { ...lost, ledgerNumber: 'L-2' }, surplus])).toEqual(['moved', 'lost', 'moved']);
  });

  it('is not moved between notes and transactions', () => {
    expect(
      causesOf([
        difference([1, '0'], [0, '0'], { type: 'NOTE', ledgerNumber: '' }),
        difference([0, '0'], [1, '0'], { type: 'CHARGE' }),
      ]),
    ).toEqual(['lost', 'unexpected']);
  });
});
