import pg from 'pg';
import type { RunningServer } from './running-server.ts';

/** The database and the role that owns it. */
const NAME = 'carryover';
const CONNECT_TIMEOUT_MS = 10_000;

/** PostgreSQL's `cannot_connect_now`, and what a socket says of a server that has just ended. */
const passingCodes = ['57P03', 'ECONNREFUSED', 'ECONNRESET'];

/** Whether an error only says that the server is recovering or ending at this moment. */
export const isPassing = (error: unknown): boolean => passingCodes.includes((error as { code?: string }).code ?? '');

export const urlOf = ({ port }: RunningServer, password: string): string =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;

/**
 * Makes sure, by connecting, that this is the server we take it for, and makes the role and the database if missing.
 *
 * The role is no superuser; it may make databases, which tests want. Both roles have the cluster's one password.
 *
 * Rejects as `pg` does, or when another server answers.
 */
export const prepareDatabase = async (server: RunningServer, password: string): Promise<void> => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: 'postgres',
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection fails the query, which is enough; without a listener it would also end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await requireSameServer(client, server);
    await createMissing(client, password);
  } finally {
    await client.end();
  }
};

const requireSameServer = async (client: pg.Client, { pid, port }: RunningServer): Promise<void> => {
  const { rows } = await client.query("SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1) AS pid");
  if (rows[0].pid !== String(pid))
    throw new Error(`Another PostgreSQL server than process ${pid} answers on port ${port}.`);
};

const createMissing = async (client: pg.Client, password: string): Promise<void> => {
  const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME]);
  if (role.rowCount === 0) {
    await client.query(`CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
  }
  const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
};
