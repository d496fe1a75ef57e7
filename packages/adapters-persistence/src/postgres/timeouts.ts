import type { ClientBase, QueryConfig } from 'pg';

/** The driver knows a time-out of one query; its types don't. */
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

/** By name, as PostgreSQL has them. A transaction that waits for its program is one whose program is gone. */
const settingsOf = ({ statementMs, lockMs }: Timeouts): ReadonlyArray<readonly [name: string, ms: number]> => [
  ['statement_timeout', statementMs],
  ['lock_timeout', lockMs],
  ['idle_in_transaction_session_timeout', statementMs],
];

/** The process a connection was told that it leads to. */
export const processOf = (client: ClientBase): number =>
  (client as unknown as { readonly processID: number }).processID;

/**
 * Sets the time-outs of a new connection for as long as it lasts, where it leads to PostgreSQL itself. A pooler gives out
 * process numbers of its own, and would hand the settings on to others: there each transaction brings its own, by
 * {@link limitTransaction}.
 */
export const limitSession = (timeouts: Timeouts) => {
  const settings = settingsOf(timeouts).map(([name, ms]) => `set_config('${name}', '${ms}', false)`);
  const sql = `select ${settings.join(', ')} where pg_backend_pid() = $1`;
  return async (client: ClientBase): Promise<void> => {
    // No one has taken the connection yet, so no one else would notice that nothing comes.
    const config: TimedQuery = { text: sql, values: [processOf(client)], query_timeout: timeouts.answerMs };
    await client.query(config);
  };
};

/** Statements that set the time-outs of one transaction. */
export const limitTransaction = (timeouts: Timeouts): ReadonlyArray<string> =>
  settingsOf(timeouts).map(([name, ms]) => `set local ${name} = ${ms}`);
