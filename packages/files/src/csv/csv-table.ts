import { complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import type { RowReader } from '../read-rows.ts';
import { type Row, refusedFile, rejected } from '../row.ts';
import { type Columns, emptyTable, readHeader } from './csv-header.ts';
import { type CsvRecord, makeCsvRecords, type QuoteLimits } from './csv-records.ts';

/** The values of a row by column, including empty ones; optional columns that the file does not have are missing. */
export type Values = Readonly<Record<string, string | undefined>>;

/** The columns of a file. */
type Table = {
  /** @param header the names in the first row, in which some may be ignored for the sake of others. */
  readonly columns: (header: CsvRecord) => Columns;
  /** What becomes of other columns: the file is refused, or they are reported and left out, or taken like all others. */
  readonly others: 'refused' | 'reported' | 'taken';
  readonly quotes?: QuoteLimits;
};

/** Returns the columns of a header that a table has not; none of a row that has no known column, which is no header. */
const othersIn = ({ required, optional, ignored }: Columns, header: CsvRecord): ReadonlyArray<string> => {
  const known = new Set([...required, ...optional, ...ignored]);
  const others = header.filter((name) => !known.has(name));
  return others.length === header.length ? [] : [...new Set(others)];
};

const named = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? '' : ` Other columns are ${names.map((name) => `"${name}"`).join(', ')}.`;

/**
 * Reads the rows of a CSV file whose first row names its columns, in any order. If the header lacks a column or is none, no row
 * is read.
 */
export const csvTable = ({ columns: columnsFor, others: treatment, quotes }: Table): RowReader<Row<Values>> => {
  const records = makeCsvRecords({ quotes });
  let header: CsvRecord | null = null;
  let leftOut: ReadonlySet<string> = new Set();
  let isRefused = false;

  const begin = ({ row, ...text }: Row<CsvRecord>): ReadonlyArray<Row<Values>> => {
    const names = E.isRight(row) ? row.right : [];
    const columns = columnsFor(names);
    const others = treatment === 'refused' ? [] : othersIn(columns, names);
    const read = readHeader({ ...columns, ignored: [...columns.ignored, ...others] }, row);
    if (E.isLeft(read)) {
      isRefused = true;
      return [{ ...text, row: E.left({ ...read.left, detail: `${read.left.detail}${named(others)}` }) }];
    }
    header = read.right;
    if (treatment !== 'reported' || others.length === 0) return [];
    leftOut = new Set(others);
    const [first, ...more] = others.map((path) => ({ ...complain('unknown_field'), path, column: null }));
    return [{ ...text, row: E.left({ ...rejected(first!, more), isHeader: true }) }];
  };
  const toRow = ({ row, ...text }: Row<CsvRecord>): ReadonlyArray<Row<Values>> => {
    if (isRefused) return [];
    if (header === null) return begin({ row, ...text });
    const names = header;
    const csv = { columns: names, fields: E.isRight(row) ? row.right : null };
    const values = (fields: CsvRecord): Values =>
      Object.fromEntries(
        names.flatMap((name, position) => (leftOut.has(name) ? [] : [[name, fields[position]!] as const])),
      );
    return [{ ...text, csv, row: E.map(values)(row) }];
  };

  return {
    add: (lines) => lines.flatMap((line) => records.add(line).flatMap(toRow)),
    end: () => {
      const rows = records.end().flatMap(toRow);
      if (header !== null || isRefused || rows.length > 0) return rows;
      return [{ line: 1, raw: '', row: E.left(refusedFile(emptyTable(columnsFor([])))) }];
    },
  };
};
