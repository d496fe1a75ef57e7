import { complain } from '@carryover/contract/issue';
import {
  columnsOf,
  columnsOfPart,
  type ItemColumn,
  isBody,
  type Kind,
  NAMING_FIELDS,
  type Part,
} from '@carryover/contract/item-files';
import { type JsonObject, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import type { Columns } from '@carryover/files/csv/csv-header';
import { csvTable, type Values } from '@carryover/files/csv/csv-table';
import { ofParseError } from '@carryover/files/json-line';
import { ndjsonObjects, type RowReader, readRows } from '@carryover/files/read-rows';
import { type Row, type RowIssue, rejected } from '@carryover/files/row';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { type Input, isPart } from '../files/inputs.ts';
import { CODECS, limitsOf } from '../rows/codecs.ts';
import { type Account, hasReasons, type ItemRow, REASONS, type Read } from '../rows/item.ts';
import { joined } from './join.ts';

/** How rows are read. */
export type Reading = {
  /** The import supplier of rows that name none; null: each row must name it. */
  readonly supplier: string | null;
  /** What becomes of columns that the interface does not have: only the service knows if the supplier's configuration accepts them. */
  readonly others: 'reported' | 'taken';
};

/** The body of a request has at most 16 MiB (decisions 3), and a line of billing documents is one. */
const MAX_LINE_BYTES = 16_777_216;
/** The longest text of the interface, the body of a note, may have a line break at every second character. */
const QUOTES = { maxLines: 50_000, maxCharacters: 1_048_576 };
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

/** Reads the rows of CSV as objects: what the cells mean is decided by the types of the interface's fields. */
const csvObjects = (
  columns: ReadonlyArray<ItemColumn>,
  required: ReadonlyArray<string>,
  others: Reading['others'],
): RowReader<Row<JsonObject>> => {
  const forms = new Map(columns.map(({ name, form }) => [name, form]));
  const table = csvTable({ columns: csvColumns(columns, required), others, quotes: QUOTES });
  const toRow = ({ row, ...text }: Row<Values>): Row<JsonObject> => ({
    ...text,
    row: E.chain((values: Values) => toObject(forms, values))(row),
  });
  return { add: (lines) => table.add(lines).map(toRow), end: () => table.end().map(toRow) };
};

const EMPTY: RowIssue = { ...complain('required', 'The file has no rows.'), path: '', column: null };

/**
 * Reads the objects of a file.
 *
 * @param isWhole false for transactions without their parts, and for parts: only what names the transaction is required
 *   then, as the rest is judged when a transaction is complete.
 */
const objectsOf = (kind: Kind | Part, source: Source, { supplier, others }: Reading, isWhole: boolean) => {
  const columns = isPart(kind) ? columnsOfPart(kind, CODECS) : columnsOf(kind, CODECS);
  const names = isWhole ? columns.filter(({ isRequired }) => isRequired).map(({ name }) => name) : NAMING_FIELDS;
  const required = names.filter((name) => name !== 'import_supplier' || supplier === null);
  return readRows<JsonObject>(source, {
    ndjson: () => ndjsonObjects(limitsOf(isPart(kind) ? 'transactions' : kind)),
    csv: () => csvObjects(columns, required, isWhole ? others : 'taken'),
    maxLineBytes: MAX_LINE_BYTES,
    empty: () => EMPTY,
  });
};

const textAt = (value: JsonValue | undefined, path: string): E.Either<RowIssue, string> => {
  if (typeof value === 'string') return E.right(value);
  return E.left({ ...complain(value === undefined ? 'required' : value === null ? 'null' : 'invalid'), path });
};

/**
 * Makes items of the rows of a file. Their JSON is exact and they name their account; the rest is for the service to check,
 * which knows the supplier's configuration and what is stored: checking it here as well would cost a load a third.
 */
const makeToItem = (kind: Kind, file: number, supplier: string | null) => {
  let latest: Account = { supplier: '', number: '' };
  /** The rows of an account share one object, as most follow each other. */
  const accountOf = (code: string, number: string): Account => {
    if (latest.number !== number || latest.supplier !== code) latest = { supplier: code, number };
    return latest;
  };
  return ({ row, ...text }: Row<JsonObject>): ItemRow => {
    if (E.isLeft(row)) return E.left({ ...text, file, why: row.left });
    const value = row.right;
    const refuse = (issue: RowIssue) => E.left({ ...text, file, why: { ...rejected(issue), object: value } });
    const isNamed = Object.hasOwn(value, 'import_supplier');
    // Only a supplier that is left out is the one of the command: null is not absent (decisions 3).
    const code = textAt(isNamed ? value.import_supplier : (supplier ?? undefined), 'import_supplier');
    if (E.isLeft(code)) return refuse(code.left);
    const number = textAt(value.external_account_number, 'external_account_number');
    if (E.isLeft(number)) return refuse(number.left);
    const account = accountOf(code.right, number.right);
    const common = { kind, file, account, wasRejected: hasReasons(value), value };
    if (text.csv === undefined) return E.right({ ...text, ...common, isNamed });
    // The account first, where it is found at little cost.
    const named = { import_supplier: code.right, ...(isBody(kind) ? {} : { external_account_number: number.right }) };
    return E.right({ ...text, ...common, isNamed: true, raw: JSON.stringify({ ...named, ...value }) });
  };
};

/** An input with what it contains. */
export type Opened = Input & { readonly source: Source };

/** @throws Error if a file cannot be opened. */
export const opened = async (input: Input): Promise<Opened> => {
  const source = await openSource(input.copy ?? input.file)();
  if (E.isLeft(source)) throw new Error(`${input.file}: ${source.left.detail}`);
  return { ...input, source: source.right };
};

/** The items of one file. @param isWhole see {@link objectsOf}. */
async function* itemsIn(input: Input | Opened, file: number, reading: Reading, isWhole: boolean): AsyncGenerator<Read> {
  const { kind, source } = 'source' in input ? input : await opened(input);
  const toItem = makeToItem(isPart(kind) ? 'transactions' : kind, file, reading.supplier);
  for await (const rows of objectsOf(kind, source, reading, isWhole)) {
    const headers = rows.filter(({ row }) => E.isLeft(row) && row.left.isHeader === true).length;
    yield { file, rows: rows.length - headers, items: rows.map(toItem) };
  }
}

/**
 * Reads the rows of files, in their order and in batches: the one reader of `check`, `load`, `dry-run` and `verify`. If the files
 * have line items or tax items, they and the transactions are read together, in place of the first of them; a row of a
 * part that does not say where it belongs ends their reading.
 *
 * Nothing is thrown for a damaged file: its last row is rejected and says `stopsReading`.
 */
export async function* readItems(inputs: ReadonlyArray<Input | Opened>, reading: Reading): AsyncGenerator<Read> {
  const isJoined = inputs.some(({ kind }) => isPart(kind));
  const ofTransactions = inputs.map(({ kind }) => isPart(kind) || kind === 'transactions');
  for (const [file, input] of inputs.entries()) {
    if (!isJoined || !ofTransactions[file]) yield* itemsIn(input, file, reading, true);
    else if (ofTransactions.indexOf(true) === file)
      yield* joined(
        inputs.map(({ kind }) => kind),
        (index) => itemsIn(inputs[index]!, index, reading, false),
      );
  }
}

/** Returns the rejection of a file of which nothing can be used; null if something can. */
export const refusalOf = async (input: Input, isWhole: boolean, supplier: string | null): Promise<string | null> => {
  for await (const { items } of itemsIn(input, 0, { supplier, others: 'taken' }, isWhole))
    for (const first of items) return E.isLeft(first) && first.left.why.stopsReading ? first.left.why.detail : null;
  return null;
};
