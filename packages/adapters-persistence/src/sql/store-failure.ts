import type { Stored, StoreFailure } from '@carryover/application/ports/store-failure';
import * as E from 'fp-ts/lib/Either.js';

/**
 * SQLSTATE classes and codes of temporary failures: connection lost (08), out of resources (53), shutting down or
 * starting up (57P), no connections allowed, lock, statement or transaction time-out, deadlock and serialisation failure,
 * read-only during a failover, a prepared statement whose table has changed (its connection is discarded).
 */
const NOT_NOW = /^(08|53|57P|55000|55P03|57014|25P03|25P04|40001|40P01|25006|0A000)/;
export const DEADLOCK = '40P01';
/** `connection_failure`. */
export const CONNECTION_FAILURE = '08006';
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** The driver has no codes for these. */
const LOST_CONNECTION =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after/;

/** Returns the SQLSTATE of PostgreSQL's error, or the code of the driver's; empty if it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

const severityOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'severity' in error ? String(error.severity) : '';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Returns true if PostgreSQL gave up the connection, or did not let it begin: out of space for a new one, about to restart. */
const endsConnection = (error: unknown): boolean => /^(FATAL|PANIC)$/.test(severityOf(error));

/** Codes that may end a connection: the severity is a word in the server's language. */
const MAY_END_CONNECTION = /^(08|53|57P|58|XX|25P03|25P04)/;

/**
 * Errors of a cluster for a commit that its node may have made. One that is cancelled waits for the node's answer, too; on a
 * server of its own, PostgreSQL does not cancel a commit (ADR 28).
 */
const MAY_BE_COMMITTED = /could not commit transaction|connection marked as essential|postmaster was shut down/;
const CANCELLED = '57014';

/** A commit that succeeded on the node that was asked, and maybe not on the one that has the rows. */
export class CommitInDoubt extends Error {}

const isInDoubt = (error: unknown): boolean =>
  error instanceof CommitInDoubt ||
  codeOf(error) === CANCELLED ||
  (codeOf(error) === 'XX000' && MAY_BE_COMMITTED.test(messageOf(error)));

/** Returns true if PostgreSQL itself answered, so that the outcome of the statement is known. */
export const isAnswered = (error: unknown): boolean => {
  const code = codeOf(error);
  if (!/^[0-9A-Z]{5}$/.test(code) || /^(08|57P)/.test(code) || endsConnection(error) || isInDoubt(error)) return false;
  return severityOf(error) === 'ERROR' || !MAY_END_CONNECTION.test(code);
};

export const toStoreFailure = (cause: unknown): StoreFailure => {
  const code = codeOf(cause);
  const isLost = SOCKET_CODES.has(code) || LOST_CONNECTION.test(messageOf(cause)) || endsConnection(cause);
  const isTransient = NOT_NOW.test(code) || isLost || isInDoubt(cause);
  return { kind: isTransient ? 'store_unavailable' : 'store_failure', cause };
};

/** Runs a change of the store; what it throws becomes a value. A statement that is only sent may fail when its transaction is committed. */
export const changed = (change: () => unknown): Stored<void> =>
  stored(async () => {
    await change();
  });

/** Runs a statement of the store; what it throws becomes a value. */
export const stored =
  <A>(run: () => Promise<A>): Stored<A> =>
  async () => {
    try {
      return E.right(await run());
    } catch (error) {
      return E.left(toStoreFailure(error));
    }
  };
