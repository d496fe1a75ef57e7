import type { EntityManager } from '@mikro-orm/postgresql';
import { type IRateLimiterOptions, type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible';
import { query } from './sql/query.ts';

type Statement = { readonly text: string; readonly values: ReadonlyArray<unknown> };

/** Counters in the database, for all processes that share it (ADR 17). Each count is one statement on one row. */
export const makePostgresCounter =
  (em: EntityManager) =>
  (options: IRateLimiterOptions): RateLimiterAbstract =>
    new RateLimiterPostgres({
      ...options,
      storeType: 'client',
      // Without the names of its prepared statements, which not every pooler supports.
      storeClient: {
        query: async ({ text, values }: Statement) => {
          const rows = await query(em, text, values);
          return { rows, rowCount: rows.length };
        },
      },
      tableName: 'rate_limit',
      tableCreated: true,
    });
