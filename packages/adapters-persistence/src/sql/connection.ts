import type { Socket } from 'node:net';
import pg, { type Pool, type QueryConfig } from 'pg';
import { CITUS, type Dialect, IS_CITUS, ONE_SERVER, PROPAGATE_SETTINGS } from './dialect.ts';
import { CommitInDoubt } from './store-failure.ts';
import { limitSession, limitTransaction, type Timeouts } from './timeouts.ts';

/** The parts of the driver's protocol that its types leave out: prepared statements, the message that ends a batch, the socket. */
export type Protocol = {
  readonly on: (event: 'errorMessage', listener: (message: { readonly code?: string }) => void) => void;
  /** Rejects the statement that is executed, and has the connection not used again. */
  readonly emit: (event: 'error', error: Error) => void;
  readonly stream: Socket;
  readonly parsedStatements: Record<string, string>;
  readonly parse: (message: {
    readonly name: string;
    readonly text: string;
    readonly types: ReadonlyArray<number>;
  }) => void;
  readonly bind: (message: {
    readonly statement: string;
    readonly values: ReadonlyArray<string | Buffer | null>;
  }) => void;
  readonly describe: (message: { readonly type: 'P'; readonly name: string }) => void;
  readonly execute: (message: { readonly rows?: number }) => void;
  readonly sync: () => void;
};

/** The driver's reader of rows, with what its types leave out. */
export const RowReader = pg.Result as unknown as new (
  mode: 'object',
  types: Pick<pg.Client, 'getTypeParser'>,
) => RowReader;
export type RowReader = {
  readonly addFields: (fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number }>) => void;
  readonly parseRow: (texts: ReadonlyArray<string | null>) => Record<string, unknown>;
};

/** PostgreSQL's code for a write on a standby, or on a primary that was fenced. */
const READ_ONLY = '25006';

/** A warning of a cluster: a node did not answer the commit, which itself succeeds all the same (ADR 28). */
const COMMIT_FAILED = /failed to commit transaction/;

export class ReadOnly extends Error {
  readonly code = READ_ONLY;
}

export type ConnectionOptions = {
  readonly timeouts: Timeouts;
  /** True if statements are prepared once per connection, which some poolers do not support; by default, if no pooler is in between. */
  readonly isPrepared?: boolean | null;
};

type Release = (error?: Error | boolean) => void;

/** A connection to PostgreSQL: the pool makes all of its connections by this class. */
export class Connection extends pg.Client {
  readonly protocol = (this as unknown as { readonly connection: Protocol }).connection;
  /** The process id that the server reported; a pooler reports its own numbers. */
  declare readonly processID: number;
  /**
   * True if the connection leads to PostgreSQL itself. Behind a pooler, a statement may be prepared on one server connection
   * and used on another, and settings would affect other clients.
   */
  isDirect = false;
  dialect: Dialect = ONE_SERVER;
  /** True if statements are prepared once. */
  isPrepared = false;
  /** The statements that begin a transaction. */
  begin: ReadonlyArray<string> = ['begin'];
  /**
   * The readers of the rows of prepared statements, by name: PostgreSQL rejects one whose rows have another shape than when
   * it was prepared.
   */
  readonly readers = new Map<string, RowReader>();
  /** True once a write was refused: the server is the primary no longer. */
  #isReadOnly = false;
  #release: Release | null = null;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.protocol.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) this.#isReadOnly = true;
    });
    this.on('notice', ({ message = '' }) => {
      if (!COMMIT_FAILED.test(message)) return;
      // The answer "COMMIT" may be in the buffer already, so that the end of the socket alone would come after it.
      this.protocol.emit('error', new CommitInDoubt('A node of the cluster did not answer the commit.'));
      this.#drop();
    });
  }

  /** Set by the pool each time that it lends the connection. */
  set release(release: Release) {
    this.#release = release;
    this.once('end', this.#discard);
  }

  /**
   * Gives the connection back, if it was not: one whose socket ends while it is in use is released at once, and one that
   * refused a write is not used again.
   *
   * A backend that is killed under load would otherwise leave its connection checked out: the query builder below the ORM
   * skips the release if the rollback on the dead connection throws, and after a few such deaths the pool is empty.
   */
  get release(): Release {
    return this.#releaseOnce;
  }

  readonly #releaseOnce: Release = (error) => {
    const release = this.#release;
    if (release === null) return;
    this.#release = null;
    this.off('end', this.#discard);
    release(error || this.#isReadOnly);
  };

  readonly #discard = (): void => this.#releaseOnce(true);

  /** Rejects if the server does not accept writes: a standby, or a primary that was fenced. */
  async requireWritable(withinMs: number): Promise<void> {
    const row = await this.#ask('show transaction_read_only', [], withinMs);
    if (row?.transaction_read_only === 'on') throw new ReadOnly('The server is read-only.');
  }

  /**
   * Prepares a new connection. Its time-outs are set for its lifetime if it {@link isDirect}. Otherwise each unit of work sets
   * its own, and all other statements have those of the role.
   *
   * @param withinMs the time limit, because the connection is not yet polled for silence.
   */
  async open({ timeouts, isPrepared }: ConnectionOptions, withinMs: number): Promise<void> {
    const sql = `${limitSession(timeouts)}, ${PROPAGATE_SETTINGS},
      ${IS_CITUS}
      where pg_backend_pid() = $1`;
    const own = await this.#ask(sql, [this.processID], withinMs);
    this.isDirect = own !== undefined;
    const { citus } = own ?? (await this.#ask(`select ${IS_CITUS}`, [], withinMs))!;
    this.dialect = citus === true ? CITUS : ONE_SERVER;
    this.isPrepared = isPrepared ?? this.isDirect;
    this.begin = ['begin', ...(this.isDirect ? this.dialect.limitTransaction(timeouts) : [limitTransaction(timeouts)])];
  }

  async #ask(text: string, values: unknown[], withinMs: number): Promise<Record<string, unknown> | undefined> {
    // The driver knows a time-out of one query; its types do not.
    const config: QueryConfig & { readonly query_timeout: number } = { text, values, query_timeout: withinMs };
    return (await this.query<Record<string, unknown>>(config)).rows[0];
  }

  readonly #drop = (): void => {
    this.protocol.stream.destroy();
  };

  /** Drops the connection once nothing has passed over it for this time, in milliseconds; 0: never. */
  dropAfterSilence(silentMs: number): void {
    this.protocol.stream.setTimeout(silentMs, this.#drop);
  }
}

/** Takes a connection of a pool whose `Client` is {@link Connection}. */
export const acquire = async (pool: Pool): Promise<Connection> => (await pool.connect()) as unknown as Connection;

/**
 * Drops connections of a pool that are in use and without traffic for longer than a working server needs: the driver's
 * timer per statement took a tenth more garbage collection.
 */
export const dropSilent = (pool: Pool, silentMs: number): void => {
  pool.on('acquire', (client) => (client as unknown as Connection).dropAfterSilence(silentMs));
  pool.on('release', (_error, client) => (client as unknown as Connection).dropAfterSilence(0));
};
