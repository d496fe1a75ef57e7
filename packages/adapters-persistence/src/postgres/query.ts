import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';

/**
 * Rows of one SQL statement with bound parameters (`$1`), in the entity manager's transaction where it has one.
 *
 * Not `em.execute`: that writes parameters into the statement's text, which costs time on large values and leaves the
 * safety of every value to quoting.
 */
export const query = async <Row>(
  em: EntityManager,
  sql: string,
  parameters: ReadonlyArray<unknown> = [],
): Promise<ReadonlyArray<Row>> => {
  const executor = em.getTransactionContext<Kysely<unknown>>() ?? em.getConnection().getClient();
  const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]));
  return rows;
};
