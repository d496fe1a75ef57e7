import type { EntityManager } from '@mikro-orm/postgresql';
import type * as t from 'io-ts';
import { CompiledQuery, type Kysely } from 'kysely';
import { checked } from '../schema/stored-values.ts';

/**
 * Runs one SQL statement with bound parameters (`$1`), in the entity manager's transaction if it has one.
 *
 * Does not use `em.execute`, which writes parameters into the statement's text: that costs time on large values and makes the
 * safety of every value depend on quoting.
 */
export const query = async (
  em: EntityManager,
  sql: string,
  parameters: ReadonlyArray<unknown> = [],
): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const executor = em.getTransactionContext<Kysely<unknown>>() ?? em.getConnection().getClient();
  const { rows } = await executor.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, [...parameters]));
  return rows;
};

/** Returns the rows of a statement; rejects if `row` cannot decode one of them. */
export const readRows = async <Row>(
  em: EntityManager,
  row: t.Type<Row, unknown>,
  sql: string,
  parameters: ReadonlyArray<unknown> = [],
): Promise<ReadonlyArray<Row>> => (await query(em, sql, parameters)).map((value) => checked(row, value));

/** Returns the first row of a statement; null if it has none. */
export const readRow = async <Row>(
  em: EntityManager,
  row: t.Type<Row, unknown>,
  sql: string,
  parameters: ReadonlyArray<unknown> = [],
): Promise<Row | null> => (await readRows(em, row, sql, parameters))[0] ?? null;

/** Returns the rows of a statement: within an entity manager's transaction, or of a snapshot. */
export type Read = <Row>(
  row: t.Type<Row, unknown>,
  sql: string,
  parameters?: ReadonlyArray<unknown>,
) => Promise<ReadonlyArray<Row>>;

export const readerOf =
  (em: EntityManager): Read =>
  (row, sql, parameters) =>
    readRows(em, row, sql, parameters);
