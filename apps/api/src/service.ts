import 'reflect-metadata';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { alone, isReady, migrate } from '@carryover/adapters-persistence/postgres/migrate';
import { startVendorSandbox } from '@carryover/adapters-vendor/sandbox/vendor-sandbox';
import { loadSecrets } from '@carryover/settings/root-secrets';
import { Container } from 'inversify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { joinDatabase, watchDatabase } from './database.ts';
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
const SWEEP_MS = 50;

export type Service = {
  readonly baseUrl: string;
  /** Where the demo data is described; null where there is none. */
  readonly demoFile: string | null;
  /** Ends what was accepted, then leaves the database. */
  readonly stop: () => Promise<void>;
};

/** Takes no new connections; each open one ends with the answer it is waiting for, an idle one at once. */
const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const atLast = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(atLast);
      resolve();
    });
  });

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
  // What was started, to be ended in the opposite order.
  const endings: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const ending of endings.toReversed()) await ending();
  };

  try {
    const database = await joinDatabase(config, logger);
    endings.push(database.leave);
    const sandbox = await startSandbox(config);
    endings.push(sandbox.close);
    const container = await wire(config, logger, { databaseUrl: database.url, sandboxUrl: sandbox.url });
    const orm = container.get(tokens.database);
    // A request whose client went away may still be recorded: it is not waited for longer than for the others.
    endings.push(() => Promise.race([orm.close(true), delay(SHUTDOWN_MS, undefined, { ref: false })]));

    await alone(orm, () => migrate(orm));
    const watching = watchDatabase(database, () => isReady(orm), logger);
    endings.push(watching.stop);
    const { server, baseUrl } = await listen(container.get(tokens.server), config);
    endings.push(() => closeServer(server));

    const prepareDemo = container.get(tokens.prepareDemo);
    const demo = () => alone(orm, () => startDemo(prepareDemo, { dataDir: config.dataDir, baseUrl }));
    return { baseUrl, demoFile: config.isDemo ? await demo() : null, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
};
