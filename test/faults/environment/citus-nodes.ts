import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
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
  readonly proxy: () => TcpProxy;
  readonly url: (role?: string) => string;
  /** As the service connects: to whichever of the node's two addresses accepts writes. */
  readonly urlOfBoth: string;
  /** The server and all processes it started. */
  readonly pids: () => Promise<ReadonlyArray<number>>;
  /** Kills the server as a crash does; it stays down. */
  readonly crash: () => Promise<void>;
  readonly halt: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Starts a synchronous standby at the address that is free. */
  readonly addStandby: () => Promise<void>;
  /** Makes the standby the node, after the server was killed: the cluster finds it by its own address. */
  readonly promote: () => Promise<void>;
};

/** The nodes; the coordinator is the first. */
export type CitusNodes = {
  readonly nodes: ReadonlyArray<CitusNode>;
  /** Starts another server with an empty database of Citus, which does not belong to the cluster yet. */
  readonly another: () => Promise<CitusNode>;
};

type Starting = {
  readonly startProxyOf: (server: Cluster) => Promise<TcpProxy>;
  readonly startStandby: (of: Cluster, port: number) => Promise<Cluster>;
  /** The coordinator of the moment. */
  readonly coordinator: () => CitusNode;
  readonly endings: Endings;
};

const nodeOf = async (
  first: Cluster,
  atFirst: TcpProxy,
  { startProxyOf, startStandby, coordinator, endings }: Starting,
): Promise<CitusNode> => {
  let [server, proxy] = [first, atFirst];
  let standby: Cluster | null = null;
  const ports = [first.port, await freePort()];
  const pidFile = () => join(server.data, 'postmaster.pid');
  const pids = async () => {
    const [pid] = (await readFile(pidFile(), 'utf8')).split('\n');
    return familyOf(Number(pid));
  };
  const url = (role = ROLE) => server.url(DATABASE, role);
  const { host, href } = new URL(url());
  return {
    proxy: () => proxy,
    url,
    urlOfBoth: `${href.replace(host, ports.map((port) => `127.0.0.1:${port}`).join())}?target_session_attrs=read-write`,
    pids,
    crash: async () => {
      const processes = await pids();
      signal(processes[0]!, 'SIGKILL');
      await untilGone(processes);
      // PostgreSQL does not start while a zombie process has the number in the file.
      await rm(pidFile(), { force: true });
    },
    halt: () => server.stop(),
    start: () => endings.restart(server.start, () => server.stop('immediate')),
    addStandby: async () => {
      standby = await startStandby(server, ports.find((port) => port !== server.port)!);
    },
    promote: async () => {
      const [lost, addressBefore] = [server, proxy.port];
      server = standby!;
      proxy = await startProxyOf(server);
      await runSql(server.url('postgres'), 'select pg_promote()');
      await runSql(coordinator().url('postgres'), UPDATE_NODE, [addressBefore, proxy.port]);
      await rm(lost.data, { recursive: true, force: true });
    },
  };
};

/** Tells the cluster the new address of a node, and does not wait for what still runs at the old one. */
const UPDATE_NODE = `
  select citus_update_node(nodeid, '127.0.0.1', $2, force => true, lock_cooldown => 500)
  from pg_dist_node where nodeport = $1`;

/** Starts a coordinator and two workers, with an empty database. */
export const startCitusNodes = async (
  endings: Endings,
  settings: Readonly<Record<string, string>>,
): Promise<CitusNodes> => {
  const citus = await findCitus();
  if (citus === null) throw new Error('There is no Citus.');
  await endings.add(citus.remove);
  const proxies = new Map<Cluster, TcpProxy>();
  const startProxyOf = async (server: Cluster): Promise<TcpProxy> => {
    const proxy = await startProxy(server.port, endings);
    proxies.set(server, proxy);
    return proxy;
  };
  const portOf = async (server: Cluster) => (await startProxyOf(server)).port;
  const cluster = await startCitusCluster({ tools: citus.folder, workers: 2, settings, portOf });
  await endings.add(cluster.remove);
  for (const node of cluster.nodes) await runSql(node.url('postgres', ROLE), `create database ${DATABASE}`);
  const nodes: CitusNode[] = [];
  const starting = { startProxyOf, startStandby: cluster.addStandby, coordinator: () => nodes[0]!, endings };
  const toNode = (server: Cluster) => nodeOf(server, proxies.get(server)!, starting);
  for (const server of cluster.nodes) nodes.push(await toNode(server));
  return {
    nodes,
    another: async () => {
      const server = await cluster.addNode();
      await startProxyOf(server);
      await makeRole(server.url('postgres'));
      await runSql(server.url('postgres', ROLE), `create database ${DATABASE}`);
      await runSql(server.url(DATABASE), 'create extension citus');
      return toNode(server);
    },
  };
};
