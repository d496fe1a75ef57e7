import { collectDefaultMetrics, type Registry } from '@prometheus-io/client';

/** Metrics of the library that `promtool check metrics` rejects: a type in the name, or a total that may fall. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
];

/** A month: the metric that it feeds is removed. */
const NEVER_MS = 2 ** 31 - 1;

/** Measures the process: processor time, memory, garbage collection, lag of the event loop. */
export const collectProcessMetrics = (registry: Registry): void => {
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: NEVER_MS });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
};
