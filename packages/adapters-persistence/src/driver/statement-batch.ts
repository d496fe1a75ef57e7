import type { ClientBase, PoolClient, Submittable } from 'pg';

/** The parts of the driver's connection that its types leave out: its events, prepared statements, the message that ends a batch, the socket. */
type DriverConnection = {
  readonly on: (event: 'errorMessage', listener: (message: { readonly code?: string }) => void) => void;
  readonly stream: NodeJS.WritableStream & {
    readonly bytesRead: number;
    readonly bytesWritten: number;
    readonly cork: () => void;
    readonly uncork: () => void;
    readonly destroy: () => void;
  };
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

type Driver = { readonly processID: number; readonly connection: DriverConnection };

export const connectionOf = (client: ClientBase): DriverConnection => (client as unknown as Driver).connection;

/** Returns the process id that the server reported; a pooler reports its own numbers. */
export const processOf = (client: ClientBase): number => (client as unknown as Driver).processID;

/** A parameter of a statement: bytes are sent unchanged, all other values as text. */
export type Parameter = string | number | boolean | Buffer | null;

const toWire = (value: Parameter): string | Buffer | null =>
  value === null || Buffer.isBuffer(value) ? value : String(value);

export type Statement = {
  /** The name under which the connection prepares it; null if it is parsed again each time. */
  readonly name: string | null;
  readonly text: string;
  readonly values: ReadonlyArray<Parameter>;
};

export type Outcome = { readonly command: string; readonly rows: ReadonlyArray<Record<string, unknown>> };

/** The columns of a statement's rows, the readers of their texts, and a row of nulls, which is cheap to copy. */
type Shape = {
  readonly columns: ReadonlyArray<{ readonly name: string; readonly parse: (text: string) => unknown }>;
  readonly blank: Readonly<Record<string, unknown>>;
};

const NO_ROWS: Shape = { columns: [], blank: {} };

/**
 * The row shapes of a connection's prepared statements, by name: PostgreSQL rejects one whose rows have another shape
 * than when it was prepared.
 */
const shapesOf = new WeakMap<PoolClient, Map<string, Shape>>();

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
  readonly #client: PoolClient;
  readonly #shapes: Map<string, Shape>;
  readonly #entries: Entry[] = [];
  #at = 0;

  constructor(client: PoolClient) {
    this.#client = client;
    this.#shapes = shapesOf.get(client) ?? new Map();
    shapesOf.set(client, this.#shapes);
  }

  add(statement: Statement): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const shape = statement.name === null ? undefined : this.#shapes.get(statement.name);
      this.#entries.push({ ...statement, shape, command: '', rows: [], resolve, reject });
    });
  }

  submit(sender: unknown): void {
    const connection = sender as DriverConnection;
    const { parsedStatements } = connection;
    for (const { name, text, values, shape } of this.#entries) {
      const statement = name ?? '';
      if (name === null || parsedStatements[name] === undefined) {
        connection.parse({ name: statement, text, types: [] });
        if (name !== null) parsedStatements[name] = text;
      }
      connection.bind({ statement, values: values.map(toWire) });
      if (shape === undefined) connection.describe({ type: 'P', name: '' });
      connection.execute({});
    }
    connection.sync();
  }

  handleRowDescription({ fields }: Message): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#client.getTypeParser(dataTypeID) }));
    const shape = { columns, blank: Object.fromEntries(columns.map(({ name }) => [name, null])) };
    const entry = this.#entries[this.#at]!;
    entry.shape = shape;
    if (entry.name !== null) this.#shapes.set(entry.name, shape);
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
    if (entry.name !== null && entry.shape === undefined) this.#shapes.set(entry.name, NO_ROWS);
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
