import type { VocabularyCount } from '@carryover/adapters-persistence/queries/stored-counts';

export type Value = {
  readonly value: string;
  readonly count: number;
  /** At most one in a hundred of the field's most frequent value: perhaps a typing error. */
  readonly isRare: boolean;
};

/** An open vocabulary as it was used: the most frequent values, then the rarest; `left` values between them are left out. */
export type FieldVocabulary = {
  readonly field: VocabularyCount['field'];
  readonly frequent: ReadonlyArray<Value>;
  readonly left: number;
  readonly rarest: ReadonlyArray<Value>;
  /** The count of the most frequent value. */
  readonly most: number;
};

const byFrequency = (a: VocabularyCount, b: VocabularyCount): number =>
  b.count - a.count || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);

const vocabularyOf = (counts: ReadonlyArray<VocabularyCount>, limit: number): FieldVocabulary => {
  const sorted = counts.toSorted(byFrequency);
  const { field, count: most } = sorted[0]!;
  const values = sorted.map(({ value, count }) => ({ value, count, isRare: count * 100 <= most }));
  if (values.length <= limit) return { field, frequent: values, left: 0, rarest: [], most };
  const half = Math.floor(limit / 2);
  return { field, frequent: values.slice(0, half), left: values.length - 2 * half, rarest: values.slice(-half), most };
};

/** The fields in the order they come, each cut to `limit` values: a rare one is never what is cut. */
export const vocabularies = (counts: ReadonlyArray<VocabularyCount>, limit: number): ReadonlyArray<FieldVocabulary> =>
  [...Map.groupBy(counts, ({ field }) => field).values()].map((ofField) => vocabularyOf(ofField, limit));
