import { csvLines } from '@carryover/operator/report/csv/csv';
import { renderHtml } from '@carryover/operator/report/html/html';
import { toJson } from '@carryover/operator/report/json/json';
import { jsonPieces } from '@carryover/operator/report/json/json-pieces';
import { renderText } from '@carryover/operator/report/text/text';
import { describe, expect, it } from 'vitest';
import {
  aComparison,
  aConflict,
  aControlTotal,
  aDifference,
  aMovedTransaction,
  anEmptyReconciliation,
  everyExplanation,
} from './a-reconciliation.ts';

const TOTALS = 100_000;
const FINDINGS = 100_000;

const many = <A>(length: number, make: (i: number) => A): ReadonlyArray<A> => Array.from({ length }, (_, i) => make(i));
const totals = many(TOTALS, (i) => aControlTotal({ externalAccountNumber: `EXTERNAL-${i}` }));

/** Every second total differs; the differences come in the other order. */
const large = anEmptyReconciliation({
  totals,
  moved: many(FINDINGS, (i) => aMovedTransaction({ transactionId: String(i) })),
  conflicts: many(FINDINGS, (i) => aConflict({ transactionId: String(i) })),
  vocabulary: many(FINDINGS, (i) => ({ field: 'product_code' as const, value: `P-${i}`, count: i + 1 })),
  comparison: aComparison({
    agreeing: TOTALS / 2,
    differences: totals
      .filter((_, i) => i % 2 === 0)
      .map((key) => aDifference({ ...key, explanations: everyExplanation }))
      .toReversed(),
  }),
});

const sizeOf = (pieces: Iterable<string>): { readonly pieces: number; readonly longest: number } => {
  const size = { pieces: 0, longest: 0 };
  for (const piece of pieces) {
    size.pieces += 1;
    size.longest = Math.max(size.longest, piece.length);
  }
  return size;
};

describe('a large reconciliation', () => {
  it('is short at a terminal and on a page', () => {
    expect(renderText(large, { width: 100 }).split('\n').length).toBeLessThan(1_000);
    expect(renderHtml(large).length).toBeLessThan(5_000_000);
  });

  it('is written line by line as CSV', () => {
    const size = sizeOf(csvLines(large));
    expect(size.pieces).toBe(TOTALS + 1);
    expect(size.longest).toBeLessThan(200);
  });

  it('is written item by item as JSON', () => {
    const size = sizeOf(jsonPieces(toJson(large)));
    expect(size.pieces).toBeGreaterThan(TOTALS + TOTALS / 2 + 3 * FINDINGS);
    expect(size.longest).toBeLessThan(2_000);
  });
});
