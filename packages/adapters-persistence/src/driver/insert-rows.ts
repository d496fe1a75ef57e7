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

/** Returns an array as PostgreSQL reads it. */
export const arrayLiteral = (values: ReadonlyArray<string | null>): string => `{${values.map(element).join(',')}}`;

/** Returns bytes as PostgreSQL reads them. */
export const toHex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

/** The values of each column, by the table's property names: one per row, or one text for all rows. */
export type Columns = { readonly [property: string]: ReadonlyArray<unknown> | string };

type ToText = (value: unknown) => string;

/** Converts a column's values to text. */
type Column = { readonly property: string; readonly toText: ToText };

/** A table's `insert` and its parameters: one array per column, or one value for all rows. */
type InsertStatement = { readonly sql: string; readonly columns: ReadonlyArray<Column> };

const statements = new WeakMap<object, Map<string, InsertStatement>>();

const isStored = (property: EntityProperty): boolean => property.persist !== false && property.generated === undefined;

const isList = (type: string): boolean => type.endsWith('[]');

const writerOf = (type: string): ToText => {
  if (type === 'jsonb') return JSON.stringify;
  return isList(type) ? (value) => arrayLiteral(value as ReadonlyArray<string>) : String;
};

/**
 * `insert … select` from one array per column: a third less work for PostgreSQL than from one JSON document. The arrays are unnested
 * in the select list, since `from` would materialise all rows first. Lists
 * are sent as texts, because `unnest` would flatten a list of lists; a value shared by all rows is sent once.
 */
const makeStatement = (tableName: string, stored: ReadonlyArray<EntityProperty>, values: Columns): InsertStatement => {
  const of = stored.map((property, at) => {
    const { name, fieldNames, columnTypes } = property as { name: string; fieldNames: string[]; columnTypes: string[] };
    const [field, type] = [fieldNames[0]!, columnTypes[0]!];
    const each = isList(type) ? `unnest($${at + 1}::text[])::${type}` : `unnest($${at + 1}::${type}[])`;
    const selected = typeof values[name] === 'string' ? `$${at + 1}::${type}` : each;
    return { field, selected, column: { property: name, toText: writerOf(type) } };
  });
  return {
    sql: `insert into ${tableName} (${of.map(({ field }) => field)}) select ${of.map(({ selected }) => selected)}`,
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
const toParameter = (values: ReadonlyArray<unknown> | string, { toText }: Column): Parameter => {
  if (typeof values === 'string') return values;
  let length = values.length;
  while (length > 0 && isAbsent(values[length - 1])) length -= 1;
  const present = length === values.length ? values : values.slice(0, length);
  const areTexts = present.every((value) => typeof value === 'string' || value === null);
  const write = (value: unknown) => (typeof value === 'string' ? value : toText(value));
  const texts = areTexts ? present : present.map((value) => (isAbsent(value) ? null : write(value)));
  return arrayLiteral(texts as ReadonlyArray<string | null>);
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
