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

/** The beginning of a statement that sets the time-outs of a session. */
export const limitSession = (timeouts: Timeouts): string => selectSettings(timeouts, false);

/** A statement that sets the time-outs of one transaction. */
export const limitTransaction = (timeouts: Timeouts): string => selectSettings(timeouts, true);
