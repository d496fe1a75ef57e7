import type { Contender } from '../contenders/contender.ts';
import type { Cluster } from '../databases/cluster.ts';
import { familyTimeMs, machineTimeMs, processorTimeMs } from './processor-time.ts';

/** The readings of the meters; only differences matter. */
export type Reading = {
  readonly at: number;
  readonly serviceMs: number;
  readonly postgresMs: number;
  readonly machineMs: number;
  readonly ownMs: number;
  readonly walBytes: number;
};

/** @param cluster the contender's server: all of its work counts, including checkpoints and vacuum. */
export const readMeters = async ({ pid }: Contender, cluster: Cluster): Promise<Reading> => {
  const [serviceMs, postgresMs, machineMs, walBytes] = await Promise.all([
    pid === null ? 0 : processorTimeMs(pid),
    familyTimeMs(cluster.pid),
    machineTimeMs(),
    cluster.walBytes(),
  ]);
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), serviceMs, postgresMs, machineMs, ownMs: (user + system) / 1000, walBytes };
};
