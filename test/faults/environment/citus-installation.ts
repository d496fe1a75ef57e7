import pg from 'pg';
import type { Context } from '../scenario.ts';
import { type CitusNodes, startCitusNodes } from './citus-nodes.ts';
import type { Database } from './database.ts';
import { Installation } from './installation.ts';

const ACCOUNTS = 600;
const CONNECT_WITHIN_MS = 5_000;

/** The database as the checker reads it: through the coordinator. */
const throughCoordinator = ({ nodes: [coordinator] }: CitusNodes): Database => ({
  url: async () => coordinator!.url(),
  connect: async (role) => {
    const connectionString = coordinator!.url(role === 'carryover' ? undefined : 'postgres');
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  },
  pids: () => coordinator!.pids(),
  serverPid: async () => (await coordinator!.pids())[0]!,
  stop: () => coordinator!.halt(),
});

/** Two processes of the service over a Citus cluster: one queries the coordinator, the other the first worker. */
export const citusInstallation = async (
  { folder, endings, seed }: Context,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly installation: Installation; readonly cluster: CitusNodes }> => {
  const cluster = await startCitusNodes(endings, settings);
  const [coordinator, worker] = cluster.nodes;
  const shared = { VENDOR_SANDBOX: 'on', DATABASE_MIGRATION_URL: coordinator!.urlOfBoth };
  const services = [coordinator!, worker!].map((node) => ({ ...shared, DATABASE_URL: node.urlOfBoth }));
  const database = throughCoordinator(cluster);
  return {
    installation: await Installation.open({ folder, accounts: ACCOUNTS, database, services, seed }, endings),
    cluster,
  };
};
