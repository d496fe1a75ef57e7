import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { parse } from 'pg-connection-string';

/** Returns the driver's reading of a database URL; null if it cannot read it. */
const parsed = (databaseUrl: string) => {
  try {
    return parse(databaseUrl);
  } catch {
    return null;
  }
};

/** Returns true for a PostgreSQL URL that names a database. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && Boolean(parsed(text)?.database);

/** Returns the address in a database URL for messages: `db.example:5432`, or a socket's folder. Never the user or the password. */
export const addressOf = (databaseUrl: string): string => {
  const { host, port } = parsed(databaseUrl) ?? {};
  return `${host || process.env.PGHOST || 'localhost'}:${port || process.env.PGPORT || 5432}`;
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * Returns true if the server's certificate must match its name but the URL gives an IP address: the driver
 * would check the certificate for the name `localhost`.
 */
export const isVerifiedByAddress = (databaseUrl: string): boolean => {
  const target = parsed(databaseUrl);
  const host = target?.host ?? '';
  return isIP(host) !== 0 && !isLoopback(host) && checksName(target?.ssl);
};

/** Returns how the driver reads `sslmode`: most values also check the name, except `no-verify` and those of libpq. */
const checksName = (ssl: unknown): boolean => {
  if (typeof ssl !== 'object' || ssl === null) return ssl === true;
  const { rejectUnauthorized, checkServerIdentity } = ssl as ConnectionOptions;
  return rejectUnauthorized !== false && checkServerIdentity === undefined;
};

/**
 * Returns true if data would cross a network in plain text, or encrypted but without a check of the server's identity
 * (`sslmode=no-verify`), as the driver itself reads the URL.
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
