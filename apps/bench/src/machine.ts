import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

/** The machine of the measurement. */
export const describeMachine = (postgresVersion: string) => ({
  processor: cpus()[0]?.model ?? 'unknown',
  processors: availableParallelism(),
  memoryBytes: totalmem(),
  kernel: release(),
  node: process.versions.node,
  postgres: postgresVersion,
  /** Of the last minute, when the measurement began. */
  loadBefore: loadavg()[0],
});
