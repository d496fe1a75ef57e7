import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRole, ROLE, startCitusCluster } from '../../support/postgresql/a-citus-cluster.ts';
import type { Cluster } from '../../support/postgresql/a-cluster.ts';
import { findCitus } from '../../support/postgresql/citus.ts';
import { runSql } from '../../support/run-sql.ts';
import { familyOf, signal, untilGone } from './database.ts';
import type { Endings } from './endings.ts';
import { startProxy, type TcpProxy } from './proxy.ts';

const DATABASE = 'carryover';

/** A node of a Citus cluster. The other nodes reach it through its proxy, and the service directly. */
export type CitusNode = {
  readonly proxy: TcpProxy;
  readonly url: (role?: string) => string;
  /** The server and all processes it started. */
  readonly pids: () => Promise<ReadonlyArray<number>>;
  /** Kills the server as a crash does; it stays down. */
  readonly crash: () => Promise<void>;
  readonly halt: () => Promise<void>;
  readonly start: () => Promise<void>;
};

/** The nodes; the coordinator is the first. */
export type CitusNodes = {
  readonly nodes: ReadonlyArray<CitusNode>;
  /** Starts another server with an empty database of Citus, which does not belong to the cluster yet. */
  readonly another: () => Promise<CitusNode>;
};

const nodeOf = (cluster: Cluster, proxy: TcpProxy, endings: Endings): CitusNode => {
  const pidFile = join(cluster.data, 'postmaster.pid');
  const pids = async () => {
    const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
    return familyOf(Number(pid));
  };
  const url = (role = ROLE) => cluster.url(DATABASE, role);
  return {
    proxy,
    url,
    pids,
    crash: async () => {
      const processes = await pids();
      signal(processes[0]!, 'SIGKILL');
      await untilGone(processes);
      // PostgreSQL does not start while a zombie process has the number in the file.
      await rm(pidFile, { force: true });
    },
    halt: () => cluster.stop(),
    start: () => endings.restart(cluster.start, () => cluster.stop('immediate')),
  };
};

/** Starts a coordinator and two workers, with an empty database. */
export const startCitusNodes = async (
  endings: Endings,
  settings: Readonly<Record<string, string>>,
): Promise<CitusNodes> => {
  const citus = await findCitus();
  if (citus === null) throw new Error('There is no Citus.');
  await endings.add(citus.remove);
  const proxies = new Map<Cluster, TcpProxy>();
  const portOf = async (cluster: Cluster): Promise<number> => {
    const proxy = await startProxy(cluster.port, endings);
    proxies.set(cluster, proxy);
    return proxy.port;
  };
  const { nodes, addNode, remove } = await startCitusCluster({ tools: citus.folder, workers: 2, settings, portOf });
  await endings.add(remove);
  for (const node of nodes) await runSql(node.url('postgres', ROLE), `create database ${DATABASE}`);
  const toNode = (cluster: Cluster) => nodeOf(cluster, proxies.get(cluster)!, endings);
  return {
    nodes: nodes.map(toNode),
    another: async () => {
      const cluster = await addNode();
      await portOf(cluster);
      await makeRole(cluster.url('postgres'));
      await runSql(cluster.url('postgres', ROLE), `create database ${DATABASE}`);
      await runSql(cluster.url(DATABASE), 'create extension citus');
      return toNode(cluster);
    },
  };
};
