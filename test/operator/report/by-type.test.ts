import { linesByType } from '@carryover/operator/report/by-type';
import { describe, expect, it } from 'vitest';
import { aComparison, anEmptyReconciliation, aTotal } from './a-reconciliation.ts';

const byType = [{ type: 'CREDIT' as const, stored: aTotal(1, '1.5'), expected: aTotal(2, '5'), differing: 3 }];

describe('totals by type', () => {
  it('are what is stored if nothing was compared', () => {
    expect(linesByType(anEmptyReconciliation({ byType }))).toEqual([
      { type: 'CREDIT', stored: aTotal(1, '1.5'), comparison: null },
    ]);
  });

  it('say what was expected, the difference, and how many totals differ', () => {
    expect(linesByType(anEmptyReconciliation({ byType, comparison: aComparison() }))).toEqual([
      {
        type: 'CREDIT',
        stored: aTotal(1, '1.5'),
        comparison: { expected: aTotal(2, '5'), difference: aTotal(-1, '-3.5'), differing: 3 },
      },
    ]);
  });
});
