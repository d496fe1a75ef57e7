import { linesByType } from '@carryover/operator/report/by-type';
import { describe, expect, it } from 'vitest';
import { aComparison, aDifference, anEmptyReconciliation, aTotal } from './a-reconciliation.ts';

const byType = [
  { type: 'PAYMENT' as const, ...aTotal(5, '10') },
  { type: 'CREDIT' as const, ...aTotal(1, '1.5') },
];

describe('totals by type', () => {
  it('are in the order of the interface', () => {
    expect(linesByType(anEmptyReconciliation({ byType })).map(({ type }) => type)).toEqual(['CREDIT', 'PAYMENT']);
  });

  it('say what was expected and how many totals differ, also if the differences cancel out or nothing is stored', () => {
    const differences = [
      aDifference({ expected: aTotal(3, '7'), actual: aTotal(2, '6.75') }),
      aDifference({ expected: aTotal(2, '3'), actual: aTotal(3, '3.25') }),
      aDifference({ type: 'CHARGE', expected: aTotal(1, '4'), actual: aTotal(0, '0') }),
    ];
    const comparison = aComparison({ agreeing: 1, differences });
    expect(linesByType(anEmptyReconciliation({ byType, comparison }))).toEqual([
      {
        type: 'CHARGE',
        stored: aTotal(0, '0'),
        comparison: { expected: aTotal(1, '4'), difference: aTotal(-1, '-4'), differing: 1 },
      },
      {
        type: 'CREDIT',
        stored: aTotal(1, '1.5'),
        comparison: { expected: aTotal(1, '1.5'), difference: aTotal(0, '0'), differing: 0 },
      },
      {
        type: 'PAYMENT',
        stored: aTotal(5, '10'),
        comparison: { expected: aTotal(5, '10'), difference: aTotal(0, '0'), differing: 2 },
      },
    ]);
  });
});
