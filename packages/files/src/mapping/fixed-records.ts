import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import type { CsvRecord } from '../csv/csv-records.ts';
import { type Row, rejected } from '../row.ts';
import { type Line, rejectedLine } from '../source/lines.ts';

/** The widths of columns in characters; `*` as the last: the rest of the line. */
type Widths = ReadonlyArray<number | '*'>;

/** Cuts a line into columns. @returns Left with what is wrong with its length. */
export const cutFixed = (text: string, widths: Widths): E.Either<string, CsvRecord> => {
  const characters = /[\ud800-\udfff]/.test(text) ? Array.from(text) : null;
  const length = characters?.length ?? text.length;
  const slice = (from: number, to?: number): string =>
    characters === null ? text.slice(from, to) : characters.slice(from, to).join('');
  const fields: string[] = [];
  let from = 0;
  for (const width of widths) {
    if (width === '*') {
      fields.push(slice(from));
      return length < from
        ? E.left(`The line has ${length} characters, and the widths ${from} or more.`)
        : E.right(fields);
    }
    fields.push(slice(from, from + width));
    from += width;
  }
  if (length === from) return E.right(fields);
  // The reasons of a rejects file.
  const rest = length > from ? slice(from) : '';
  if (/^(?:\t[^\t]*){3,4}$/.test(rest)) return E.right([...fields, ...rest.split('\t').slice(1)]);
  return E.left(`The line has ${length} characters, and the widths ${from}.`);
};

/** Cuts a line that is filled up with blanks to the length of others, or not. @returns Left with what is wrong with its length. */
export const cutFilled = (text: string, widths: Widths): E.Either<string, CsvRecord> => {
  const sum = widths.reduce<number>((total, width) => total + (width === '*' ? 0 : width), 0);
  return cutFixed(text.trimEnd().padEnd(sum), widths);
};

/** Takes the lines of a file with fixed-width columns and returns the rows; the white space around a value is left out. */
export const makeFixedRecords = (widths: Widths) => ({
  add: (line: Line): ReadonlyArray<Row<CsvRecord>> => {
    const { number, fault } = line;
    const text = line.text.endsWith('\r') ? line.text.slice(0, -1) : line.text;
    if (fault !== null) return [rejectedLine(line, fault)];
    if (text === '') return [];
    const row = E.bimap(
      (detail: string) => rejected({ ...complain('parse_error', detail), path: '' }),
      (fields: CsvRecord) => fields.map((field) => field.trim()),
    )(cutFixed(text, widths));
    return [{ line: number, raw: text, row }];
  },
  isOpen: (): boolean => false,
  end: (): ReadonlyArray<Row<CsvRecord>> => [],
});
