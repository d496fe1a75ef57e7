import type { Pool, PoolClient } from 'pg';

/**
 * Gives back a pooled connection whose socket ends while it is in use.
 *
 * A backend that is killed under load would otherwise leave its connection checked out for ever: the query builder under
 * the ORM skips the release when the rollback on the dead connection throws, and after a few such deaths the pool is empty.
 */
export const healPool = (pool: Pool): void => {
  // The pool sets the client's `release` right after this event, so it is wrapped one microtask later.
  pool.on('acquire', (client) => queueMicrotask(() => releaseOnEnd(client)));
};

const releaseOnEnd = (client: PoolClient): void => {
  const release = client.release;
  let isReleased = false;
  const releaseOnce: typeof release = (error) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', discard);
    release.call(client, error);
  };
  const discard = () => releaseOnce(true);
  client.release = releaseOnce;
  client.once('end', discard);
};
