import { DIFFERENCE_CAUSES, type DifferenceCause, type JoinedTotal } from '@carryover/domain/total-comparison';

/** So many differences of each cause are named and explained; all others are only in the complete list of totals. */
const NAMED = 1_000;

export type NamedDifference = JoinedTotal & { readonly cause: DifferenceCause };

/** Those without a control total come last, in the order of their keys: sorting is stable. */
const byLine = (a: NamedDifference, b: NamedDifference): number =>
  (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER);

/** Keeps the first differences of each cause, in the order of the control file, of any number. */
export const makeFirstDifferences = () => {
  const kept: Record<DifferenceCause, NamedDifference[]> = {
    lost: [],
    doubled: [],
    amount: [],
    moved: [],
    unexpected: [],
  };
  const cut = (cause: DifferenceCause): ReadonlyArray<NamedDifference> => {
    kept[cause] = kept[cause].sort(byLine).slice(0, NAMED);
    return kept[cause];
  };
  return {
    add: (difference: NamedDifference): void => {
      kept[difference.cause].push(difference);
      if (kept[difference.cause].length >= 2 * NAMED) cut(difference.cause);
    },
    first: (): ReadonlyArray<NamedDifference> => DIFFERENCE_CAUSES.flatMap(cut).sort(byLine),
  };
};
