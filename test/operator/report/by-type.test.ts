import { linesByType } from '@carryover/operator/report/by-type';
import { describe, expect, it } from 'vitest';
import { aDifference, anEmptyReconciliation, aTotal } from './a-reconciliation.ts';

const byType = [
  { type: 'PAYMENT' as const, ...aTotal(5, '10') },
  { type: 'CREDIT' as const, ...aTotal(1, '1.5') },
];

describe('totals by type', () => {
  it('stand in the order of the interface', () => {
    expect(linesByType(anEmptyReconciliation({ byType })).map(({ type }) => type)).toEqual(['CREDIT', 'PAYMENT']);
  });

  it('say how many totals differ, also where the differences cancel out or nothing landed', () => {
    const differences = [
      aDifference({ expected: aTotal(3, '7'), actual: aTotal(2, '6.75') }),
      aDifference({ expected: aTotal(2, '3'), actual: aTotal(3, '3.25') }),
      aDifference({ type: 'CHARGE', expected: aTotal(1, '4'), actual: aTotal(0, '0') }),
    ];
    expect(
      linesByType(anEmptyReconciliation({ byType, comparison: { compared: 4, agreeing: 1, differences } })),
    ).toEqual([
      { type: 'CHARGE', ...aTotal(0, '0'), differing: 1, difference: aTotal(-1, '-4') },
      { type: 'CREDIT', ...aTotal(1, '1.5'), differing: 0, difference: aTotal(0, '0') },
      { type: 'PAYMENT', ...aTotal(5, '10'), differing: 2, difference: aTotal(0, '0') },
    ]);
  });
});
