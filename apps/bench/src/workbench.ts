import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, startCluster } from './databases/cluster.ts';
import { type LoadGenerator, startLoadGenerator } from './load/load-generator.ts';

/** The parts of every measurement: a folder, a server, a load generator. */
export type Workbench = { readonly folder: string; readonly cluster: Cluster; readonly load: LoadGenerator };

/** The number by which Linux knows a file system that is memory (`man 2 statfs`). */
const TMPFS = 0x01021994;

/** Rejects when this process is told to stop: what was started is ended then as after a failure. */
const interrupted = (): Promise<never> =>
  new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
  });

/**
 * Sets up a workbench, lets `work` use it, and leaves nothing behind.
 *
 * Rejects if the folder is in memory: PostgreSQL's fsync would cost nothing there.
 */
export const onWorkbench = async <A>(parent: string, work: (bench: Workbench) => Promise<A>): Promise<A> => {
  await mkdir(parent, { recursive: true });
  if ((await statfs(parent)).type === TMPFS)
    throw new Error(`${parent} lies in memory, where commits cost nothing: choose another --folder.`);
  const folder = await mkdtemp(join(parent, 'carryover-bench-'));
  // In the order they were started; ended in the opposite one.
  const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const cluster = await startCluster(folder);
    endings.push(cluster.stop);
    const load = startLoadGenerator();
    endings.push(load.stop);
    return await Promise.race([work({ folder, cluster, load }), interrupted()]);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
};
