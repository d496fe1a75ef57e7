/** A field that differs between an item sent again and the stored one; values as text, null if left out. */
export type FieldDifference = {
  readonly field: string;
  readonly recorded: string | null;
  readonly submitted: string | null;
};

/** The text of each field by its name in the interface; texts are equal exactly if the values are. */
export type ComparedField<A> = readonly [field: string, show: (of: A) => string | null];

const NONE: ReadonlyArray<FieldDifference> = [];

/** Returns the fields that differ; empty if all are equal. */
export const compareFields =
  <A>(fields: ReadonlyArray<ComparedField<A>>) =>
  (recorded: A, submitted: A): ReadonlyArray<FieldDifference> => {
    const differing = fields.filter(([, show]) => show(recorded) !== show(submitted));
    if (differing.length === 0) return NONE;
    return differing.map(([field, show]) => ({ field, recorded: show(recorded), submitted: show(submitted) }));
  };

/** Returns the sorted names of the fields that differ (decisions 5). */
export const namesOf = (differences: ReadonlyArray<FieldDifference>): ReadonlyArray<string> =>
  differences.map(({ field }) => field).toSorted();
