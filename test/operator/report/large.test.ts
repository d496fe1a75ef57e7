import { renderHtml, viewOf } from '@carryover/operations/report/view';
import { reportText } from '@carryover/report/text';
import { describe, expect, it } from 'vitest';
import {
  aComparison,
  aConflict,
  aDifference,
  aMovedTransaction,
  anEmptyReconciliation,
  everyExplanation,
} from './a-reconciliation.ts';

const many = <A>(length: number, make: (i: number) => A): ReadonlyArray<A> => Array.from({ length }, (_, i) => make(i));
const first = <A>(make: (i: number) => A) => ({ count: 1_000_000, first: many(1_000, make) });

const large = anEmptyReconciliation({
  moved: first((i) => aMovedTransaction({ transactionId: String(i) })),
  conflicts: first((i) => aConflict({ transactionId: String(i) })),
  vocabulary: many(100_000, (i) => ({ field: 'product_code' as const, value: `P-${i}`, count: i + 1 })),
  comparison: aComparison({
    differences: many(5_000, (i) =>
      aDifference({ externalAccountNumber: `EXTERNAL-${i}`, explanations: everyExplanation }),
    ),
  }),
});

describe('a large reconciliation', () => {
  it('is short at a terminal and on a page', () => {
    expect(reportText(viewOf(large), 100).split('\n').length).toBeLessThan(1_000);
    expect(renderHtml(large).length).toBeLessThan(5_000_000);
  });
});
