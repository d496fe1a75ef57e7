import { complain } from '@carryover/contract/issue';
import type { CellForm, ItemColumn } from '@carryover/contract/item-files';
import { type JsonObject, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import { type Columns, emptyTable, readHeader } from '@carryover/files/csv/csv-header';
import { type CsvRecord, makeCsvRecords } from '@carryover/files/csv/csv-records';
import { ofParseError } from '@carryover/files/json-line';
import type { Row, RowText } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import { type BadRow, badRow, type ItemIssue } from './item-row.ts';
import { REASONS } from './reasons.ts';
import type { RowReader } from './row-reader.ts';

/** The longest text of the interface, the body of a note, may have a line break at every second character. */
const QUOTES = { maxLines: 50_000, maxCharacters: 1_048_576 };
/** The value of a cell is three levels down in the body of its request, or one. */
const CELL_LIMITS = { ...BODY_LIMITS, maxDepth: BODY_LIMITS.maxDepth - 3 };

/** The columns of a file. */
type CsvTable = {
  readonly columns: ReadonlyArray<ItemColumn>;
  /** The names of those that it must have. */
  readonly required: ReadonlyArray<string>;
  /** True if it may have others too, whose cells are texts. */
  readonly takesOthers: boolean;
};

/** The reasons for an earlier rejection are ignored if a file has all of them. */
const columnsFor = ({ columns, required }: CsvTable, header: CsvRecord): Columns => {
  const ignored = REASONS.names.every((name) => header.includes(name)) ? REASONS.names : [];
  const optional = new Set(columns.map(({ name }) => name));
  for (const name of [...required, ...ignored]) optional.delete(name);
  return { required, optional: [...optional], ignored };
};

/** Returns the columns of a header that a table has not; none of a row that has no known column, which is no header. */
const othersIn = ({ required, optional, ignored }: Columns, header: CsvRecord): ReadonlyArray<string> => {
  const known = new Set([...required, ...optional, ...ignored]);
  const others = header.filter((name) => !known.has(name));
  return others.length === header.length ? [] : [...new Set(others)];
};

/** The object that the cells of a row make, without those that are empty, and the issues of cells that are not JSON. */
type Cells = { readonly sent: JsonObject; readonly issues: ReadonlyArray<ItemIssue> };

export type CsvObjectRow = RowText & { readonly row: E.Either<BadRow, Cells> };

/** The value of a cell, or the issue of its JSON. */
const toValue = (form: CellForm, cell: string): E.Either<Omit<ItemIssue, 'path'>, JsonValue> => {
  if (form === 'flag') return E.right(cell === 'true' ? true : cell === 'false' ? false : cell);
  if (form === 'text') return E.right(cell);
  return E.mapLeft((error: Parameters<typeof ofParseError>[0]) => ({ ...ofParseError(error, cell), column: null }))(
    parseJson(cell, CELL_LIMITS),
  );
};

/**
 * Reads the rows of a file whose first row names its columns, in any order. Unknown columns are reported and left out. If the
 * header lacks a column or is none, no row is read.
 */
export const makeCsvObjects = (table: CsvTable): RowReader<CsvObjectRow> => {
  const forms = new Map(table.columns.map(({ name, form }) => [name, form]));
  const records = makeCsvRecords(QUOTES);
  let header: CsvRecord | null = null;
  let ignored: ReadonlyArray<string> = [];
  let isRefused = false;

  const toCells = (fields: CsvRecord): Cells => {
    const sent: Record<string, JsonValue> = {};
    const issues: ItemIssue[] = [];
    for (const [at, name] of header!.entries()) {
      const cell = fields[at]!;
      if (cell === '' || ignored.includes(name)) continue;
      const value = toValue(forms.get(name) ?? 'text', cell);
      if (E.isRight(value)) sent[name] = value.right;
      else issues.push({ ...value.left, path: name });
    }
    return { sent, issues };
  };
  const begin = ({ row, ...text }: Row<CsvRecord>): ReadonlyArray<CsvObjectRow> => {
    const names = E.isRight(row) ? row.right : [];
    const columns = columnsFor(table, names);
    const others = othersIn(columns, names);
    const read = readHeader({ ...columns, ignored: [...columns.ignored, ...others] }, row);
    if (E.isLeft(read)) {
      isRefused = true;
      const { code, detail, attr: path } = read.left;
      const unknown = others.length === 0 ? '' : ` Other columns are ${others.map((name) => `"${name}"`).join(', ')}.`;
      return [badRow(text, { code, detail: `${detail}${unknown}`, path, column: null }, true)];
    }
    header = read.right;
    ignored = table.takesOthers ? columns.ignored : [...columns.ignored, ...others];
    if (table.takesOthers || others.length === 0) return [];
    const issues = others.map((path) => ({ ...complain('unknown_field'), path, column: null }));
    return [{ ...text, row: E.left({ issues, stopsReading: false, isHeader: true }) }];
  };
  const toRows = ({ row, ...text }: Row<CsvRecord>): ReadonlyArray<CsvObjectRow> => {
    if (isRefused) return [];
    if (header === null) return begin({ row, ...text });
    const csv = { columns: header, fields: E.isRight(row) ? row.right : null };
    if (E.isRight(row)) return [{ ...text, csv, row: E.right(toCells(row.right)) }];
    const { code, detail, attr: path, stopsReading } = row.left;
    return [badRow({ ...text, csv }, { code, detail, path, column: null }, stopsReading)];
  };

  return {
    add: (lines) => lines.flatMap((line) => records.add(line).flatMap(toRows)),
    end: () => {
      const rows = records.end().flatMap(toRows);
      if (header !== null || isRefused || rows.length > 0) return rows;
      const { code, detail, attr: path } = emptyTable(columnsFor(table, []));
      return [badRow({ line: 1, raw: '' }, { code, detail, path, column: null }, true)];
    },
  };
};
