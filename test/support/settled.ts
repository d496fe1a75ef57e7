import { expect } from 'vitest';
import type { RunningService } from './a-service.ts';

/** Waits until all that is committed is final: also a transaction of another database of this server holds it back. */
export const settled = async ({ sql }: Pick<RunningService, 'sql'>): Promise<void> => {
  const [{ position } = { position: '' }] = await sql<{ position: string }>(
    'select commit_position()::text as position',
  );
  await expect
    .poll(() => sql('select from unnest(array[1]) where final_position() > $1::bigint', [position]), {
      timeout: 20_000,
    })
    .toHaveLength(1);
};
