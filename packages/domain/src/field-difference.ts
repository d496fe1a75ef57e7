/** A field in which something sent again differs from what was sent first; values as text, null if left out. */
export type FieldDifference = {
  readonly field: string;
  readonly recorded: string | null;
  readonly submitted: string | null;
};

/** A field by its name in the interface, with the text of its value: equal if, and only if, the values are equal. */
export type ComparedField<A> = readonly [field: string, show: (of: A) => string | null];

const NONE: ReadonlyArray<FieldDifference> = [];

/** Compares field by field; empty if all are equal. */
export const compareFields =
  <A>(fields: ReadonlyArray<ComparedField<A>>) =>
  (recorded: A, submitted: A): ReadonlyArray<FieldDifference> => {
    const differing = fields.filter(([, show]) => show(recorded) !== show(submitted));
    if (differing.length === 0) return NONE;
    return differing.map(([field, show]) => ({ field, recorded: show(recorded), submitted: show(submitted) }));
  };

/** The names of the fields that differ, sorted (decisions 5). */
export const namesOf = (differences: ReadonlyArray<FieldDifference>): ReadonlyArray<string> =>
  differences.map(({ field }) => field).toSorted();
