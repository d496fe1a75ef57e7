import type { EntityManager, EntityName, EntityProperty } from '@mikro-orm/postgresql';
import { query } from './query.ts';

/** A row by the table's property names; values as JSON can carry them: bytes as `\x…` in hex, decimals as strings. */
export type Row = { readonly [property: string]: unknown };

/** Bytes in the form in which a JSON string becomes a `bytea`. */
export const toHex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

const statements = new WeakMap<object, string>();

const isStored = (property: EntityProperty): boolean => property.persist !== false && property.generated === undefined;

/** `insert … select` from one JSON parameter, whose columns and types are the table's own. */
export const insertStatement = <T extends object>(em: EntityManager, table: EntityName<T>): string => {
  const meta = em.getMetadata().get(table);
  const known = statements.get(meta);
  if (known !== undefined) return known;
  const columns = meta.props.filter(isStored).map((property) => ({
    name: property.fieldNames[0]!,
    type: property.columnTypes[0]!,
    property: property.name,
  }));
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ property }) => `r."${property}"`).join(', ');
  const record = columns.map(({ property, type }) => `"${property}" ${type}`).join(', ');
  const sql = `insert into ${meta.tableName} (${names}) select ${values} from jsonb_to_recordset($1::jsonb) as r(${record})`;
  statements.set(meta, sql);
  return sql;
};

/** Inserts any number of rows in one statement and one round trip. */
export const insertRows = async <T extends object>(
  em: EntityManager,
  table: EntityName<T>,
  rows: ReadonlyArray<Row>,
): Promise<void> => {
  if (rows.length > 0) await query(em, insertStatement(em, table), [JSON.stringify(rows)]);
};
