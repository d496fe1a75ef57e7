import type { EntityManager, EntityName, EntityProperty } from '@mikro-orm/postgresql';
import { query } from './query.ts';
import type { Parameter } from './statement-batch.ts';

/** A row by the table's property names; values other than text are written as PostgreSQL reads them. */
export type Row = { readonly [property: string]: unknown };

/** Texts that need no quotes in an array. */
const PLAIN = /^[\w.:+-]+$/;

const element = (text: string | null): string => {
  if (text === null) return 'NULL';
  if (PLAIN.test(text) && !(text.length === 4 && text.toUpperCase() === 'NULL')) return text;
  return text.includes('"') || text.includes('\\')
    ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `"${text}"`;
};

/** Returns an array of any type in PostgreSQL's text format. */
export const arrayLiteral = (texts: ReadonlyArray<string | null>): string => `{${texts.map(element).join(',')}}`;

/** Returns an array of numbers, dates, UUIDs or booleans, none of which needs quotes. */
const plainArray = (texts: ReadonlyArray<string | null>): string =>
  `{${texts.map((text) => text ?? 'NULL').join(',')}}`;

/** An element type: PostgreSQL's OID, and the format version that precedes each element of jsonb. */
type ElementType = { readonly oid: number; readonly version: number | null };

const TEXT: ElementType = { oid: 25, version: null };
const JSONB: ElementType = { oid: 3802, version: 1 };

const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
/** The bytes of one UTF-16 code unit in UTF-8, at most. */
const MAX_UNIT_BYTES = 3;

const FIRST_BYTES = 64 * 1024;
/** The size up to which the memory is kept for the next array. */
const KEPT_BYTES = 1024 * 1024;

/** Written to by one array after another: `encode` is synchronous. */
let bytes = Buffer.allocUnsafe(FIRST_BYTES);

const reserve = (used: number, needed: number): void => {
  if (used + needed <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, used + needed));
  bytes.copy(larger, 0, 0, used);
  bytes = larger;
};

/** Writes an element at `start`, preceded by its length. @returns where it ends. */
const writeElement = (text: string | null, start: number, { version }: ElementType): number => {
  if (text === null) {
    reserve(start, 4);
    return bytes.writeInt32BE(-1, start);
  }
  reserve(start, 5 + MAX_UNIT_BYTES * text.length);
  const from = version === null ? start + 4 : bytes.writeUInt8(version, start + 4);
  const end = from + bytes.write(text, from, 'utf8');
  bytes.writeInt32BE(end - start - 4, start);
  return end;
};

/** Writes an array in PostgreSQL's binary format: no quotes to add here or to look for there (ADR 16). */
const encode = (texts: ReadonlyArray<string | null>, type: ElementType): Buffer => {
  const isEmpty = texts.length === 0;
  bytes.writeInt32BE(isEmpty ? 0 : 1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(type.oid, 8);
  bytes.writeInt32BE(texts.length, 12);
  bytes.writeInt32BE(1, 16);
  let end = isEmpty ? EMPTY_HEADER_BYTES : HEADER_BYTES;
  for (const text of texts) end = writeElement(text, end, type);
  const encoded = Buffer.from(bytes.subarray(0, end));
  if (bytes.length > KEPT_BYTES) bytes = Buffer.allocUnsafe(FIRST_BYTES);
  return encoded;
};

/** Returns texts as a parameter of type `text[]`. */
export const textArray = (texts: ReadonlyArray<string | null>): Parameter => encode(texts, TEXT);

/** Returns JSON texts as a parameter of type `jsonb[]`. */
export const jsonbArray = (texts: ReadonlyArray<string | null>): Parameter => encode(texts, JSONB);

/** Returns bytes as PostgreSQL reads them. */
export const toHex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

/** The values of each column, by the table's property names: one per row, or one text for all rows. */
export type Columns = { readonly [property: string]: ReadonlyArray<unknown> | string };

type ToText = (value: unknown) => string;
type ToArray = (texts: ReadonlyArray<string | null>) => Parameter;

/** Converts a column's values to texts, and these to an array. */
type Column = { readonly property: string; readonly toText: ToText; readonly toArray: ToArray };

/** A table's `insert` and its parameters: one array per column, or one value for all rows. */
type InsertStatement = { readonly sql: string; readonly columns: ReadonlyArray<Column> };

const statements = new WeakMap<object, Map<string, InsertStatement>>();

const isStored = (property: EntityProperty): boolean => property.persist !== false && property.generated === undefined;

const isList = (type: string): boolean => type.endsWith('[]');

const writerOf = (type: string): ToText => {
  if (type === 'jsonb') return JSON.stringify;
  return isList(type) ? (value) => arrayLiteral(value as ReadonlyArray<string>) : String;
};

/** Types whose texts have no character that an array would need to quote. */
const NEEDS_NO_QUOTES = /^(?:bigint|boolean|date|integer|numeric|smallint|uuid)\b/;

const arrayOf = (type: string): ToArray => {
  if (type === 'jsonb') return jsonbArray;
  if (type === 'text' || isList(type)) return textArray;
  return NEEDS_NO_QUOTES.test(type) ? plainArray : arrayLiteral;
};

/** The column by which the rows of an account are distributed. */
const ACCOUNT = 'account_id';

/**
 * `insert … select` from one array per column: a third less work for PostgreSQL than from one JSON document. The arrays
 * are unnested in the select list, because `from` would materialise all rows first. Lists are sent as texts, because
 * `unnest` would flatten a list of lists; a value that all rows share is sent once.
 *
 * Rows of one account are selected from its row: Citus sends such a statement to the account's node as it is, and would
 * collect the rows of any other first. It does not send one that casts what `unnest` returns, hence the outer select (ADR 28).
 */
const makeStatement = (tableName: string, stored: ReadonlyArray<EntityProperty>, values: Columns): InsertStatement => {
  const of = stored.map((property, at) => {
    const { name, fieldNames, columnTypes } = property as { name: string; fieldNames: string[]; columnTypes: string[] };
    const [field, type] = [fieldNames[0]!, columnTypes[0]!];
    const isShared = typeof values[name] === 'string';
    const each = `unnest($${at + 1}::${isList(type) ? 'text' : type}[])`;
    return {
      field,
      inner: `${isShared ? `$${at + 1}::${type}` : each} as ${field}`,
      outer: isList(type) ? `${field}::${type}` : field,
      ofAccount: field === ACCOUNT && isShared ? `$${at + 1}` : null,
      column: { property: name, toText: writerOf(type), toArray: arrayOf(type) },
    };
  });
  const account = of.find(({ ofAccount }) => ofAccount !== null)?.ofAccount;
  const inner = of.map((one) => (one.ofAccount === null ? one.inner : `account.id as ${ACCOUNT}`));
  const from = account === undefined ? '' : ` from account where account.id = ${account}::bigint`;
  return {
    sql: `insert into ${tableName} (${of.map(({ field }) => field)})
      select ${of.map(({ outer }) => outer)} from (select ${inner}${from}) given`,
    columns: of.map(({ column }) => column),
  };
};

const insertStatement = <T extends object>(em: EntityManager, table: EntityName<T>, values: Columns) => {
  const meta = em.getMetadata().get(table);
  const same = Object.keys(values).filter((property) => typeof values[property] === 'string');
  const known = statements.get(meta) ?? new Map<string, InsertStatement>();
  statements.set(meta, known);
  const key = same.join();
  const statement = known.get(key) ?? makeStatement(meta.tableName, meta.props.filter(isStored), values);
  known.set(key, statement);
  return statement;
};

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Returns a column as its array without the nulls at its end, as `unnest` fills up with nulls. */
const toParameter = (values: ReadonlyArray<unknown> | string, { toText, toArray }: Column): Parameter => {
  if (typeof values === 'string') return values;
  let length = values.length;
  while (length > 0 && isAbsent(values[length - 1])) length -= 1;
  const present = length === values.length ? values : values.slice(0, length);
  const areTexts = present.every((value) => typeof value === 'string' || value === null);
  const write = (value: unknown) => (typeof value === 'string' ? value : toText(value));
  const texts = areTexts ? present : present.map((value) => (isAbsent(value) ? null : write(value)));
  return toArray(texts as ReadonlyArray<string | null>);
};

/** Returns the statement and its parameters for one or more rows. */
export const toInsert = <T extends object>(
  em: EntityManager,
  table: EntityName<T>,
  values: Columns,
): { readonly sql: string; readonly parameters: ReadonlyArray<Parameter> } => {
  const { sql, columns } = insertStatement(em, table, values);
  return { sql, parameters: columns.map((column) => toParameter(values[column.property] ?? [], column)) };
};

/** Returns rows as columns. */
export const toColumns = (rows: ReadonlyArray<Row>): Columns => {
  const properties = new Set(rows.flatMap((row) => Object.keys(row)));
  return Object.fromEntries([...properties].map((property) => [property, rows.map((row) => row[property])]));
};

/** Inserts any number of rows in one statement and one round trip. */
export const insertRows = async <T extends object>(
  em: EntityManager,
  table: EntityName<T>,
  rows: ReadonlyArray<Row>,
): Promise<void> => {
  if (rows.length === 0) return;
  const { sql, parameters } = toInsert(em, table, toColumns(rows));
  await query(em, sql, parameters);
};

/** Inserts one row of a table without lists. Its distribution column is a plain value, so Citus sends it to one node. */
export const insertRow = async <T extends object>(em: EntityManager, table: EntityName<T>, row: Row): Promise<void> => {
  const { tableName, props } = em.getMetadata().get(table);
  const stored = props.filter(isStored).map(({ name, fieldNames }) => ({ value: row[name], field: fieldNames[0]! }));
  const sql = `insert into ${tableName} (${stored.map(({ field }) => field)}) values (${stored.map((_, at) => `$${at + 1}`)})`;
  await query(
    em,
    sql,
    stored.map(({ value }) => value ?? null),
  );
};
