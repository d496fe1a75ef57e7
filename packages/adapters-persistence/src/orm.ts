import { addressOf, serversOf } from '@carryover/settings/database-url';
import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, IsolationLevel, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import * as entities from './schema/entities.ts';
import { migrations } from './schema/migrations/index.ts';
import { Connection, type ConnectionOptions, dropSilent } from './sql/connection.ts';
import { followPrimary, mustAcceptWrites } from './sql/servers.ts';

type DatabaseOptions = ConnectionOptions & {
  /** `postgres://user:password@host:port/database`; with `target_session_attrs=read-write`, of several hosts. */
  readonly url: string;
  readonly maxConnections: number;
  /** Time that a request waits for a free connection before it gets a 503. */
  readonly acquireTimeoutMs: number;
};

/** The pool under the ORM: its statements and ours share their connections. */
export const poolOf = (orm: MikroORM): Promise<Pool> => orm.em.getConnection().getNativeClient();

/** Returns the address of the server in use, one of those that the URL names. */
export const serverInUse = async (orm: MikroORM): Promise<string> =>
  addressOf((await poolOf(orm)).options.connectionString ?? '');

/** The ORM, its tables and its connection pool. Connects when first used. */
export const openDatabase = ({ url, maxConnections, acquireTimeoutMs, ...options }: DatabaseOptions): MikroORM => {
  const servers = serversOf(url);
  const isForWriting = mustAcceptWrites(url);
  return new MikroORM({
    clientUrl: servers[0],
    entities: Object.values(entities),
    extensions: [Migrator],
    pool: { min: 0, max: maxConnections },
    driverOptions: {
      // The driver reads the whole URL, sslmode and socket folders included; the ORM would take its host and user alone.
      connectionString: servers[0],
      keepAlive: true,
      // Statements are sent without waiting for earlier ones; sequential callers notice no difference.
      pipeline: true,
      connectionTimeoutMillis: acquireTimeoutMs,
      Client: Connection,
      onConnect: async (connection: Connection) => {
        if (isForWriting) await connection.requireWritable(acquireTimeoutMs);
        await connection.open(options, acquireTimeoutMs);
      },
      application_name: 'carryover',
      onPoolCreated: (pool: Pool) => {
        if (options.timeouts.answerMs > 0) dropSilent(pool, options.timeouts.answerMs);
        if (isForWriting) followPrimary(pool, servers);
      },
    },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'schema_migration' },
    // Entities describe tables; functions and triggers are in the migrations alone.
    schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true },
    discovery: { warnWhenNoEntities: true },
    allowGlobalContext: false,
    // Errors reach the service's own log with their request; the ORM's lines would only repeat them.
    logger: () => undefined,
  });
};

/** Returns an entity manager for one read: in the transaction of `em` if it has one, and with an empty identity map. */
export const forReading = (em: EntityManager): EntityManager => em.fork({ keepTransactionContext: true });

/** Runs several reads on one snapshot, so that what they return is of the same moment. */
export const readingOneMoment = <A>(em: EntityManager, read: (snapshot: EntityManager) => Promise<A>): Promise<A> =>
  em.fork().transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
