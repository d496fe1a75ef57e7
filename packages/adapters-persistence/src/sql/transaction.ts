import { hash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import type * as t from 'io-ts';
import type { Pool, Submittable } from 'pg';
import { poolOf } from '../orm.ts';
import { checked } from '../schema/stored-values.ts';
import { acquire, type Connection, type Protocol, RowReader } from './connection.ts';
import type { Dialect } from './dialect.ts';

/** A parameter of a statement: bytes are sent unchanged, all other values as text. */
export type Parameter = string | number | boolean | Buffer | null;

const toWire = (value: Parameter): string | Buffer | null =>
  value === null || Buffer.isBuffer(value) ? value : String(value);

/**
 * A column of rows as a parameter of `insert … select unnest($1)`: a third less work for PostgreSQL than one JSON document.
 *
 * The arrays of a statement are unnested in its select list, because `from` would materialise all rows first, and the
 * shorter ones are filled up with nulls: so none has nulls at its end. Lists and JSON are sent as texts, because `unnest`
 * would flatten a list of lists.
 *
 * Rows of one account are selected from its row: a cluster sends such a statement to the account's node as it is, and would
 * collect the rows of any other first. It does not send one that casts what `unnest` returns: casts are in a select
 * around it (ADR 28).
 */
type Column<A> = ReadonlyArray<A | null>;

const withoutLastNulls = <A>(values: Column<A>): Column<A> =>
  values.slice(0, 1 + values.findLastIndex((value) => value !== null));

/** Returns an array of numbers, dates, times, UUIDs or booleans, none of which needs quotes. */
export const plainArray = (values: Column<string | number | boolean>): Parameter =>
  `{${withoutLastNulls(values)
    .map((value) => value ?? 'NULL')
    .join(',')}}`;

/** PostgreSQL's numbers of types. */
const [BYTEA, TEXT] = [17, 25];
const HEADER_BYTES = 20;
/** The bytes of one UTF-16 code unit in UTF-8, at most. */
const MAX_UNIT_BYTES = 3;

/** Writes the header of an array in PostgreSQL's binary format: one dimension, maybe with nulls. */
const writeHeader = (bytes: Buffer, type: number, length: number): void => {
  for (const [index, word] of [1, 1, type, length, 1].entries()) bytes.writeInt32BE(word, 4 * index);
};

/** Returns texts in PostgreSQL's binary format: no quotes to add here or to look for there (ADR 16). */
export const textArray = (column: Column<string>): Parameter => {
  const texts = withoutLastNulls(column);
  if (texts.length === 0) return '{}';
  // Not counted exactly, which would take as long as writing them.
  let maxBytes = HEADER_BYTES;
  for (const text of texts) maxBytes += 4 + MAX_UNIT_BYTES * (text?.length ?? 0);
  const bytes = Buffer.allocUnsafe(maxBytes);
  writeHeader(bytes, TEXT, texts.length);
  let end = HEADER_BYTES;
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, end + 4, 'utf8');
    bytes.writeInt32BE(length, end);
    end += 4 + Math.max(0, length);
  }
  return bytes.subarray(0, end);
};

/** Returns values of the type `bytea`, at least one, in PostgreSQL's binary format. */
export const bytesArray = (column: ReadonlyArray<Buffer>): Parameter => {
  const bytes = Buffer.allocUnsafe(column.reduce((sum, { length }) => sum + 4 + length, HEADER_BYTES));
  writeHeader(bytes, BYTEA, column.length);
  let end = HEADER_BYTES;
  for (const value of column) {
    bytes.writeInt32BE(value.length, end);
    end += 4 + value.copy(bytes, end + 4);
  }
  return bytes;
};

type Statement = {
  /** The name under which the connection prepares it; null if it is parsed again each time. */
  readonly name: string | null;
  readonly text: string;
  readonly values: ReadonlyArray<Parameter>;
};

type Outcome = { readonly command: string; readonly rows: ReadonlyArray<Record<string, unknown>> };

type Entry = Statement & {
  reader: RowReader | undefined;
  command: string;
  readonly rows: Record<string, unknown>[];
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Statements that are sent and answered together. The driver's own pipeline ends each statement separately: PostgreSQL
 * then sends each response separately, describes known rows again, and both sides wake up once per statement (ADR 16).
 *
 * All succeed, or all are rejected with the first error: PostgreSQL skips the statements after it.
 */
export class StatementBatch implements Submittable {
  /** Set by the driver for a time-out in its URL and to learn of the end. */
  callback: (() => void) | undefined;
  readonly #connection: Connection;
  readonly #entries: Entry[] = [];
  #answered = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(statement: Statement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const reader = statement.name === null ? undefined : this.#connection.readers.get(statement.name);
      this.#entries.push({ ...statement, reader, command: '', rows: [], resolve, reject });
    });
  }

  submit(sender: unknown): void {
    const protocol = sender as Protocol;
    const { parsedStatements } = protocol;
    for (const { name, text, values, reader } of this.#entries) {
      const statement = name ?? '';
      if (name === null || parsedStatements[name] === undefined) {
        protocol.parse({ name: statement, text, types: [] });
        if (name !== null) parsedStatements[name] = text;
      }
      protocol.bind({ statement, values: values.map(toWire) });
      if (reader === undefined) protocol.describe({ type: 'P', name: '' });
      protocol.execute({});
    }
    protocol.sync();
  }

  handleRowDescription({ fields }: { readonly fields: Parameters<RowReader['addFields']>[0] }): void {
    this.#describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    const { reader, rows } = this.#entries[this.#answered]!;
    rows.push(reader!.parseRow(fields));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const entry = this.#entries[this.#answered]!;
    entry.command = text;
    // A statement without rows is not described again either.
    if (entry.reader === undefined) this.#describe([]);
    this.#answered += 1;
  }

  #describe(fields: Parameters<RowReader['addFields']>[0]): void {
    const entry = this.#entries[this.#answered]!;
    entry.reader = new RowReader('object', this.#connection);
    entry.reader.addFields(fields);
    if (entry.name !== null) this.#connection.readers.set(entry.name, entry.reader);
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
  #failure: unknown = null;

  constructor(connection: Connection) {
    this.dialect = connection.dialect;
    this.#connection = connection;
    for (const statement of connection.begin) this.write(statement);
  }

  /** True if units of work on several accounts may share it: on one server, with no pooler in between. */
  get isShareable(): boolean {
    return this.#connection.isDirect && this.dialect.canShareTransactions;
  }

  /** The error of the first statement that failed, after which PostgreSQL executes no other; null if none has. */
  get failure(): unknown {
    return this.#failure;
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
      this.#failure ??= error;
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
    this.#connection.release(this.#failure !== null);
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
