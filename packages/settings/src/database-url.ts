import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { parse } from 'pg-connection-string';

/** What the driver will make of a database URL; null of one that it can't read. */
const parsed = (databaseUrl: string) => {
  try {
    return parse(databaseUrl);
  } catch {
    return null;
  }
};

/** Whether a text is a PostgreSQL URL that names a database. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && Boolean(parsed(text)?.database);

/** Where a database URL leads, for messages: `db.example:5432`, or a socket's folder. Never the user or the password. */
export const addressOf = (databaseUrl: string): string => {
  const { host, port } = parsed(databaseUrl) ?? {};
  return `${host || process.env.PGHOST || 'localhost'}:${port || process.env.PGPORT || 5432}`;
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * Whether another server's certificate is to be checked for its name, and the server is named by an address: the driver
 * would check it for the name `localhost`.
 */
export const isVerifiedByAddress = (databaseUrl: string): boolean => {
  const target = parsed(databaseUrl);
  const host = target?.host ?? '';
  return isIP(host) !== 0 && !isLoopback(host) && checksName(target?.ssl);
};

/** What the driver makes of `sslmode`: most of its values check the name as well, but for `no-verify` and those of libpq. */
const checksName = (ssl: unknown): boolean => {
  if (typeof ssl !== 'object' || ssl === null) return ssl === true;
  const { rejectUnauthorized, checkServerIdentity } = ssl as ConnectionOptions;
  return rejectUnauthorized !== false && checkServerIdentity === undefined;
};

/**
 * Whether passwords and money would cross a network in plain text, or encrypted for anyone who pretends to be the server
 * (`sslmode=no-verify`); judged by what the driver itself reads.
 */
export const isUnverifiedToAnotherHost = (databaseUrl: string): boolean => {
  const target = parsed(databaseUrl);
  if (target === null) return false;
  const host = target.host ?? '';
  const isHere = host.startsWith('/') || isLoopback(host === '' ? 'localhost' : host);
  return !isHere && !isVerified(target.ssl);
};

const isVerified = (ssl: unknown): boolean =>
  typeof ssl === 'object' && ssl !== null ? (ssl as ConnectionOptions).rejectUnauthorized !== false : Boolean(ssl);
