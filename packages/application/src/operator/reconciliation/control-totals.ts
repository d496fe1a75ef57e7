import { COUNTED_TYPES, type CountedType, type TotalType } from '@carryover/domain/control-total';
import type { ExpectedTotal } from '@carryover/domain/total-comparison';

/** The client's control totals, of any number. */
export type ControlTotals = {
  /** In the order of `compareKeys` and without duplicates. */
  readonly sorted: () => Iterator<ExpectedTotal>;
  /** The number of totals that {@link sorted} reads. */
  readonly count: number;
  /** The types that have at least one. */
  readonly types: ReadonlySet<TotalType>;
  /** The number of rows that could not be read. */
  readonly unread: number;
};

/** Returns the types that are compared in addition to transactions: those with at least one control total. */
export const countedTypesOf = (expected: ControlTotals | null): ReadonlyArray<CountedType> =>
  COUNTED_TYPES.filter((type) => expected?.types.has(type) === true);
