import type { GuessedColumn } from './guess-columns.ts';

/** Which columns are taken for which fields: a field has one column, and a column one field. */
export type Choice = {
  readonly columnOf: (field: string) => GuessedColumn | undefined;
  readonly fieldOf: (column: GuessedColumn) => string | undefined;
  readonly fields: () => ReadonlyArray<string>;
  /** Takes a column for a field. The one that had the field before has none then. */
  readonly choose: (field: string, column: GuessedColumn) => void;
};

export const makeChoice = (): Choice => {
  const columns = new Map<string, GuessedColumn>();
  const fields = new Map<GuessedColumn, string>();
  return {
    columnOf: (field) => columns.get(field),
    fieldOf: (column) => fields.get(column),
    fields: () => [...columns.keys()],
    choose: (field, column) => {
      const before = columns.get(field);
      if (before !== undefined) fields.delete(before);
      columns.set(field, column);
      fields.set(column, field);
    },
  };
};
