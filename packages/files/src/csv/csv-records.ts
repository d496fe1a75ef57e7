import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import type { Row } from '../row.ts';
import { type Fault, isBlank, type Line, rejectedLine } from '../source/lines.ts';
import { COMMAS, type CsvProblem, csvFieldsOf, type Dialect } from './csv-fields.ts';

/** The fields of a CSV row. */
export type CsvRecord = ReadonlyArray<string>;

/** The search limit for the end of a quoted field: a quote that is never closed must not take the file with it. */
export type QuoteLimits = { readonly maxLines: number; readonly maxCharacters: number };
/** Far above the longest valid row of accounts or totals. */
export const SHORT_ROWS: QuoteLimits = { maxLines: 100, maxCharacters: 65_536 };

const wrong = (detail: string): Fault => ({ ...complain('parse_error', detail), stopsReading: false });

const ofProblem = (problem: CsvProblem): Fault =>
  wrong(problem.kind === 'open_quote' ? 'A quoted field is not closed.' : problem.detail);

const ofWidth = (width: number, expected: number): Fault =>
  wrong(`The row has ${width} columns, but the header has ${expected}.`);

const hasOddQuotes = (text: string, quoteChar: string): boolean => {
  let isOdd = false;
  for (let at = text.indexOf(quoteChar); at !== -1; at = text.indexOf(quoteChar, at + 1)) isOdd = !isOdd;
  return isOdd;
};

/** How rows are found in lines. */
export type Records = {
  readonly quotes?: QuoteLimits | undefined;
  readonly dialect?: Dialect;
  /** The numbers of fields that rows may have, the usual one first: all have that of the first row. Missing: any number. */
  readonly widths?: ReadonlyArray<number> | undefined;
};

/**
 * Takes the lines of a CSV file one by one and returns the rows that they complete, the header first. A row is one line, or
 * more if a quoted field contains line breaks. Blank lines are skipped; each row has as many fields as the first.
 *
 * If a row cannot be read, only its first line is rejected, and reading continues with the next line: a quote that is
 * never closed costs its own line and not the rest of the file, which it costs with csv-parse.
 */
export const makeCsvRecords = ({ quotes = SHORT_ROWS, dialect = COMMAS, widths }: Records = {}) => {
  const { maxLines, maxCharacters } = quotes;
  const csvFields = csvFieldsOf(dialect);
  /** A row of tabs has empty fields. */
  const isEmpty = (line: Line): boolean => isBlank(line) && !line.text.includes(dialect.delimiter);
  let width: number | null = null;
  /** The lines of a row with a quoted field that is not closed yet, and their text. */
  let open: Line[] = [];
  let raw = '';
  /** Lines to be read, the last one first: those of a row that was none are read again. */
  const pending: Line[] = [];

  const rejectFirst = (fault: Fault): Row<CsvRecord> => {
    const [first, ...others] = open;
    for (const line of others.toReversed()) pending.push(line);
    open = [];
    return rejectedLine(first!, fault);
  };
  const finish = (): Row<CsvRecord> | null => {
    const fields = csvFields(raw);
    if (E.isLeft(fields)) return fields.left.kind === 'open_quote' ? null : rejectFirst(ofProblem(fields.left));
    width ??= widths?.includes(fields.right.length) === false ? widths[0]! : fields.right.length;
    if (fields.right.length !== width) return rejectFirst(ofWidth(fields.right.length, width));
    const row = { line: open[0]!.number, raw, row: fields };
    open = [];
    return row;
  };
  const begin = (line: Line): Row<CsvRecord> | null => {
    if (isEmpty(line)) return null;
    if (line.fault !== null) return rejectedLine(line, line.fault);
    open = [line];
    raw = line.text;
    return finish();
  };
  const extend = (line: Line): Row<CsvRecord> | null => {
    open.push(line);
    if (line.fault !== null || open.length > maxLines || raw.length > maxCharacters)
      return rejectFirst(ofProblem({ kind: 'open_quote' }));
    raw = `${raw}\n${line.text}`;
    // An even number of quotes leaves the field open, or the row is malformed, which shows when it is closed.
    return hasOddQuotes(line.text, dialect.quoteChar) ? finish() : null;
  };
  const read = (): ReadonlyArray<Row<CsvRecord>> => {
    const rows: Row<CsvRecord>[] = [];
    for (let line = pending.pop(); line !== undefined; line = pending.pop()) {
      const row = open.length === 0 ? begin(line) : extend(line);
      if (row !== null) rows.push(row);
    }
    return rows;
  };

  return {
    add: (line: Line): ReadonlyArray<Row<CsvRecord>> => {
      pending.push(line);
      return read();
    },
    /** Returns true within a quoted field. */
    isOpen: (): boolean => open.length > 0,
    /** Returns the rows that the end of the file leaves. */
    end: (): ReadonlyArray<Row<CsvRecord>> => {
      const rows: Row<CsvRecord>[] = [];
      while (open.length > 0) rows.push(rejectFirst(ofProblem({ kind: 'open_quote' })), ...read());
      return rows;
    },
  };
};
