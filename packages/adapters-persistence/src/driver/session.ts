import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type * as t from 'io-ts';
import type { Pool, PoolClient } from 'pg';
import { poolOf } from '../orm.ts';
import { checked } from '../schema/stored-values.ts';
import { connectionOf, type Outcome, type Parameter, StatementBatch } from './statement-batch.ts';
import { isDirect, isOnCitus, limitNodes, limitTransaction, type Timeouts } from './timeouts.ts';

/** The part of a unit of work's transaction that a repository uses. */
export type Session = {
  /** True on a node of a Citus cluster (ADR 28). */
  readonly isOnCitus: boolean;
  /** Returns the rows of a statement. Statements of the same tick are sent together and share a round trip. */
  readonly read: <R>(
    row: t.Type<R, unknown>,
    sql: string,
    parameters?: ReadonlyArray<Parameter>,
  ) => Promise<ReadonlyArray<R>>;
  /** Sends a statement without waiting: its success is known once the transaction is committed. */
  readonly write: (sql: string, parameters?: ReadonlyArray<Parameter>) => void;
};

/** The protocol of a connection: to PostgreSQL itself, or through a pooler. */
type Dialect = {
  /** True if statements are prepared once per connection, which some poolers do not support. */
  readonly isNamed: boolean;
  /** True on a node of a Citus cluster (ADR 28). */
  readonly isOnCitus: boolean;
  /** The statements that begin a transaction. */
  readonly begin: ReadonlyArray<string>;
};

/** One name per text, so that a connection parses and plans it once. */
const names = new Map<string, string>();
const nameOf = (sql: string): string => {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `carryover_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
  names.set(sql, name);
  return name;
};

/**
 * One transaction on a connection of the pool, in few round trips: its `begin` is sent with the first statement, its
 * writes with the commit. The ORM's own transactions wait for each statement in turn.
 */
export class Transaction implements Session {
  readonly isOnCitus: boolean;
  readonly #client: PoolClient;
  readonly #isNamed: boolean;
  readonly #writes: Promise<unknown>[] = [];
  #batch: StatementBatch | null = null;
  #hasFailed = false;

  private constructor(client: PoolClient, { isNamed, isOnCitus }: Dialect) {
    this.isOnCitus = isOnCitus;
    this.#client = client;
    this.#isNamed = isNamed;
  }

  /** Takes a connection. */
  static async begin(pool: Pool, dialectOf: (client: PoolClient) => Dialect): Promise<Transaction> {
    const client = await pool.connect();
    const dialect = dialectOf(client);
    const transaction = new Transaction(client, dialect);
    for (const statement of dialect.begin) transaction.write(statement);
    return transaction;
  }

  async read<R>(
    row: t.Type<R, unknown>,
    sql: string,
    parameters: ReadonlyArray<Parameter> = [],
  ): Promise<ReadonlyArray<R>> {
    const { rows } = await this.#send(sql, parameters);
    return rows.map((one) => (row.is(one) ? one : checked(row, one)));
  }

  write(sql: string, parameters: ReadonlyArray<Parameter> = []): void {
    const written = this.#send(sql, parameters);
    // Checked when the transaction ends; until then, a failure must not count as unhandled.
    written.catch(() => undefined);
    this.#writes.push(written);
  }

  /** @returns once the commit is durable; rejects with the first statement that failed. */
  async commit(): Promise<void> {
    try {
      const committed = this.#send('commit', []);
      await Promise.all([...this.#writes, committed]);
      // PostgreSQL answers the commit of a failed transaction without an error.
      const { command } = await committed;
      if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
    } finally {
      this.#release();
    }
  }

  /** Never rejects: a transaction whose connection is lost is rolled back by PostgreSQL. */
  async rollback(): Promise<void> {
    await Promise.allSettled([...this.#writes, this.#send('rollback', [])]);
    this.#release();
  }

  async #send(text: string, values: ReadonlyArray<Parameter>): Promise<Outcome> {
    try {
      return await this.#next().add({ name: this.#isNamed ? nameOf(text) : null, text, values });
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Statements of the same tick are sent as one batch, and written to the socket at once. */
  #next(): StatementBatch {
    if (this.#batch !== null) return this.#batch;
    const batch = new StatementBatch(this.#client);
    this.#batch = batch;
    process.nextTick(() => {
      this.#batch = null;
      const { stream } = connectionOf(this.#client);
      stream.cork();
      this.#client.query(batch);
      stream.uncork();
    });
    return batch;
  }

  /** After a failure, the prepared statements of the connection are unknown: it is not used again. */
  #release(): void {
    this.#client.release(this.#hasFailed);
  }
}

export type TransactionOptions = {
  /** True if statements are prepared once per connection; null: if no pooler is in between. */
  readonly isPrepared: boolean | null;
  readonly timeouts: Timeouts;
};

/** Chooses the protocol, once per connection. */
const makeDialects = ({ isPrepared, timeouts }: TransactionOptions) => {
  // A direct connection already has its time-outs.
  const direct = (client: PoolClient): Omit<Dialect, 'isOnCitus'> => ({
    isNamed: isPrepared ?? true,
    begin: ['begin', ...limitNodes(client, timeouts)],
  });
  const pooled = { isNamed: isPrepared ?? false, begin: ['begin', limitTransaction(timeouts)] };
  const known = new WeakMap<PoolClient, Dialect>();
  return (client: PoolClient): Dialect => {
    const chosen = known.get(client);
    if (chosen !== undefined) return chosen;
    const dialect = { ...(isDirect(client) ? direct(client) : pooled), isOnCitus: isOnCitus(client) };
    known.set(client, dialect);
    return dialect;
  };
};

/** Opens transactions on connections of the pool. */
export const makeOpen = (orm: MikroORM, options: TransactionOptions): (() => Promise<Transaction>) => {
  const dialectOf = makeDialects(options);
  let pool: Pool | undefined;
  return async () => {
    pool ??= await poolOf(orm);
    return Transaction.begin(pool, dialectOf);
  };
};
