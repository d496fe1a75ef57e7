import type { ClientBase, QueryConfig } from 'pg';
import { processOf } from './statement-batch.ts';

/** The driver knows a time-out of one query; its types do not. */
type TimedQuery = QueryConfig & { readonly query_timeout: number };

/** How long the database may take, in milliseconds; 0: as long as it likes. */
export type Timeouts = {
  /** One statement. */
  readonly statementMs: number;
  /** The wait for another transaction's lock. */
  readonly lockMs: number;
  /** Until anything is heard at all: of a server or a network that hangs. The connection is dropped. */
  readonly answerMs: number;
};

/** For work that may take as long as it takes: migrations, and a reconciliation of everything. */
export const UNHURRIED: Timeouts = { statementMs: 0, lockMs: 0, answerMs: 0 };

/** A transaction that waits for its program longer than this is one whose program is gone, whatever it may take. */
const GONE_MS = 300_000;

/** Statements sent together are answered together: all of them have to be done before the connection is taken for silent. */
const BEFORE_SILENCE_MS = 1_000;

/** PostgreSQL knows a time-out of whole transactions since this version. */
const KNOWS_TRANSACTION_TIMEOUT = `current_setting('server_version_num')::int >= 170000`;

/** What sets the time-outs, in PostgreSQL's names. */
const selectSettings = ({ statementMs, lockMs, answerMs }: Timeouts, isLocal: boolean): string => {
  const set = (name: string, ms: number) => `set_config('${name}', '${ms}', ${isLocal})`;
  const transaction = set('transaction_timeout', Math.max(0, answerMs - BEFORE_SILENCE_MS));
  return `select ${[
    set('statement_timeout', statementMs),
    set('lock_timeout', lockMs),
    set('idle_in_transaction_session_timeout', statementMs || GONE_MS),
    `case when ${KNOWS_TRANSACTION_TIMEOUT} then ${transaction} end`,
  ].join(', ')}`;
};

/** Connections that lead to PostgreSQL itself. */
const direct = new WeakSet<ClientBase>();

/**
 * Returns true if a connection leads to PostgreSQL itself. Behind a pooler a statement may be prepared on one server connection and
 * asked for on another, and settings would be handed on to others.
 */
export const isDirect = (client: ClientBase): boolean => direct.has(client);

/**
 * Sets the time-outs of a new connection for as long as it lasts, where it {@link isDirect}. Elsewhere each unit of work
 * brings its own, by {@link limitTransaction}, and all else has those of its role.
 *
 * @param withinMs no one has taken the connection yet, so no one else would notice that nothing comes.
 */
export const limitSession = (timeouts: Timeouts, withinMs: number) => {
  const sql = `${selectSettings(timeouts, false)} where pg_backend_pid() = $1`;
  return async (client: ClientBase): Promise<void> => {
    const config: TimedQuery = { text: sql, values: [processOf(client)], query_timeout: withinMs };
    const { rows } = await client.query(config);
    if (rows.length > 0) direct.add(client);
  };
};

/** A statement that sets the time-outs of one transaction. */
export const limitTransaction = (timeouts: Timeouts): string => selectSettings(timeouts, true);
