import { join } from 'node:path';
import { importAccounts, makeSupplier } from '../databases/accounts.ts';
import type { Cluster, Template } from '../databases/cluster.ts';
import type { Contender, ContenderName } from './contender.ts';
import { type FloorName, startFloorContender } from './floor.ts';
import { startServiceContender } from './service.ts';

export type StartOptions = {
  readonly cluster: Cluster;
  /** Name of the contender's new database, and what it is a copy of. */
  readonly database: string;
  readonly template: Template;
  /** The number of accounts of a new database. */
  readonly accounts: number;
  /** The folder of the service's other data. */
  readonly folder: string;
  /** The folder for the service's CPU profile; null: no profile. */
  readonly profiles: string | null;
};

/** `COPY` of the same rows into the same tables: the load generator is its own client. */
const startLimit = (databaseUrl: string): Contender => ({
  name: 'limit',
  databaseUrl,
  target: { transport: 'copy', url: databaseUrl },
  token: null,
  pid: null,
  stop: async () => undefined,
});

const startService = async (
  name: 'service' | 'reference',
  databaseUrl: string,
  options: StartOptions,
): Promise<Contender> => {
  const { template, accounts, folder, database, profiles } = options;
  const profile = [`--cpu-prof`, `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${database}.cpuprofile`];
  const nodeOptions = profiles === null ? [] : profile;
  const service = await startServiceContender({ databaseUrl, dataDir: join(folder, database), nodeOptions });
  // Only now: the supplier is the demo's, which the service has just made.
  if (!template.isFilled) await importAccounts(databaseUrl, accounts);
  return { ...service, name };
};

const startFloor = async (
  name: FloorName,
  databaseUrl: string,
  { template, accounts }: StartOptions,
): Promise<Contender> => {
  if (!template.isFilled) {
    await makeSupplier(databaseUrl);
    await importAccounts(databaseUrl, accounts);
  }
  return startFloorContender(name, databaseUrl);
};

/** Starts a contender with its own new database. */
export const startContender = async (name: ContenderName, options: StartOptions): Promise<Contender> => {
  const databaseUrl = await options.cluster.createDatabase(options.database, options.template);
  if (name === 'limit') return startLimit(databaseUrl);
  if (name === 'service' || name === 'reference') return startService(name, databaseUrl, options);
  return startFloor(name, databaseUrl, options);
};
