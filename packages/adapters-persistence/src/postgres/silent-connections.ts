import type { Pool, PoolClient } from 'pg';

const BETWEEN_LOOKS_MS = 1_000;

const drop = (client: PoolClient): void => {
  (
    client as unknown as { readonly connection: { readonly stream: { destroy: () => void } } }
  ).connection.stream.destroy();
};

/**
 * Drops a connection that was taken from the pool longer ago than a server that lives needs: nothing will come of it.
 *
 * One look a second at all of them. A timer for each statement, as the driver has, was a tenth more work for the garbage
 * collector.
 *
 * @param answerMs 0: never.
 */
export const dropSilentConnections = (pool: Pool, answerMs: number): void => {
  if (answerMs === 0) return;
  const takenAt = new Map<PoolClient, number>();
  let looking: NodeJS.Timeout | null = null;

  const look = (): void => {
    const now = performance.now();
    for (const [client, at] of takenAt) if (now - at > answerMs) drop(client);
    if (takenAt.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  };
  pool.on('acquire', (client) => {
    takenAt.set(client, performance.now());
    looking ??= setInterval(look, BETWEEN_LOOKS_MS).unref();
  });
  pool.on('release', (_error, client) => takenAt.delete(client));
  pool.on('remove', (client) => takenAt.delete(client as PoolClient));
};
