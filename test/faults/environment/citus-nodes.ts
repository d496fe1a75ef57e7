import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLE, startCitusCluster } from '../../support/postgresql/a-citus-cluster.ts';
import type { Cluster } from '../../support/postgresql/a-cluster.ts';
import { findCitus } from '../../support/postgresql/citus.ts';
import { runSql } from '../../support/run-sql.ts';
import { familyOf, signal, untilGone } from './database.ts';
import type { Endings } from './endings.ts';

const DATABASE = 'carryover';

/** A node of a Citus cluster. */
export type CitusNode = {
  readonly url: (role?: string) => string;
  /** The server and all processes it started. */
  readonly pids: () => Promise<ReadonlyArray<number>>;
  /** Kills the server as a crash does; it stays down. */
  readonly crash: () => Promise<void>;
  readonly halt: () => Promise<void>;
  readonly start: () => Promise<void>;
};

const toNode = (cluster: Cluster, endings: Endings): CitusNode => {
  const pidFile = join(cluster.data, 'postmaster.pid');
  const pids = async () => {
    const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
    return familyOf(Number(pid));
  };
  return {
    url: (role = ROLE) => cluster.url(DATABASE, role),
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

/** Starts a coordinator, which is the first node, and two workers, with an empty database. */
export const startCitusNodes = async (endings: Endings): Promise<ReadonlyArray<CitusNode>> => {
  const citus = await findCitus();
  if (citus === null) throw new Error('There is no Citus.');
  await endings.add(citus.remove);
  const { nodes, remove } = await startCitusCluster({ tools: citus.folder, workers: 2 });
  await endings.add(remove);
  for (const node of nodes) await runSql(node.url('postgres', ROLE), `create database ${DATABASE}`);
  return nodes.map((node) => toNode(node, endings));
};
