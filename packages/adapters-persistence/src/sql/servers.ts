import { addressOf } from '@carryover/settings/database-url';
import type { Pool, PoolClient } from 'pg';
import { Connection, ReadOnly } from './connection.ts';

/** Returns true if a URL asks for a server that accepts writes. */
export const mustAcceptWrites = (url: string): boolean => /[?&]target_session_attrs=read-write(&|$)/.test(url);

const FOUND_WITHIN_MS = 2_000;

/** Resolves to the URL if its server accepts writes. */
const probe = async (url: string): Promise<string> => {
  const client = new Connection({ connectionString: url, connectionTimeoutMillis: FOUND_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.requireWritable(FOUND_WITHIN_MS);
    return url;
  } finally {
    // Not its end in good order, which a frozen server would not answer.
    client.protocol.stream.destroy();
  }
};

/** Asks all servers at once. Rejects, with what each of them said, if none accepts writes. */
const findPrimary = async (urls: ReadonlyArray<string>): Promise<string> => {
  try {
    return await Promise.any(urls.map(probe));
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    const [only, ...others] = error.errors;
    if (others.length === 0) throw only;
    const said = error.errors.map(({ message }, at) => `${addressOf(urls[at]!)}: ${message}`);
    throw new ReadOnly(`No server accepts writes (${said.join('; ')})`, { cause: only });
  }
};

/** The pool's own time-out of the wait for a connection in use: it says nothing about the server. */
const isWaitForOthers = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/**
 * Has a pool connect to the server that accepts writes: the last one that did, and if a connection fails, the one that is
 * found then. The driver knows one server only (ADR 30).
 *
 * @param urls all servers. The pool's `onConnect` must reject a connection to a read-only one.
 */
export const followPrimary = (pool: Pool, urls: ReadonlyArray<string>): void => {
  const connect: Pool['connect'] = pool.connect.bind(pool);
  let isLost = false;
  let finding: Promise<void> | null = null;
  const find = async (): Promise<void> => {
    isLost = true;
    pool.options.connectionString = await findPrimary(urls);
    isLost = false;
  };
  const findOnce = (): Promise<void> => {
    finding ??= find().finally(() => {
      finding = null;
    });
    return finding;
  };
  const connectToPrimary = async (): Promise<PoolClient> => {
    if (isLost) await findOnce();
    try {
      return await connect();
    } catch (error) {
      if (isWaitForOthers(error)) throw error;
      await findOnce();
      return connect();
    }
  };
  pool.connect = ((callback?: Parameters<Pool['connect']>[0]) =>
    callback === undefined ? connectToPrimary() : connect(callback)) as Pool['connect'];
};
