import { setTimeout as delay } from 'node:timers/promises';
import { whyNotReady } from '@carryover/adapters-persistence/migrate';
import { joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import { databasePlace } from '@carryover/settings/data-settings';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** The database a process uses. */
type JoinedDatabase = {
  readonly url: string;
  /** Restarts an embedded server that has stopped; does nothing if the service does not run the server itself. */
  readonly revive: () => Promise<void>;
  readonly leave: () => Promise<void>;
};

const joinEmbedded = async (dataDir: string, logger: Logger): Promise<JoinedDatabase> => {
  let joined = await joinEmbeddedPostgres({ dataDir });
  const { url } = joined;
  return {
    url,
    revive: async () => {
      const again = await joinEmbeddedPostgres({ dataDir });
      const before = joined;
      joined = again;
      await before.leave();
      // The server uses its old port again if that is free; if not, only a restart of the service helps.
      if (again.url !== url) logger.fatal('the embedded PostgreSQL has a different port now: restart the service');
    },
    leave: () => joined.leave(),
  };
};

/** The configured database, else the embedded one. */
export const joinDatabase = async ({ databaseUrl, dataDir }: Config, logger: Logger): Promise<JoinedDatabase> =>
  databaseUrl === null
    ? joinEmbedded(dataDir, logger)
    : { url: databaseUrl, revive: async () => undefined, leave: async () => undefined };

const POLL_INTERVAL_MS = 1_000;

/** Returns why the database cannot be used, with its place, for the log; null if it can. */
export const unusableBecause = async (orm: MikroORM, config: Config): Promise<Error | null> => {
  const why = await whyNotReady(orm);
  return why === null ? null : new Error(`The database at ${databasePlace(config)} cannot be used: ${why}`);
};

/** Checks once per second whether the database answers, and restarts it if it does not, until told to stop. */
export const watchDatabase = (
  database: JoinedDatabase,
  unusable: () => Promise<Error | null>,
  logger: Logger,
): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const watch = async () => {
    for (;;) {
      await delay(POLL_INTERVAL_MS, undefined, { signal: stopping.signal, ref: false });
      const cause = await unusable();
      if (cause === null) continue;
      logger.error({ error: cause.message }, 'the database does not answer');
      await database
        .revive()
        .catch((error: unknown) => logger.error({ error: String(error) }, 'restarting the embedded PostgreSQL failed'));
    }
  };
  // The loop ends only by the abort.
  const watching = watch().catch(() => undefined);
  return {
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
};
