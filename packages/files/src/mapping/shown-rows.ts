import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { issuesOf, type Row } from '../row.ts';
import type { CompiledMapping } from './compile-mapping.ts';

/** A row before and after its mapping. */
export type ShownRow = {
  readonly line: number;
  /** The columns of the file; the whole line under an empty name if it has no columns. */
  readonly before: Readonly<Record<string, string>>;
  /** The fields of the item, as far as they could be made. */
  readonly after: JsonObject;
  readonly errors: ReadonlyArray<{ readonly column: string; readonly detail: string }>;
};

export const shownRow = ({ line, raw, csv, row }: Row<JsonObject>): ShownRow => {
  const cells = csv?.fields ?? null;
  const before = cells === null ? { '': raw } : Object.fromEntries(csv!.columns.map((name, at) => [name, cells[at]!]));
  const errors = E.isLeft(row) ? issuesOf(row.left).map(({ path, detail }) => ({ column: path, detail })) : [];
  const after = E.isRight(row) ? row.right : (row.left.object ?? {});
  return { line, before, after, errors };
};

/** A column of a shown row, or fields that are made of none. */
type ShownCell = {
  /** null: the fields are constants. */
  readonly column: string | null;
  readonly value: string;
  readonly fields: ReadonlyArray<{ readonly field: string; readonly value: string }>;
  readonly errors: ReadonlyArray<string>;
};

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the columns of a row, each with the fields that are made of it, and what is wrong with the row as a whole. */
export const shownCells = (
  { before, after, errors }: ShownRow,
  columnOf: CompiledMapping['columnOf'],
): { readonly cells: ReadonlyArray<ShownCell>; readonly errors: ReadonlyArray<string> } => {
  const fields = Object.entries(after).map(([field, value]) => ({
    from: columnOf(field, (column) => before[column]),
    field,
    value: textOf(value),
  }));
  const own = Object.entries(before).map(([column, value]) => ({
    column,
    value,
    fields: fields.filter(({ from }) => from === column),
    errors: errors.filter((error) => error.column === column).map(({ detail }) => detail),
  }));
  const constants = fields
    .filter(({ from }) => from === null)
    .map((field) => ({ column: null, value: '', fields: [field], errors: [] }));
  return {
    cells: [...own, ...constants],
    errors: errors.filter(({ column }) => !Object.hasOwn(before, column)).map(({ detail }) => detail),
  };
};
