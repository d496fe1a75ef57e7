import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import type { Total, TotalType } from '@carryover/domain/proof/control-total';

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

const minus = (a: Total, b: Total): Total => ({ count: a.count - b.count, sum: a.sum.minus(b.sum) });

/** Every type that is stored or expected, in the interface's order. */
export const linesByType = ({ byType, comparison }: Reconciliation): ReadonlyArray<TypeLine> =>
  byType.map(({ type, stored, expected, differing }) => ({
    type,
    stored,
    comparison: comparison === null ? null : { expected, difference: minus(stored, expected), differing },
  }));
