import pg from 'pg';
import type { LoadConnection } from './load-connection.ts';

/** The part of the driver's connection that is written to. */
type Wire = { readonly stream: { readonly write: (bytes: Buffer) => void } };

const REFUSED = 'PostgreSQL refused';

/** A request of {@link copyRequest} as the driver takes its own queries: it only has to be told how it ended. */
export class PreparedRequest {
  readonly #request: Buffer;
  readonly #done: (problem: string | null) => void;
  constructor(request: Buffer, done: (problem: string | null) => void) {
    this.#request = request;
    this.#done = done;
  }

  submit(wire: Wire): void {
    wire.stream.write(this.#request);
  }
  // The data was sent directly after the statement: one round trip for a whole transaction.
  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#done(null);
  }
  handleError(error: Error): void {
    this.#done(`${REFUSED}: ${error.message}`);
  }
}

/** A connection to PostgreSQL itself, for requests made by {@link copyRequest}. */
export const openCopyConnection = async (url: string): Promise<LoadConnection> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return {
    send: (request) => new Promise((resolve) => client.query(new PreparedRequest(request, resolve) as never)),
    close: () => void client.end(),
  };
};

const message = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};

/**
 * The bytes of one transaction that copies rows into tables: the statements, then each one's rows. Statements sent together
 * are one transaction for PostgreSQL.
 */
export const copyRequest = (
  rows: ReadonlyArray<{
    readonly table: string;
    readonly columns: ReadonlyArray<string>;
    readonly text: string | Buffer;
  }>,
): Buffer => {
  const sql = rows.map(({ table, columns }) => `copy ${table} (${columns.join(', ')}) from stdin`).join('; ');
  return Buffer.concat([
    message('Q', Buffer.from(`${sql}\0`)),
    ...rows.flatMap(({ text }) => [
      message('d', typeof text === 'string' ? Buffer.from(text) : text),
      message('c', Buffer.alloc(0)),
    ]),
  ]);
};
