import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';

/** Returns true if the database is one of a Citus cluster, which refuses some statements that read several nodes (ADR 28). */
export const isOnCitus = async (em: EntityManager): Promise<boolean> =>
  (await query(em, `select from pg_extension where extname = 'citus'`)).length > 0;
