import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import { TOTAL_TYPES, type Total, type TotalDifference, type TotalType } from '@carryover/domain/control-total';
import { ZERO } from '@carryover/domain/decimal';

/** Expected and stored figures of a type over all accounts and ledgers, and the number of totals that differ. */
export type TypeLine = {
  readonly type: TotalType;
  readonly stored: Total;
  readonly comparison: {
    readonly expected: Total;
    /** Stored minus expected. Differences may cancel out, therefore there is also `differing`. */
    readonly difference: Total;
    readonly differing: number;
  } | null;
};

const NOTHING: Total = { count: 0, sum: ZERO };

const plus = (a: Total, b: Total): Total => ({ count: a.count + b.count, sum: a.sum.plus(b.sum) });
const minus = (a: Total, b: Total): Total => ({ count: a.count - b.count, sum: a.sum.minus(b.sum) });

const compared = (stored: Total, differences: ReadonlyArray<TotalDifference>): TypeLine['comparison'] => {
  const difference = differences.reduce((sum, { expected, actual }) => plus(sum, minus(actual, expected)), NOTHING);
  return { expected: minus(stored, difference), difference, differing: differences.length };
};

/** Every type that is stored or expected, in the interface's order. */
export const linesByType = ({ byType, comparison }: Reconciliation): ReadonlyArray<TypeLine> => {
  const storedBy = new Map(byType.map(({ type, count, sum }) => [type, { count, sum }]));
  const differencesBy = Map.groupBy(comparison?.differences ?? [], ({ type }) => type);
  return TOTAL_TYPES.filter((type) => storedBy.has(type) || differencesBy.has(type)).map((type) => {
    const stored = storedBy.get(type) ?? NOTHING;
    return { type, stored, comparison: comparison === null ? null : compared(stored, differencesBy.get(type) ?? []) };
  });
};
