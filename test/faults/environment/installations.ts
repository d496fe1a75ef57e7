import { join } from 'node:path';
import type { Context } from '../scenario.ts';
import { databaseIn } from './database.ts';
import { Installation } from './installation.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { type ServerPair, startServerPair } from './server-pair.ts';

const ACCOUNTS = 600;

/** The service as `npm start` starts it on an empty folder: with the PostgreSQL server that it starts and revives itself. */
export const embeddedInstallation = async (context: Context, accounts = ACCOUNTS): Promise<Installation> => {
  const { folder, endings, seed } = context;
  const database = databaseIn(join(folder, 'service-0'));
  // A service that was killed last leaves its server running.
  await endings.add(() => database.stop());
  return Installation.open({ folder, accounts, database, services: [{}], seed }, endings);
};

type OwnInstallation = { readonly installation: Installation; readonly server: OwnServer };

/** The settings of a service that shares a server of the harness. */
const onServer = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  VENDOR_SANDBOX: 'on',
});

/**
 * The service over a server that the harness runs.
 *
 * @param options.processes the number of processes, each on its own port.
 * @param options.via the address to use in place of the server's: of a pooler or a proxy.
 */
export const ownInstallation = async (
  context: Context,
  options: {
    readonly processes?: number;
    readonly environment?: Readonly<Record<string, string>>;
    readonly via?: (url: string) => Promise<string>;
    readonly settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<OwnInstallation> => {
  const { folder, endings, seed } = context;
  const server = await startOwnServer(join(folder, 'server'), endings, options.settings);
  const url = await server.url();
  const environment = { ...onServer((await options.via?.(url)) ?? url), ...options.environment };
  const services = Array.from({ length: options.processes ?? 1 }, () => environment);
  return {
    installation: await Installation.open({ folder, accounts: ACCOUNTS, database: server, services, seed }, endings),
    server,
  };
};

/** The service over a primary and its standby. */
export const pairInstallation = async (
  { endings, seed, folder }: Context,
  servers: string,
): Promise<{ readonly installation: Installation; readonly pair: ServerPair }> => {
  const pair = await startServerPair(servers, endings);
  const services = [onServer(pair.urlOfBoth)];
  return {
    installation: await Installation.open({ folder, accounts: ACCOUNTS, database: pair, services, seed }, endings),
    pair,
  };
};
