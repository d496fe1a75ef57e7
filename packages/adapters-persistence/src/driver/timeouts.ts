import type { ClientBase, QueryConfig } from 'pg';
import { processOf } from './statement-batch.ts';

/** The driver knows a time-out of one query; its types do not. */
export type TimedQuery = QueryConfig & { readonly query_timeout: number };

/** Time-outs of the database, in milliseconds; 0: none. */
export type Timeouts = {
  /** One statement. */
  readonly statementMs: number;
  /** The wait for another transaction's lock. */
  readonly lockMs: number;
  /** Time without any traffic, if a server or a network hangs. The connection is dropped. */
  readonly answerMs: number;
};

/** For work without a time limit: migrations and reconciliations. */
export const UNHURRIED: Timeouts = { statementMs: 0, lockMs: 0, answerMs: 0 };

/** A transaction that waits longer than this for its program has lost it. */
const GONE_MS = 300_000;

/** Statements sent together are answered together: all must finish before the connection counts as silent. */
const BEFORE_SILENCE_MS = 1_000;

/** The first version of PostgreSQL with a time-out of whole transactions. */
const KNOWS_TRANSACTION_TIMEOUT = `current_setting('server_version_num')::int >= 170000`;

/** Returns the time-outs by PostgreSQL's names. */
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
/** Connections that lead to a node of a Citus cluster. */
const onCitus = new WeakSet<ClientBase>();

const IS_CITUS = `exists (select from pg_extension where extname = 'citus') as citus`;

/**
 * Returns true if a connection leads to PostgreSQL itself. Behind a pooler, a statement may be prepared on one server connection and
 * used on another, and settings would affect other clients.
 */
export const isDirect = (client: ClientBase): boolean => direct.has(client);

/**
 * Sets the time-outs of a new connection for its lifetime, if it {@link isDirect}. Otherwise each unit of work
 * sets its own by {@link limitTransaction}, and all other statements have those of the role.
 *
 * @param withinMs the time limit, because the connection is not yet polled for silence.
 */
export const limitSession = (timeouts: Timeouts, withinMs: number) => {
  // Without Citus, its setting is one without effect.
  const sql = `${selectSettings(timeouts, false)}, set_config('citus.propagate_set_commands', 'local', false),
    ${IS_CITUS}
    where pg_backend_pid() = $1`;
  return async (client: ClientBase): Promise<void> => {
    const ask = async (text: string, values: ReadonlyArray<unknown>) => {
      const config: TimedQuery = { text, values: [...values], query_timeout: withinMs };
      const { rows } = await client.query<{ readonly citus: boolean }>(config);
      return rows[0];
    };
    const own = await ask(sql, [processOf(client)]);
    if (own !== undefined) direct.add(client);
    const { citus } = own ?? (await ask(`select ${IS_CITUS}`, []))!;
    if (citus) onCitus.add(client);
  };
};

/**
 * Statements that give a transaction of a connection the time-outs that its session does not: on Citus, the wait for a lock
 * on the node that has the rows. A setting of a session stays on the node that it is connected to (ADR 28).
 */
export const limitNodes = (client: ClientBase, { lockMs }: Timeouts): ReadonlyArray<string> =>
  isDirect(client) && onCitus.has(client) ? [`set local lock_timeout = ${lockMs}`] : [];

/** Returns true if a connection leads to a node of a Citus cluster. */
export const isOnCitus = (client: ClientBase): boolean => onCitus.has(client);

/** A statement that sets the time-outs of one transaction. */
export const limitTransaction = (timeouts: Timeouts): string => selectSettings(timeouts, true);
