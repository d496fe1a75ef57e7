import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import type { RowIssue } from '../row.ts';

/** The members that a rejects file adds to a row, as columns of CSV or members of an object; the first is the line. */
export type Reasons = {
  readonly names: ReadonlyArray<string>;
  readonly of: (line: number, why: RowIssue) => ReadonlyArray<string | number>;
};

/** The positions of the columns that are not reasons. */
export const ownPositions = ({ names }: Reasons, columns: ReadonlyArray<string>): ReadonlyArray<number> =>
  columns.flatMap((name, at) => (names.includes(name) ? [] : [at]));

const leaveOut = ({ names }: Reasons, object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** The value without the members that a rejects file adds. */
export const withoutReasons = (reasons: Reasons, value: JsonValue): JsonValue =>
  isJsonObject(value) && reasons.names.some((name) => Object.hasOwn(value, name)) ? leaveOut(reasons, value) : value;
