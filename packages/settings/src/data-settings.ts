import { readDataDir } from './data-dir.ts';
import {
  addressOf,
  isDatabaseUrl,
  isVerifiedByAddress,
  mistakeInChoice,
  unreadableCertificate,
} from './database-url.ts';
import type { EnvironmentReader } from './environment.ts';
import { readNetworks } from './networks.ts';
import { readRetention } from './retention.ts';

/** The settings that the service and the operator's command need to reach the same data (decisions 11). */
export type DataSettings = {
  /** null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database with the role that owns the schema; null: with the role that uses it. */
  readonly databaseMigrationUrl: string | null;
  readonly dataDir: string;
  /** Root secrets of 32 bytes or more; null if one is kept in `dataDir`. */
  readonly secret: Uint8Array | null;
  readonly previousSecret: Uint8Array | null;
  /** Null: for ever. */
  readonly retention: ReturnType<typeof readRetention>;
  /** Networks besides the Internet to which changes may be posted. */
  readonly webhookNetworks: ReadonlyArray<string>;
};

/** Returns the database's location for messages: the variable that sets it, and its address. */
export const databasePlace = ({ databaseUrl, dataDir }: DataSettings): string =>
  databaseUrl === null ? `DATA_DIR (${dataDir})` : `DATABASE_URL (${addressOf(databaseUrl)})`;

const readSecret = (env: EnvironmentReader, name: string): Uint8Array | null => {
  const text = env.secret(name);
  if (text === undefined) return null;
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  if (bytes.length < 32) env.mistake(name, 'must be 32 bytes or more in base64: openssl rand -base64 32');
  return bytes;
};

const readDatabaseUrl = (env: EnvironmentReader, name: string): string | null => {
  const text = env.secret(name);
  if (text === undefined) return null;
  const missing = unreadableCertificate(text);
  if (missing !== null) env.mistake(name, missing);
  else if (!isDatabaseUrl(text)) env.mistake(name, 'must be postgres://user:password@host:port/database');
  const choice = mistakeInChoice(text);
  if (choice !== null) env.mistake(name, choice);
  if (isVerifiedByAddress(text))
    env.mistake(name, "must name the server as its certificate does: an address can't be verified");
  return text;
};

const readMigrationUrl = (env: EnvironmentReader, databaseUrl: string | null): string | null => {
  const url = readDatabaseUrl(env, 'DATABASE_MIGRATION_URL');
  if (url !== null && databaseUrl === null)
    env.mistake('DATABASE_MIGRATION_URL', 'requires DATABASE_URL: the embedded database has only one role');
  return url;
};

export const readDataSettings = (env: EnvironmentReader): DataSettings => {
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL');
  return {
    databaseUrl,
    databaseMigrationUrl: readMigrationUrl(env, databaseUrl),
    dataDir: readDataDir(env),
    secret: readSecret(env, 'CARRYOVER_SECRET'),
    previousSecret: readSecret(env, 'CARRYOVER_SECRET_PREVIOUS'),
    retention: readRetention(env),
    webhookNetworks: readNetworks(env, 'WEBHOOK_ALLOWED_NETWORKS'),
  };
};
