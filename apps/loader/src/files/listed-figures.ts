import { JsonNumber, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { addFigures, type Expected, expectedFigure, sumText, toSum } from '@carryover/files/mapping/figures';
import { type Tally, tallyOf } from '@carryover/files/mapping/tally';
import type { Row } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import type { Listed } from './input.ts';

/** Returns an amount; null if it is none. What is left out adds nothing. */
const amountOf = (value: JsonValue | undefined): bigint | null => {
  if (value === undefined || value === null || value === '') return 0n;
  if (value instanceof JsonNumber) return toSum(value.text);
  return typeof value === 'string' ? toSum(value) : null;
};

/** Makes what counts the rows of a file without a mapping, and sums these fields of its items. */
export const countingOf = (fields: ReadonlyArray<string>) => {
  const tally = tallyOf({ rows: 0, sums: fields.map(() => 0n) });
  const add = (rows: ReadonlyArray<Row<JsonObject>>): void => {
    for (const { line, row } of rows) {
      if (E.isLeft(row) && (row.left.isHeader === true || (row.left.stopsReading && row.left.isOfRow !== true)))
        continue;
      const object = E.isRight(row) ? row.right : row.left.object;
      const amounts = fields.map((field) =>
        object === undefined ? null : amountOf(Object.hasOwn(object, field) ? object[field] : undefined),
      );
      if (amounts.includes(null)) tally.unreadableLine ??= line;
      addFigures(
        tally.all,
        1,
        amounts.map((amount) => amount ?? 0n),
      );
    }
  };
  return { tally, add };
};

/** Returns what a manifest says of a file without a mapping, beside what was read. */
export const listedFigures = (
  file: string,
  { rows, sums }: Listed,
  { all, unreadableLine }: Tally,
): ReadonlyArray<Expected> => {
  const fault = unreadableLine === null ? '' : `Line ${unreadableLine} of ${file} cannot be read.`;
  return [
    ...(rows === null ? [] : [expectedFigure('rows', file, String(rows), String(all.rows), '')]),
    ...Object.entries(sums).map(([field, source], at) =>
      expectedFigure(field, file, source, sumText(all.sums[at]!), fault),
    ),
  ];
};
