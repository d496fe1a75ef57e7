import { compareTotals, verdictOf } from '@carryover/domain/proof/compare-totals';
import type { ControlTotal } from '@carryover/domain/proof/control-total';
import type { TransactionType } from '@carryover/domain/transaction';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../support/a-transaction.ts';

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
      .map((one) => `${one.externalAccountNumber} ${one.ledgerNumber} ${one.type} ${one.count} ${one.sum.toFixed(2)}`)
      .toSorted();

  it('agree in both directions exactly when all are the same', () => {
    fc.assert(
      fc.property(totalsArb, totalsArb, (a, b) => {
        const some = a.filter(({ count, sum }) => count > 0 || !sum.isZero());
        const other = b.filter(({ count, sum }) => count > 0 || !sum.isZero());
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
