import { isJsonObject, parseJson } from '@carryover/contract/json/exact-json';
import * as E from 'fp-ts/lib/Either.js';
import { MAX_DEPTH } from '../ndjson.ts';
import type { CsvCells, RowIssue, RowText } from '../row.ts';
import { ownPositions, REASON_NAMES, withoutReasons } from './reasons.ts';

/** Returns the reason for a rejection in one sentence that names its column or member. */
export const sentenceOf = ({ attr, detail }: RowIssue): string => (attr === '' ? detail : `${attr}: ${detail}`);

const toCell = (text: string): string =>
  /[",\r\n]|^[ \t]|[ \t]$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const toRecord = (cells: ReadonlyArray<string>): string => `${cells.map(toCell).join(',')}\n`;

/** The header of a rejects file in CSV: the file's own columns, then the reasons. */
export const csvHeader = ({ columns }: CsvCells): string =>
  toRecord([...ownPositions(columns).map((at) => columns[at]!), ...REASON_NAMES]);

/** A rejected CSV row. A row that could not be split is kept as one text in the first cell, and the others are empty. */
export const csvReject = ({ line, raw }: RowText, { columns, fields }: CsvCells, why: RowIssue): string => {
  const own = ownPositions(columns);
  const cells = own.map((position, at) => (fields === null ? (at === 0 ? raw : '') : fields[position]!));
  return toRecord([...cells, String(line), why.code, sentenceOf(why)]);
};

/** Returns the text that a rejects file keeps in the first cell of an unreadable row; null for any other row. */
export const keptText = ({ columns, fields }: CsvCells): string | null => {
  if (fields === null || !REASON_NAMES.every((name) => columns.includes(name))) return null;
  const [first, ...others] = ownPositions(columns);
  return first !== undefined && others.every((at) => fields[at] === '') ? fields[first]! : null;
};

/** Returns a rejected row as a line of NDJSON: the object as sent, or its text as `raw` if it is not an object; then the reasons. */
export const ndjsonReject = ({ line, raw }: RowText, why: RowIssue): string => {
  const sent = parseJson(raw, { maxDepth: MAX_DEPTH });
  const row = E.isRight(sent) && isJsonObject(sent.right) ? withoutReasons(sent.right) : { raw };
  return `${JSON.stringify({ ...(row as object), line, code: why.code, detail: sentenceOf(why) })}\n`;
};
