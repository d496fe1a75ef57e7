import type { Reconciliation } from '@carryover/application/reconciliation';
import type { Total, TotalDifference } from '@carryover/domain/control-total';
import { ZERO } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES, type TransactionType } from '@carryover/domain/transaction';

/** A type's landed total, in how many totals of the type there is a difference, and what the differences come to. */
export type TypeLine = Total & {
  readonly type: TransactionType;
  readonly differing: number;
  /** Actual less expected, over all differences: they may cancel out, so `differing` stands beside it. */
  readonly difference: Total;
};

const NOTHING = { count: 0, sum: ZERO, differing: 0, difference: { count: 0, sum: ZERO } };

const withDifference = (line: TypeLine, { expected, actual }: TotalDifference): TypeLine => ({
  ...line,
  differing: line.differing + 1,
  difference: {
    count: line.difference.count + actual.count - expected.count,
    sum: line.difference.sum.plus(actual.sum).minus(expected.sum),
  },
});

/** Every type that landed or differs, in the interface's order. */
export const linesByType = ({ byType, comparison }: Reconciliation): ReadonlyArray<TypeLine> => {
  const lines = new Map<TransactionType, TypeLine>(byType.map((total) => [total.type, { ...NOTHING, ...total }]));
  for (const difference of comparison?.differences ?? []) {
    const { type } = difference;
    lines.set(type, withDifference(lines.get(type) ?? { ...NOTHING, type }, difference));
  }
  return TRANSACTION_TYPES.flatMap((type) => lines.get(type) ?? []);
};
