import { expect, inject } from 'vitest';
import type { RunningService } from './a-service.ts';
import { runSql } from './run-sql.ts';

/** A database on its server, or on each node of a cluster. */
export const onNodes = (databaseUrl: string): ReadonlyArray<string> =>
  inject('postgresNodes').map((node) => new URL(new URL(databaseUrl).pathname, node).href);

/** Waits until all that is committed is final: also a transaction of another database of this server holds it back. */
export const settled = async ({ databaseUrl }: Pick<RunningService, 'databaseUrl'>): Promise<void> => {
  for (const node of onNodes(databaseUrl)) {
    const [now] = await runSql<{ position: string }>(node, 'select commit_position()::text as position');
    await expect
      .poll(() => runSql(node, 'select from unnest(array[1]) where final_position() > $1::bigint', [now!.position]), {
        timeout: 20_000,
      })
      .toHaveLength(1);
  }
};
