import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';

/** The names that a rejects file adds to a row, as columns of CSV or members of an object (decisions 15). */
export const REASON_NAMES = ['line', 'code', 'detail'] as const;

const isReason = (name: string): boolean => (REASON_NAMES as ReadonlyArray<string>).includes(name);

/** The positions of the columns that are not reasons. */
export const ownPositions = (columns: ReadonlyArray<string>): ReadonlyArray<number> =>
  columns.flatMap((name, at) => (isReason(name) ? [] : [at]));

const leaveOut = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !isReason(name)));

/** The value without the members that a rejects file adds. */
export const withoutReasons = (value: JsonValue): JsonValue =>
  isJsonObject(value) && REASON_NAMES.some((name) => Object.hasOwn(value, name)) ? leaveOut(value) : value;
