import { hash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type * as t from 'io-ts';
import type { Pool, Submittable } from 'pg';
import { poolOf } from '../orm.ts';
import { checked } from '../schema/stored-values.ts';
import { acquire, type Connection, type Protocol, type Shape } from './connection.ts';
import type { Dialect } from './dialect.ts';

/** A parameter of a statement: bytes are sent unchanged, all other values as text. */
export type Parameter = string | number | boolean | Buffer | null;

const toWire = (value: Parameter): string | Buffer | null =>
  value === null || Buffer.isBuffer(value) ? value : String(value);

type Statement = {
  /** The name under which the connection prepares it; null if it is parsed again each time. */
  readonly name: string | null;
  readonly text: string;
  readonly values: ReadonlyArray<Parameter>;
};

type Outcome = { readonly command: string; readonly rows: ReadonlyArray<Record<string, unknown>> };

const NO_ROWS: Shape = { columns: [], blank: {} };

type Entry = Statement & {
  shape: Shape | undefined;
  command: string;
  readonly rows: Record<string, unknown>[];
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
};

type Message = { readonly fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number }> };

/**
 * Statements that are sent and answered together. The driver's own pipeline ends each statement separately: PostgreSQL
 * then sends each response separately, describes known rows again, and both sides wake up once per statement.
 *
 * All succeed, or all are rejected with the first error: PostgreSQL skips the statements after it.
 */
export class StatementBatch implements Submittable {
  /** Set by the driver for a time-out in its URL and to learn of the end. */
  callback: (() => void) | undefined;
  readonly #connection: Connection;
  readonly #entries: Entry[] = [];
  #at = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(statement: Statement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const shape = statement.name === null ? undefined : this.#connection.shapes.get(statement.name);
      this.#entries.push({ ...statement, shape, command: '', rows: [], resolve, reject });
    });
  }

  submit(sender: unknown): void {
    const protocol = sender as Protocol;
    const { parsedStatements } = protocol;
    for (const { name, text, values, shape } of this.#entries) {
      const statement = name ?? '';
      if (name === null || parsedStatements[name] === undefined) {
        protocol.parse({ name: statement, text, types: [] });
        if (name !== null) parsedStatements[name] = text;
      }
      protocol.bind({ statement, values: values.map(toWire) });
      if (shape === undefined) protocol.describe({ type: 'P', name: '' });
      protocol.execute({});
    }
    protocol.sync();
  }

  handleRowDescription({ fields }: Message): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#connection.getTypeParser(dataTypeID) }));
    const shape = { columns, blank: Object.fromEntries(columns.map(({ name }) => [name, null])) };
    const entry = this.#entries[this.#at]!;
    entry.shape = shape;
    if (entry.name !== null) this.#connection.shapes.set(entry.name, shape);
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    const { shape, rows } = this.#entries[this.#at]!;
    const row = { ...shape!.blank };
    fields.forEach((text, column) => {
      if (text === null) return;
      const { name, parse } = shape!.columns[column]!;
      row[name] = parse(text);
    });
    rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const entry = this.#entries[this.#at]!;
    entry.command = text;
    // A statement without rows is not described again either.
    if (entry.name !== null && entry.shape === undefined) this.#connection.shapes.set(entry.name, NO_ROWS);
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    this.callback?.();
    for (const { resolve, command, rows } of this.#entries) resolve({ command, rows });
  }

  handleError(error: unknown): void {
    this.callback?.();
    for (const { reject } of this.#entries) reject(error);
  }
}

/** The part of a unit of work's transaction that a repository uses. */
export type Statements = {
  readonly dialect: Dialect;
  /** Returns the rows of a statement. Statements of the same tick are sent together and share a round trip. */
  readonly read: <R>(
    row: t.Type<R, unknown>,
    sql: string,
    parameters?: ReadonlyArray<Parameter>,
  ) => Promise<ReadonlyArray<R>>;
  /** Sends a statement without waiting: its success is known once the transaction is committed. */
  readonly write: (sql: string, parameters?: ReadonlyArray<Parameter>) => void;
};

/** One name per text, so that a connection parses and plans it once. */
const names = new Map<string, string>();
const nameOf = (sql: string): string => {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `carryover_${hash('sha256', sql).slice(0, 32)}`;
  names.set(sql, name);
  return name;
};

/**
 * One transaction on a connection of the pool, in few round trips: its `begin` is sent with the first statement, its
 * writes with the commit. The ORM's own transactions wait for each statement in turn.
 */
export class DbTransaction implements Statements {
  readonly dialect: Dialect;
  readonly #connection: Connection;
  readonly #writes: Promise<unknown>[] = [];
  #batch: StatementBatch | null = null;
  #hasFailed = false;

  constructor(connection: Connection) {
    this.dialect = connection.dialect;
    this.#connection = connection;
    for (const statement of connection.begin) this.write(statement);
  }

  async read<R>(
    row: t.Type<R, unknown>,
    sql: string,
    parameters: ReadonlyArray<Parameter> = [],
  ): Promise<ReadonlyArray<R>> {
    const { rows } = await this.#send(sql, parameters);
    return rows.map((value) => checked(row, value));
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
      return await this.#next().add({ name: this.#connection.isPrepared ? nameOf(text) : null, text, values });
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Statements of the same tick are sent as one batch, and written to the socket at once. */
  #next(): StatementBatch {
    if (this.#batch !== null) return this.#batch;
    const batch = new StatementBatch(this.#connection);
    this.#batch = batch;
    process.nextTick(() => {
      this.#batch = null;
      const { stream } = this.#connection.protocol;
      stream.cork();
      this.#connection.query(batch);
      stream.uncork();
    });
    return batch;
  }

  /** After a failure, the prepared statements of the connection are unknown: it is not used again. */
  #release(): void {
    this.#connection.release(this.#hasFailed);
  }
}

/** Returns a function that begins a transaction on a connection of its own. */
export const makeBeginTransaction = (orm: MikroORM): (() => Promise<DbTransaction>) => {
  let pool: Pool | undefined;
  return async () => {
    pool ??= await poolOf(orm);
    return new DbTransaction(await acquire(pool));
  };
};
