import { attrOf } from '@carryover/contract/issue';
import { type CellForm, columnsOf } from '@carryover/contract/item-files/item-columns';
import type { Kind } from '@carryover/contract/item-files/kinds';
import { isBody } from '@carryover/contract/item-files/kinds';
import { BODY_LIMITS } from '@carryover/contract/json/body-limits';
import { type JsonObject, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import { type Columns, emptyTable, readHeader } from '@carryover/files/csv/csv-header';
import { type CsvRecord, makeCsvRecords } from '@carryover/files/csv/csv-records';
import { ofParseError } from '@carryover/files/json-line';
import type { Row, RowText } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import { makeDecodeItem } from './decode-item.ts';
import { CODECS } from './item-codecs.ts';
import { type BadRow, badRow, type GoodRow, type ItemIssue, type Judging } from './item-row.ts';
import { REASONS } from './reasons.ts';
import type { RowReader } from './row-reader.ts';

/** The longest text of the interface, the body of a note, may have a line break at every second character. */
const QUOTES = { maxLines: 50_000, maxCharacters: 1_048_576 };
/** The value of a cell is three levels down in the body of its request, or one. */
const CELL_LIMITS = { ...BODY_LIMITS, maxDepth: BODY_LIMITS.maxDepth - 3 };

/** @param header may have columns beyond the interface if the supplier's configuration allows them. */
const columnsFor = (kind: Kind, { supplier, unknownFields }: Judging, header: CsvRecord): Columns => {
  const all = columnsOf(kind, CODECS);
  const names = all.map(({ name }) => name);
  const isRequired = (name: string) => name !== 'import_supplier' || supplier === null;
  const required = all.filter((column) => column.isRequired && isRequired(column.name)).map(({ name }) => name);
  const ignored = REASONS.names.every((name) => header.includes(name)) ? REASONS.names : [];
  const isHeader = header.some((name) => names.includes(name));
  const others = unknownFields === 'report' && isHeader ? header.filter((name) => !ignored.includes(name)) : [];
  return {
    required,
    optional: [...new Set([...names, ...others])].filter((name) => !required.includes(name)),
    ignored,
  };
};

/** The value of a cell, or the issue of its JSON. */
const toValue = (form: CellForm, cell: string): E.Either<Omit<ItemIssue, 'path'>, JsonValue> => {
  if (form === 'flag') return E.right(cell === 'true' ? true : cell === 'false' ? false : cell);
  if (form === 'text') return E.right(cell);
  return E.mapLeft((error: Parameters<typeof ofParseError>[0]) => ({ ...ofParseError(error, cell), column: null }))(
    parseJson(cell, CELL_LIMITS),
  );
};

type Cells = { readonly sent: JsonObject; readonly issues: ReadonlyArray<ItemIssue> };

/** A row, and the JSON to be sent: an item of the request's list without its account, or the body of the request. */
export type CsvItemRow<K extends Kind = Kind> = RowText & {
  readonly row: E.Either<BadRow, GoodRow<K> & { readonly json: () => string }>;
};

/** Reads the rows of a file whose first row names its columns, in any order. If the header is wrong, no row is read. */
export const makeCsvItems = <K extends Kind>(kind: K, judging: Judging): RowReader<CsvItemRow<K>> => {
  const decode = makeDecodeItem(kind, judging);
  const forms = new Map(columnsOf(kind, CODECS).map(({ name, form }) => [name, form]));
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
  const toItem = (text: RowText, fields: CsvRecord): CsvItemRow<K> => {
    const { sent, issues } = toCells(fields);
    const decoded = decode(sent);
    if (E.isRight(decoded) && issues.length === 0)
      return {
        ...text,
        row: E.right({ ...decoded.right, json: () => jsonOf(kind, sent, decoded.right.importSupplier) }),
      };
    const unread = new Set(issues.map(({ path }) => path));
    const found = E.isRight(decoded) ? [] : decoded.left.filter(({ path }) => !unread.has(String(path[0])));
    const others = found.map(({ code, path, detail }) => ({ code, path: attrOf(path), detail, column: null }));
    return { ...text, row: E.left({ issues: [...issues, ...others], stopsReading: false }) };
  };
  const begin = ({ row, ...text }: Row<CsvRecord>): ReadonlyArray<CsvItemRow<K>> => {
    const columns = columnsFor(kind, judging, E.isRight(row) ? row.right : []);
    const read = readHeader(columns, row);
    if (E.isRight(read)) {
      header = read.right;
      ignored = columns.ignored;
      return [];
    }
    isRefused = true;
    const { code, detail, attr: path } = read.left;
    return [badRow(text, { code, detail, path, column: null }, true)];
  };
  const toRows = ({ row, ...text }: Row<CsvRecord>): ReadonlyArray<CsvItemRow<K>> => {
    if (isRefused) return [];
    if (header === null) return begin({ row, ...text });
    const csv = { columns: header, fields: E.isRight(row) ? row.right : null };
    if (E.isRight(row)) return [toItem({ ...text, csv }, row.right)];
    const { code, detail, attr: path, stopsReading } = row.left;
    return [badRow({ ...text, csv }, { code, detail, path, column: null }, stopsReading)];
  };

  return {
    add: (lines) => lines.flatMap((line) => records.add(line).flatMap(toRows)),
    end: () => {
      const rows = records.end().flatMap(toRows);
      if (header !== null || isRefused || rows.length > 0) return rows;
      const { code, detail, attr: path } = emptyTable(columnsFor(kind, judging, []));
      return [badRow({ line: 1, raw: '' }, { code, detail, path, column: null }, true)];
    },
  };
};

const jsonOf = (kind: Kind, sent: JsonObject, importSupplier: string): string => {
  if (isBody(kind)) return JSON.stringify({ import_supplier: importSupplier, ...sent });
  const { import_supplier: _, external_account_number: __, ...item } = sent;
  return JSON.stringify(item);
};
