import { CODECS } from '@carryover/contract/item-codecs';
import { columnsOf, columnsOfPart, documentColumns, type ItemColumn } from '@carryover/contract/item-files';
import { type JsonObject, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import { isPart, type Kind, NAMING_FIELDS, type Part } from '@carryover/contract/kinds';
import { BODY_LIMITS } from '@carryover/contract/limits';
import type { Columns } from '@carryover/files/csv/csv-header';
import { csvTable, type Values } from '@carryover/files/csv/csv-table';
import { ofParseError } from '@carryover/files/json-line';
import type { RowReader } from '@carryover/files/read-rows';
import { type Row, type RowIssue, rejected } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import { CSV_QUOTES, REASONS, type Reading } from '../rows/item.ts';

/** The value of a cell is three levels down in the body of its request, or one. */
const CELL_LIMITS = { ...BODY_LIMITS, maxDepth: BODY_LIMITS.maxDepth - 3 };

/** The columns of a file. @param required the names of those that it must have. */
const csvColumns =
  (columns: ReadonlyArray<ItemColumn>, required: ReadonlyArray<string>) =>
  (header: ReadonlyArray<string>): Columns => {
    const ignored = REASONS.names.every((name) => header.includes(name)) ? REASONS.names : [];
    const names = columns.map(({ name }) => name);
    return { required, optional: names.filter((name) => ![...required, ...ignored].includes(name)), ignored };
  };

const toValue = (form: ItemColumn['form'], cell: string): E.Either<Omit<RowIssue, 'path'>, JsonValue> => {
  if (form === 'flag') return E.right(cell === 'true' ? true : cell === 'false' ? false : cell);
  if (form === 'text') return E.right(cell);
  return E.mapLeft((error: Parameters<typeof ofParseError>[0]) => ({ ...ofParseError(error, cell), column: null }))(
    parseJson(cell, CELL_LIMITS),
  );
};

/** The object that the cells of a row make, without those that are empty. @returns Left if a cell should be JSON and is not. */
const toObject = (forms: ReadonlyMap<string, ItemColumn['form']>, values: Values): Row<JsonObject>['row'] => {
  const hasOldReasons = REASONS.names.every((name) => Object.hasOwn(values, name));
  const issues: RowIssue[] = [];
  const members = Object.entries(values).flatMap(([name, cell = '']) => {
    if (cell === '' || (hasOldReasons && REASONS.names.includes(name))) return [];
    const value = toValue(forms.get(name) ?? 'text', cell);
    if (E.isRight(value)) return [[name, value.right] as const];
    issues.push({ ...value.left, path: name });
    return [];
  });
  const object = Object.fromEntries(members);
  const [first, ...more] = issues;
  return first === undefined ? E.right(object) : E.left({ ...rejected(first, more), object });
};

/**
 * Reads the rows of CSV as objects: what the cells mean is decided by the types of the interface's fields.
 *
 * @param isWhole false for transactions without their parts, and for parts: only what names the transaction is required
 *   then, as the rest is judged when a transaction is complete.
 */
export const csvObjects = (
  kind: Kind | Part,
  { supplier, others }: Reading,
  isWhole: boolean,
): RowReader<Row<JsonObject>> => {
  const own = isPart(kind) ? columnsOfPart(kind, CODECS) : columnsOf(kind, CODECS);
  const ofDocuments = kind === 'billing-documents' ? documentColumns(CODECS) : own;
  const columnsFor = (columns: ReadonlyArray<ItemColumn>) => {
    const names = isWhole ? columns.filter(({ isRequired }) => isRequired).map(({ name }) => name) : NAMING_FIELDS;
    return csvColumns(
      columns,
      names.filter((name) => name !== 'import_supplier' || supplier === null),
    );
  };
  const [usual, flat] = [columnsFor(own), columnsFor(ofDocuments)];
  const forms = new Map([...ofDocuments, ...own].map(({ name, form }) => [name, form]));
  const table = csvTable({
    // A row is a document if it has the identifier of one.
    columns: (header) => (header.includes('billing_document_identifier') ? flat(header) : usual(header)),
    others: isWhole ? others : 'taken',
    quotes: CSV_QUOTES,
  });
  const toRow = ({ row, ...text }: Row<Values>): Row<JsonObject> => ({
    ...text,
    row: E.chain((values: Values) => toObject(forms, values))(row),
  });
  return { add: (lines) => table.add(lines).map(toRow), end: () => table.end().map(toRow) };
};
