import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { familyTimeMs } from '@carryover/bench/processes';
import { aServiceProcess, type ServiceProcess } from '../../support/a-service-process.ts';
import { day } from '../../support/a-transaction.ts';
import { operatorWork } from '../../support/operator-work.ts';
import { ROLE } from '../../support/postgresql/a-citus-cluster.ts';
import type { Cluster } from '../../support/postgresql/a-cluster.ts';
import { obtainToken } from '../../support/requests.ts';
import { runSql } from '../../support/run-sql.ts';

const DATABASE = 'cost';
const ACCOUNTS_AT_ONCE = 500;

/** One service for each server of a database, and imported accounts. */
export type Installation = {
  /** Imports transactions through one of the services. */
  readonly create: (service: number, account: string, transactions: ReadonlyArray<object>) => Promise<void>;
  /** Processor time of the database's servers so far, in milliseconds. */
  readonly processorTimeMs: () => Promise<number>;
  /** Makes statistics, which autovacuum does elsewhere. */
  readonly analyze: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Demo = { readonly api_key: string; readonly import_supplier: string };

const postmasterOf = async ({ data }: Cluster): Promise<number> =>
  Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);

const importAccounts = async (environment: Readonly<Record<string, string>>, supplier: string, numbers: string[]) => {
  const operator = operatorWork(environment);
  const openPeriod = { from: day('2019-10-01'), to: day('2019-10-31') };
  const ledger = { ledgerNumber: 'L-1', ledgerCode: 'ELECTRICITY', isMain: true, hasFinalizedBillingDocument: false };
  const accounts = numbers.map((externalAccountNumber) => ({
    externalAccountNumber,
    status: 'IMPORTED' as const,
    ledgers: [{ ...ledger, openPeriod }],
  }));
  for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE)
    await operator.importAccounts(supplier, accounts.slice(at, at + ACCOUNTS_AT_ONCE));
  await operator.close();
};

/** @param servers of the database; the first one has its schema. */
export const install = async (
  servers: ReadonlyArray<Cluster>,
  accounts: ReadonlyArray<string>,
): Promise<Installation> => {
  for (const server of servers) await runSql(server.url('postgres', ROLE), `create database ${DATABASE}`);
  const folder = await mkdtemp(join(tmpdir(), 'carryover-cost-'));
  const [first] = servers;
  const shared = { DATA_DIR: folder, DATABASE_MIGRATION_URL: first!.url(DATABASE, ROLE), VENDOR_SANDBOX: 'on' };
  const services: ServiceProcess[] = [];
  for (const [at, server] of servers.entries())
    services.push(
      await aServiceProcess({
        ...shared,
        DATABASE_URL: server.url(DATABASE, ROLE),
        DEMO: at === 0 ? 'on' : 'off',
        DATABASE_MAX_CONNECTIONS: '6',
      }),
    );
  const demo = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as Demo;
  await importAccounts({ ...shared, DATABASE_URL: shared.DATABASE_MIGRATION_URL }, demo.import_supplier, [...accounts]);
  const { json } = await obtainToken(services[0]!.baseUrl, demo.api_key);
  const headers = { 'Content-Type': 'application/json', Authorization: `Token ${json.data.obtainToken.token}` };
  return {
    create: async (service, account, transactions) => {
      const body = { import_supplier: demo.import_supplier, external_account_number: account, transactions };
      const url = `${services[service]!.baseUrl}/v1/data-import/transactions/create/`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (response.status !== 201) throw new Error(`${response.status} ${text}`);
    },
    processorTimeMs: async () => {
      const pids = await Promise.all(servers.map(postmasterOf));
      return (await Promise.all(pids.map(familyTimeMs))).reduce((all, one) => all + one, 0);
    },
    analyze: async () => {
      await runSql(first!.url(DATABASE, ROLE), 'analyze');
    },
    stop: async () => {
      for (const service of services) await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const NODES = `
  select given.number, n.nodeport as port
  from unnest($1::bigint[], $2::text[]) as given (id, number)
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('account', given.id)
  join pg_dist_node n on n.groupid = p.groupid`;

/** Returns the service that queries the node of each account. */
export const readPlaces = async (servers: ReadonlyArray<Cluster>): Promise<ReadonlyMap<string, number>> => {
  const url = servers[0]!.url(DATABASE, ROLE);
  const accounts = await runSql<{ id: string; number: string }>(
    url,
    'select id, external_account_number as number from account',
  );
  const parameters = [accounts.map(({ id }) => id), accounts.map(({ number }) => number)];
  const places = await runSql<{ number: string; port: number }>(url, NODES, parameters);
  return new Map(places.map(({ number, port }) => [number, servers.findIndex((one) => one.port === port)]));
};
