import { runSql } from '../run-sql.ts';
import { type Cluster, makeCluster, makeStandby } from './a-cluster.ts';
import { aDatabaseHost, PASSWORD } from './a-database-host.ts';

/** PostgreSQL servers with Citus: a coordinator and its workers. A database made on each of them is one of the Citus cluster. */
type CitusCluster = {
  /** The coordinator is the first. */
  readonly nodes: ReadonlyArray<Cluster>;
  /** Starts another server, which does not belong to the cluster yet. */
  readonly addNode: () => Promise<Cluster>;
  /** Starts a synchronous standby of a node. */
  readonly addStandby: (node: Cluster, port: number) => Promise<Cluster>;
  readonly remove: () => Promise<void>;
};

type CitusOptions = {
  /** The folder of PostgreSQL's programs. */
  readonly tools: string;
  readonly workers: number;
  /** Settings of PostgreSQL, over those of every cluster. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The port at which the other nodes find a node; its own if not given. */
  readonly portOf?: (node: Cluster) => Promise<number>;
};

/** The everyday role, as on the embedded server: it owns its databases and is not a superuser. */
export const ROLE = 'carryover';

const SETTINGS = {
  shared_preload_libraries: 'citus',
  'citus.local_hostname': '127.0.0.1',
  'citus.node_conninfo': 'sslmode=disable',
  // A few are enough to have several on every node, and each costs time when a table is made.
  'citus.shard_count': '6',
  max_connections: '300',
  max_prepared_transactions: '300',
  jit: 'off',
  timezone: 'UTC',
};

/** Makes the everyday role; on the coordinator, for all nodes. */
export const makeRole = (url: string): Promise<unknown> =>
  runSql(url, `create role ${ROLE} login createdb password '${PASSWORD}'`);

/**
 * Makes every new database on these nodes one of the Citus cluster: `template1` is one, and databases are copies of it. The
 * extension's own process would be connected to it and prevent the copying, so nobody may connect.
 */
const prepareTemplates = async (
  nodes: ReadonlyArray<Cluster>,
  portOf: (node: Cluster) => Promise<number>,
): Promise<void> => {
  const [coordinator, ...workers] = nodes;
  for (const node of nodes) await runSql(node.url('template1'), 'create extension citus');
  const template = coordinator!.url('template1');
  await runSql(template, `select citus_set_coordinator_host('127.0.0.1', $1)`, [await portOf(coordinator!)]);
  for (const worker of workers)
    await runSql(template, `select citus_add_node('127.0.0.1', $1)`, [await portOf(worker)]);
  // Once, for all databases: two that made it at the same moment would disturb each other.
  await makeRole(template);
  for (const node of nodes) {
    await runSql(node.url('postgres'), 'alter database template1 allow_connections false');
    await runSql(
      node.url('postgres'),
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'template1'`,
    );
  }
};

export const startCitusCluster = async ({
  tools,
  workers,
  settings = {},
  portOf = async ({ port }) => port,
}: CitusOptions): Promise<CitusCluster> => {
  const host = await aDatabaseHost(tools);
  const nodes: Cluster[] = [];
  const addNode = async () => {
    const node = await makeCluster(host, `node-${nodes.length}`, { ...SETTINGS, ...settings });
    nodes.push(node);
    await node.start();
    return node;
  };
  const standbys: Cluster[] = [];
  const addStandby = async (node: Cluster, port: number) => {
    const standby = await makeStandby(host, `standby-${standbys.length}`, node, port);
    standbys.push(standby);
    return standby;
  };
  const remove = async () => {
    for (const node of [...nodes, ...standbys]) await node.stop('immediate').catch(() => undefined);
    await host.remove();
  };
  try {
    for (let made = 0; made <= workers; made += 1) await addNode();
    await prepareTemplates(nodes, portOf);
  } catch (error) {
    await remove();
    throw error;
  }
  return { nodes, addNode, addStandby, remove };
};
