import { compareTotals } from '@carryover/domain/proof/compare-totals';
import { agrees, type ControlTotal, keyOf, TOTAL_TYPES } from '@carryover/domain/proof/control-total';
import { joinTotals } from '@carryover/domain/proof/join-totals';
import { compareKeys, compareTexts } from '@carryover/domain/proof/total-order';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../support/a-transaction.ts';

const totalArb: fc.Arbitrary<ControlTotal> = fc
  .record({
    externalAccountNumber: fc.constantFrom('A', 'B', 'a', '\uff5e', '\u{1f600}', 'A '),
    ledgerNumber: fc.constantFrom('', 'L-1', 'L-2'),
    type: fc.constantFrom(...TOTAL_TYPES),
    count: fc.integer({ min: 1, max: 2 }),
    sum: fc.constantFrom('0', '1', '2'),
  })
  .map(({ sum, ...total }) => ({ ...total, sum: decimal(sum) }));
const totalsArb = fc.uniqueArray(totalArb, { selector: keyOf, maxLength: 30 });

const joined = (expected: ReadonlyArray<ControlTotal>, stored: ReadonlyArray<ControlTotal>) => {
  const lines = expected.map((total, at) => ({ ...total, line: at + 2 })).toSorted(compareKeys);
  const join = joinTotals(lines.values());
  return [...stored.toSorted(compareKeys).flatMap(join.next), ...join.rest()];
};

describe('expected and stored totals that are joined in their order', () => {
  it('differ exactly where a comparison in memory finds it, and are in order', () => {
    fc.assert(
      fc.property(totalsArb, totalsArb, (expected, stored) => {
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

it('texts are in the order of their UTF-8 bytes, as in the collation "C"', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 1_000 },
  );
});
