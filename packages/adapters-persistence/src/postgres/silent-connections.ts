import type { Pool, PoolClient } from 'pg';
import { connectionOf } from './driver-connection.ts';

const BETWEEN_LOOKS_MS = 1_000;

/** When something last went over a connection, as far as was looked. */
type Heard = { readonly at: number; readonly bytes: number };

const bytesOf = (client: PoolClient): number => {
  const { bytesRead, bytesWritten } = connectionOf(client).stream;
  return bytesRead + bytesWritten;
};

/**
 * Drops a connection that is in use and over which nothing went for longer than a server that lives needs: nothing will
 * come of it.
 *
 * One look a second at all of them. A timer for each statement, as the driver has, was a tenth more work for the garbage
 * collector.
 *
 * @param answerMs 0: never.
 */
export const dropSilentConnections = (pool: Pool, answerMs: number): void => {
  if (answerMs === 0) return;
  const inUse = new Map<PoolClient, Heard>();
  let looking: NodeJS.Timeout | null = null;

  const lookAt = (client: PoolClient, heard: Heard, now: number): void => {
    const bytes = bytesOf(client);
    if (bytes !== heard.bytes) inUse.set(client, { at: now, bytes });
    else if (now - heard.at > answerMs) connectionOf(client).stream.destroy();
  };
  const look = (): void => {
    const now = performance.now();
    for (const [client, heard] of inUse) lookAt(client, heard, now);
    if (inUse.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  };
  pool.on('acquire', (client) => {
    inUse.set(client, { at: performance.now(), bytes: bytesOf(client) });
    looking ??= setInterval(look, BETWEEN_LOOKS_MS).unref();
  });
  pool.on('release', (_error, client) => inUse.delete(client));
};
