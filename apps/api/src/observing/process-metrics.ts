import { Counter, collectDefaultMetrics, Gauge, type Registry } from '@prometheus-io/client';
import manifest from '../../package.json' with { type: 'json' };

/** Metrics of the library that `promtool check metrics` rejects: a type in the name, or a total that may fall. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
];

/** Left out by the library where several workers are gathered. */
const START_TIME = 'process_start_time_seconds';

/** A month: the metric that it feeds is removed. */
const NEVER_MS = 2 ** 31 - 1;

/** For crash loops: it changes with each start. */
export const collectStartTime = (registry: Registry): void => {
  new Gauge({
    name: START_TIME,
    help: 'Start time of the process, in seconds since the Unix epoch.',
    aggregator: 'max',
    registers: [registry],
  }).set(Math.round(performance.timeOrigin / 1_000));
};

/** Measures the process: start, processor time, memory, garbage collection, lag of the event loop. */
export const collectProcessMetrics = (registry: Registry): void => {
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: NEVER_MS });
  for (const name of [...MISNAMED, START_TIME]) registry.removeSingleMetric(name);
  collectStartTime(registry);
};

/** Metrics of the service as a whole, once for all its workers. */
export type ServiceMetrics = { readonly onWorkerEnded: () => void };

export const makeServiceMetrics = (registry: Registry): ServiceMetrics => {
  const { version } = manifest;
  new Gauge({
    name: 'carryover_build_info',
    help: 'Always 1; the version of Carryover and of Node that runs.',
    labelNames: ['version', 'node'] as const,
    aggregator: 'max',
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  const restarts = new Counter({
    name: 'carryover_worker_restarts_total',
    help: 'Workers that ended, or could not start, and were started again.',
    registers: [registry],
  });
  return { onWorkerEnded: () => restarts.inc() };
};
