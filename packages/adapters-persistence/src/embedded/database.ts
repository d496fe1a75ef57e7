import pg from 'pg';
import { codeOf } from '../driver/store-failure.ts';

/** The database, and the role that owns it. */
const NAME = 'carryover';
const CONNECT_TIMEOUT_MS = 10_000;

/** PostgreSQL's `cannot_connect_now`, and the errors of a socket whose server has just ended. */
const TEMPORARY_CODES = ['57P03', 'ECONNREFUSED', 'ECONNRESET'];

/** Returns true if an error only means that the server is recovering or ending at this moment. */
export const isTemporary = (error: unknown): boolean => TEMPORARY_CODES.includes(codeOf(error));

/**
 * Makes the role and the database if they do not exist, and returns the database's address. SCRAM proves both sides: a
 * server that is not ours does not know the password.
 *
 * The role is not a superuser; it may make databases, which tests need. Both roles have the one password of the cluster.
 *
 * Rejects as `pg` does.
 */
export const prepareDatabase = async (port: number, password: string): Promise<string> => {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
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
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME]);
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
    }
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
    return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
  } finally {
    await client.end();
  }
};
