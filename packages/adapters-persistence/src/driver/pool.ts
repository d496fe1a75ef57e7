import type { Pool, PoolClient } from 'pg';
import { READ_ONLY } from './servers.ts';
import { connectionOf } from './statement-batch.ts';

/** Connections that refused a write: their server is the primary no longer. */
const readOnly = new WeakSet<PoolClient>();

const noteReadOnly = (client: PoolClient): void =>
  connectionOf(client).on('errorMessage', ({ code }) => {
    if (code === READ_ONLY) readOnly.add(client);
  });

/**
 * Releases a pooled connection whose socket ends while it is in use, and does not use one again that refused a write.
 *
 * A backend that is killed under load would otherwise leave its connection checked out: the query builder below the ORM
 * skips the release if the rollback on the dead connection throws, and after a few such deaths the pool is empty.
 */
const releaseOnEnd = (client: PoolClient): void => {
  const release = client.release;
  let isReleased = false;
  const releaseOnce: typeof release = (error) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', discard);
    release.call(client, error || readOnly.has(client));
  };
  const discard = () => releaseOnce(true);
  client.release = releaseOnce;
  client.once('end', discard);
};

const POLL_MS = 1_000;

/** The bytes that have passed over a connection, and when their number last changed. */
type Traffic = { readonly at: number; readonly bytes: number };

const bytesOf = (client: PoolClient): number => {
  const { bytesRead, bytesWritten } = connectionOf(client).stream;
  return bytesRead + bytesWritten;
};

/**
 * Drops connections that are in use and without traffic for longer than a working server needs.
 *
 * All connections are polled once per second: the driver's timer per statement took a tenth more garbage collection.
 */
const makeSilenceCheck = (silentMs: number) => {
  const inUse = new Map<PoolClient, Traffic>();
  let polling: NodeJS.Timeout | null = null;

  const check = (client: PoolClient, traffic: Traffic, now: number): void => {
    const bytes = bytesOf(client);
    if (bytes !== traffic.bytes) inUse.set(client, { at: now, bytes });
    else if (now - traffic.at > silentMs) connectionOf(client).stream.destroy();
  };
  const poll = (): void => {
    const now = performance.now();
    for (const [client, traffic] of inUse) check(client, traffic, now);
    if (inUse.size > 0 || polling === null) return;
    clearInterval(polling);
    polling = null;
  };
  return {
    acquired: (client: PoolClient) => {
      inUse.set(client, { at: performance.now(), bytes: bytesOf(client) });
      polling ??= setInterval(poll, POLL_MS).unref();
    },
    released: (client: PoolClient) => inUse.delete(client),
  };
};

/**
 * Keeps a pool usable: releases connections that end or fall silent while they are in use, or that became read-only.
 *
 * @param silentMs the longest time without traffic; 0 for any.
 */
export const healPool = (pool: Pool, silentMs: number): void => {
  const inUse = new WeakSet<PoolClient>();
  pool.on('connect', noteReadOnly);
  // The pool sets the client's `release` right after this event, so it is wrapped one microtask later. If what waited for
  // the client has given up, the pool has released it again by then.
  pool.on('acquire', (client) => {
    inUse.add(client);
    queueMicrotask(() => inUse.has(client) && releaseOnEnd(client));
  });
  pool.on('release', (_error, client) => inUse.delete(client));
  if (silentMs === 0) return;
  const silence = makeSilenceCheck(silentMs);
  pool.on('acquire', silence.acquired);
  pool.on('release', (_error, client) => silence.released(client));
};
