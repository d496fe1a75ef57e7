import { prepareSchema, type SchemaState, schemaState } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { hasEmbeddedPostgres, joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import { causeMessage } from '@carryover/settings/cause-message';
import { type DataSettings, databasePlace } from '@carryover/settings/data-settings';
import { addressOf } from '@carryover/settings/database-url';
import type { MikroORM } from '@mikro-orm/postgresql';
import { DatabaseUnusable } from './database-unusable.ts';

const unusable = (place: string) => (error: unknown) => {
  throw new DatabaseUnusable(
    'database_unusable',
    `The database at ${place} cannot be used: ${causeMessage(error)}`,
    error,
  );
};

/** The embedded database of a data directory; only the service makes one, so that a mistyped name leaves nothing behind. */
const joinExisting = async (settings: DataSettings) => {
  const { dataDir } = settings;
  if (await hasEmbeddedPostgres(dataDir).catch(unusable(databasePlace(settings))))
    return joinEmbeddedPostgres({ dataDir });
  throw new DatabaseUnusable(
    'no_embedded_database',
    `There is no embedded database in ${dataDir}. Start the service first (npm start), or set DATA_DIR to its folder or DATABASE_URL to its database.`,
  );
};

export type OpenDatabase = { readonly orm: MikroORM; readonly close: () => Promise<void> };

/** Time that a command waits for a connection to a busy server. */
const ACQUIRE_TIMEOUT_MS = 30_000;
/** No limit for a reconciliation; a lock on an account is released soon. */
const TIMEOUTS = { ...UNHURRIED, lockMs: 60_000 };

/**
 * Opens the service's database, also while the service is running; shares the embedded one with it.
 *
 * @returns before any query. Rejects with {@link DatabaseUnusable}.
 */
export const joinServiceDatabase = async (
  settings: DataSettings,
  acquireTimeoutMs: number,
): Promise<OpenDatabase & { readonly url: string }> => {
  const embedded = settings.databaseUrl === null ? await joinExisting(settings) : null;
  const url = embedded?.url ?? settings.databaseUrl ?? '';
  const orm = openDatabase({ url, maxConnections: 4, acquireTimeoutMs, timeouts: TIMEOUTS });
  const close = async () => {
    await orm.close(true);
    await embedded?.leave();
  };
  return { orm, url, close };
};

const notCurrent = (place: string, pending: ReadonlyArray<string>): DatabaseUnusable =>
  new DatabaseUnusable(
    'schema_not_current',
    `The schema of the database at ${place} is not current, and this command does not change it. Pending: ${pending.join(', ')}. Run \`carryover-operator migrate\` with the role that owns the tables, or start the service of this release.`,
  );

/** The service's own database with a current schema. @returns Rejects with {@link DatabaseUnusable}. */
export const openServiceDatabase = async (settings: DataSettings): Promise<OpenDatabase & { readonly url: string }> => {
  const { orm, url, close } = await joinServiceDatabase(settings, ACQUIRE_TIMEOUT_MS);
  try {
    const { missing } = await schemaState(orm).catch(unusable(databasePlace(settings)));
    if (missing.length > 0) throw notCurrent(databasePlace(settings), missing);
    return { orm, url, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The database as the role that owns the tables. */
const forOwner = (settings: DataSettings): { readonly settings: DataSettings; readonly place: string } => {
  const { databaseMigrationUrl: url } = settings;
  if (url === null) return { settings, place: databasePlace(settings) };
  return { settings: { ...settings, databaseUrl: url }, place: `DATABASE_MIGRATION_URL (${addressOf(url)})` };
};

/** Returns what a migration would do. Rejects with {@link DatabaseUnusable}. */
export const readSchemaState = async (given: DataSettings): Promise<SchemaState> => {
  const { settings, place } = forOwner(given);
  const { orm, close } = await joinServiceDatabase(settings, ACQUIRE_TIMEOUT_MS);
  return schemaState(orm).catch(unusable(place)).finally(close);
};

/** Brings the schema up to date. @returns what it did, as `migrate` of the store. Rejects with {@link DatabaseUnusable}. */
export const migrateServiceDatabase = async (given: DataSettings): Promise<ReadonlyArray<string>> => {
  const { settings, place } = forOwner(given);
  const { url, close } = await joinServiceDatabase(settings, ACQUIRE_TIMEOUT_MS);
  return prepareSchema(url).catch(unusable(place)).finally(close);
};
