import 'reflect-metadata';
import type { Server } from 'node:http';
import { joinEmbeddedPostgres } from '@carryover/adapters-persistence/embedded/embedded-postgres';
import { alone, migrate } from '@carryover/adapters-persistence/postgres/migrate';
import { startVendorSandbox } from '@carryover/adapters-vendor/sandbox/vendor-sandbox';
import { loadSecrets } from '@carryover/settings/root-secrets';
import { Container } from 'inversify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { startDemo } from './demo.ts';
import { openDocumentStore } from './document-store.ts';
import { listen } from './listen.ts';
import { crypto } from './modules/crypto.ts';
import { http } from './modules/http.ts';
import { persistence } from './modules/persistence.ts';
import { useCases } from './modules/use-cases.ts';
import { vendors } from './modules/vendors.ts';
import { tokens } from './tokens.ts';

/** How long accepted requests may take to end after the service was told to stop. */
const SHUTDOWN_MS = 10_000;

export type Service = {
  readonly baseUrl: string;
  /** Where the demo data is described; null where there is none. */
  readonly demoFile: string | null;
  /** Ends what was accepted, then leaves the database. */
  readonly stop: () => Promise<void>;
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS).unref();
  });

/** The database to use and how to leave it: the configured one, else the embedded one. */
const joinDatabase = async ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null ? joinEmbeddedPostgres({ dataDir }) : { url: databaseUrl, leave: async () => undefined };

/** The vendor sandbox on loopback, where vendors are to be played by it. */
const startSandbox = async ({ vendors: { isSandboxed } }: Config) =>
  isSandboxed ? startVendorSandbox({ host: '127.0.0.1', port: 0 }) : { url: null, close: async () => undefined };

/** Everything the service is made of, wired together (the only place that knows all packages). */
const wire = async (
  config: Config,
  logger: Logger,
  { databaseUrl, sandboxUrl }: { readonly databaseUrl: string; readonly sandboxUrl: string | null },
): Promise<Container> => {
  const container = new Container();
  container.bind(tokens.config).toConstantValue(config);
  container.bind(tokens.logger).toConstantValue(logger);
  container.bind(tokens.rootSecrets).toConstantValue(await loadSecrets(config));
  container.bind(tokens.databaseUrl).toConstantValue(databaseUrl);
  container.bind(tokens.sandboxUrl).toConstantValue(sandboxUrl);
  container.bind(tokens.documentStore).toConstantValue(await openDocumentStore(config.documentStore));
  await container.load(crypto, persistence, vendors, useCases, http);
  return container;
};

/**
 * Joins the database, migrates it, makes the demo data, listens.
 *
 * @returns Rejects, with a message for the operator, where any of it fails; nothing is left running then.
 */
export const startService = async (config: Config, logger: Logger): Promise<Service> => {
  const joined = await joinDatabase(config);
  const sandbox = await startSandbox(config);
  const container = await wire(config, logger, { databaseUrl: joined.url, sandboxUrl: sandbox.url });
  const orm = container.get(tokens.database);
  const leave = async () => {
    await sandbox.close();
    await orm.close(true);
    await joined.leave();
  };

  const demo = async (baseUrl: string): Promise<string | null> => {
    if (!config.isDemo) return null;
    const prepareDemo = container.get(tokens.prepareDemo);
    return alone(orm, () => startDemo(prepareDemo, { dataDir: config.dataDir, baseUrl }));
  };

  try {
    await alone(orm, () => migrate(orm));
    const { server, baseUrl } = await listen(container.get(tokens.server), config);
    const stop = async () => {
      await closeServer(server);
      await leave();
    };
    return { baseUrl, demoFile: await demo(baseUrl), stop };
  } catch (error) {
    await leave();
    throw error;
  }
};
