import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { parseLine } from '../json-line.ts';
import type { CsvCells, RowIssue, RowText } from '../row.ts';

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

/** Returns the reason for a rejection in one sentence that names its column or member. */
export const sentenceOf = ({ path, detail }: RowIssue): string => (path === '' ? detail : `${path}: ${detail}`);

const toCell = (text: string): string =>
  /[",\r\n]|^[ \t]|[ \t]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const toRecord = (cells: ReadonlyArray<string>): string => `${cells.map(toCell).join(',')}\n`;

/** The header of a rejects file in CSV: the file's own columns, then the reasons. */
export const csvHeader = (reasons: Reasons, { columns }: CsvCells): string =>
  toRecord([...ownPositions(reasons, columns).map((at) => columns[at]!), ...reasons.names]);

/** A rejected CSV row. A row that could not be split is kept as one text in the first cell, and the others are empty. */
export const csvReject = (
  reasons: Reasons,
  { line, raw }: RowText,
  { columns, fields }: CsvCells,
  why: RowIssue,
): string => {
  const own = ownPositions(reasons, columns);
  const cells = own.map((position, at) => (fields === null ? (at === 0 ? raw : '') : fields[position]!));
  return toRecord([...cells, ...reasons.of(line, why).map(String)]);
};

/** Returns the text that a rejects file keeps in the first cell of an unreadable row; null for any other row. */
export const keptText = (reasons: Reasons, { columns, fields }: CsvCells): string | null => {
  if (fields === null || !reasons.names.every((name) => columns.includes(name))) return null;
  const [first, ...others] = ownPositions(reasons, columns);
  return first !== undefined && others.every((at) => fields[at] === '') ? fields[first]! : null;
};

/** Returns a rejected row as a line of NDJSON: the object as sent, or its text as `raw` if it is not an object; then the reasons. */
export const ndjsonReject = (reasons: Reasons, { line, raw }: RowText, why: RowIssue): string => {
  const sent = parseLine(raw);
  const row = E.isRight(sent) && isJsonObject(sent.right) ? withoutReasons(reasons, sent.right) : { raw };
  const values = reasons.of(line, why);
  const added = Object.fromEntries(reasons.names.map((name, at) => [name, values[at]]));
  return `${JSON.stringify({ ...(row as object), ...added })}\n`;
};
