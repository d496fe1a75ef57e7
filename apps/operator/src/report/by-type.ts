import { minus, type Total, type TotalType } from '@carryover/domain/control-total';
import type { Reconciliation } from '../reconciling/reconciliation.ts';

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

/** Every type that is stored or expected, in the interface's order. */
export const linesByType = ({ byType, comparison }: Reconciliation): ReadonlyArray<TypeLine> =>
  byType.map(({ type, stored, expected, differing }) => ({
    type,
    stored,
    comparison: comparison === null ? null : { expected, difference: minus(stored, expected), differing },
  }));
