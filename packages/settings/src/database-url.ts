import { closeSync, openSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { parse } from 'pg-connection-string';
import { causeMessage } from './cause-message.ts';

/** Returns one URL per server: `postgres://user@one,two:5433/name` names two, as libpq reads it. */
export const serversOf = (databaseUrl: string): readonly [string, ...string[]] => {
  const [, before = '', hosts = databaseUrl, after = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(databaseUrl) ?? [];
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return [first, ...others];
};

/** Returns the driver's reading of a URL of one server; null if it cannot read it. */
const parsed = (serverUrl: string) => {
  try {
    return parse(serverUrl);
  } catch {
    return null;
  }
};

/** Returns true for a PostgreSQL URL that names a database, on one or several servers. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && serversOf(text).every((server) => Boolean(parsed(server)?.database));

/** Returns which file of a URL's certificates and keys cannot be read, and why; null if all can be. */
export const unreadableCertificate = (databaseUrl: string): string | null => {
  const parameters = new URLSearchParams(databaseUrl.split('?')[1]);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = parameters.get(name);
    if (path === null || path === '') continue;
    try {
      closeSync(openSync(path, 'r'));
    } catch (error) {
      return `has the parameter ${name}, whose file cannot be read: ${causeMessage(error)}`;
    }
  }
  return null;
};

/** Returns what is wrong with the choice among the servers of a URL; null if nothing is. */
export const mistakeInChoice = (databaseUrl: string): string | null => {
  const servers = serversOf(databaseUrl);
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(databaseUrl)?.[1];
  if (wanted !== undefined && wanted !== 'any' && wanted !== 'read-write')
    return 'may have target_session_attrs=read-write or any, and no other value';
  if (servers.length > 1 && wanted !== 'read-write')
    return 'names several servers: add target_session_attrs=read-write, so that only the one that accepts writes is used';
  return null;
};

const addressOfServer = (serverUrl: string): string => {
  const { host, port } = parsed(serverUrl) ?? {};
  return `${host || process.env.PGHOST || 'localhost'}:${port || process.env.PGPORT || 5432}`;
};

/** Returns the addresses in a database URL for messages: `db.example:5432`, or a socket's folder. Never the user or the password. */
export const addressOf = (databaseUrl: string): string => serversOf(databaseUrl).map(addressOfServer).join(', ');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Returns true for a host name or address of this machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * Returns true if the server's certificate must match its name but the URL gives an IP address: the driver
 * would check the certificate for the name `localhost`.
 */
export const isVerifiedByAddress = (databaseUrl: string): boolean =>
  serversOf(databaseUrl).some((server) => {
    const target = parsed(server);
    const host = target?.host ?? '';
    return isIP(host) !== 0 && !isLoopback(host) && checksName(target?.ssl);
  });

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
export const isUnverifiedToAnotherHost = (databaseUrl: string): boolean =>
  serversOf(databaseUrl).some((server) => {
    const target = parsed(server);
    if (target === null) return false;
    const host = target.host ?? '';
    const isHere = host.startsWith('/') || isLoopback(host === '' ? 'localhost' : host);
    return !isHere && !isVerified(target.ssl);
  });

const isVerified = (ssl: unknown): boolean =>
  typeof ssl === 'object' && ssl !== null ? (ssl as ConnectionOptions).rejectUnauthorized !== false : Boolean(ssl);
