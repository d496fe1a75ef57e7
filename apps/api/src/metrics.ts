import cluster from 'node:cluster';
import type { Answered } from '@carryover/adapters-http/request';
import type { VendorEvent } from '@carryover/adapters-vendor/vendor';
import { IMPORT_ENDPOINTS } from '@carryover/application/ports/import-records';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import manifest from '../package.json' with { type: 'json' };

/** From a request of one item to a whole body under load, in seconds. */
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const VENDOR_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What clients call, by its name in metrics and in the log. */
const CLIENTS_ENDPOINTS = [
  ...IMPORT_ENDPOINTS,
  'accounts/summary',
  'control-totals/compare',
  'control-totals/register',
  'graphql',
];

const IMPORTS: ReadonlySet<string> = new Set(IMPORT_ENDPOINTS);

const makeRequestMetrics = (registers: [Registry]) => {
  const requests = new Counter({
    name: 'carryover_http_requests_total',
    help: 'Answered requests, by endpoint, status and the code of the first error.',
    labelNames: ['endpoint', 'status', 'code'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'carryover_http_request_duration_seconds',
    help: "From the end of a request's headers to its answer being handed over to be sent.",
    labelNames: ['endpoint'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const items = new Counter({
    name: 'carryover_import_items_total',
    help: 'Items that accepted requests had, by endpoint, including items that already existed; undos do not change it.',
    labelNames: ['endpoint'] as const,
    registers,
  });
  const lastAccepted = new Gauge({
    name: 'carryover_import_last_accepted_timestamp_seconds',
    help: 'When the last import was accepted, by endpoint. The import lag is the time since.',
    labelNames: ['endpoint'] as const,
    aggregator: 'max',
    registers,
  });
  // A rate sees no increase from nothing to one, so that the first failure would page nobody.
  for (const endpoint of CLIENTS_ENDPOINTS) requests.inc({ endpoint, status: 500, code: 'error' }, 0);
  return ({ endpoint, status, code, durationMs, items: count }: Answered): void => {
    requests.inc({ endpoint, status, code: code ?? '' });
    durations.observe({ endpoint }, durationMs / 1_000);
    if (status !== 201 || !IMPORTS.has(endpoint)) return;
    items.inc({ endpoint }, count);
    lastAccepted.setToCurrentTime({ endpoint });
  };
};

const makeVendorMetrics = (registers: [Registry]) => {
  const verifications = new Histogram({
    name: 'carryover_vendor_verification_duration_seconds',
    help: 'Verifications of payment instructions, by vendor, outcome and cause.',
    labelNames: ['vendor', 'outcome', 'cause'] as const,
    buckets: VENDOR_BUCKETS,
    registers,
  });
  const breaker = new Gauge({
    name: 'carryover_vendor_breaker_open',
    help: '1 while the circuit breaker keeps any process from calling the vendor.',
    labelNames: ['vendor'] as const,
    aggregator: 'max',
    registers,
  });
  const refusals = new Counter({
    name: 'carryover_vendor_credentials_refused_total',
    help: 'Rejections of our own credentials by a vendor.',
    labelNames: ['vendor'] as const,
    registers,
  });
  return {
    onVendorEvent: (event: VendorEvent): void => {
      const { vendor } = event;
      if (event.kind === 'vendor_credentials_refused') refusals.inc({ vendor });
      else if (event.kind === 'circuit') breaker.set({ vendor }, event.state === 'Closed' ? 0 : 1);
      else
        verifications.observe({ vendor, outcome: event.outcome, cause: event.cause ?? '' }, event.durationMs / 1_000);
    },
    /** Adds a vendor with nothing refused and a closed breaker: a rate sees no increase from nothing to one. */
    addVendor: (vendor: string): void => {
      refusals.inc({ vendor }, 0);
      breaker.set({ vendor }, 0);
    },
  };
};

/** Adds the gauges that are read at each scrape. */
const watchGauges =
  (registers: [Registry]) =>
  (
    requestsInside: () => number,
    pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number },
  ): void => {
    new Gauge({
      name: 'carryover_requests_inside',
      help: 'Requests being read, waiting or processed.',
      registers,
      collect() {
        this.set(requestsInside());
      },
    });
    new Gauge({
      name: 'carryover_database_connections',
      help: 'Pool connections in use or idle, and requests waiting for one.',
      labelNames: ['state'] as const,
      registers,
      collect() {
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  };

/** What senders of webhooks tell. */
export type WebhookMetrics = {
  readonly onDelivery: (isDelivered: boolean) => void;
  /** @param oldest the times of changes that this process has not delivered yet. */
  readonly onStatuses: (
    statuses: ReadonlyArray<{ readonly failingSince: Date | null; readonly suspendedBecause: string | null }>,
    oldest: ReadonlyArray<Date | null>,
  ) => void;
};

const makeWebhookMetrics = (registers: [Registry]): WebhookMetrics => {
  const deliveries = new Counter({
    name: 'carryover_webhook_deliveries_total',
    help: 'Deliveries to webhooks that were tried, by outcome: delivered, failed.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const suspended = new Gauge({
    name: 'carryover_webhooks_suspended',
    help: 'Webhooks that get no more changes because deliveries failed, and not because an operator said so.',
    aggregator: 'max',
    registers,
  });
  const lag = new Gauge({
    name: 'carryover_webhook_lag_seconds',
    help: 'The longest time that a webhook which is not suspended is behind the feed, or has been failing.',
    aggregator: 'max',
    registers,
  });
  for (const outcome of ['delivered', 'failed']) deliveries.inc({ outcome }, 0);
  return {
    onDelivery: (isDelivered) => deliveries.inc({ outcome: isDelivered ? 'delivered' : 'failed' }),
    onStatuses: (statuses, oldest) => {
      const isByItself = (because: string | null) => because !== null && because !== 'operator';
      suspended.set(statuses.filter(({ suspendedBecause }) => isByItself(suspendedBecause)).length);
      const failing = statuses.filter(({ suspendedBecause }) => suspendedBecause === null);
      const since = [...failing.map(({ failingSince }) => failingSince), ...oldest].filter((time) => time !== null);
      lag.set(Math.max(0, ...since.map((time) => (Date.now() - time.getTime()) / 1_000)));
    },
  };
};

/** Returns what is told since when a transaction is known as the oldest that is open, by `performance.now()`, or null. */
const watchHeldBack = (registers: [Registry]) => (): ((since: number | null) => void) => {
  let heldSince: number | null = null;
  new Gauge({
    name: 'carryover_held_back_seconds',
    help: 'How long the same transaction of the database server is known to be the oldest that is open: what is stored after its beginning is not served by the feed, sealed or proven.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(heldSince === null ? 0 : (performance.now() - heldSince) / 1_000);
    },
  });
  return (since) => {
    heldSince = since;
  };
};

/** Returns what is told when everything that is final has a seal; until then the next one is overdue. @param intervalMs between two seals. */
const watchSeals =
  (registers: [Registry]) =>
  (intervalMs: number): (() => void) => {
    let last = Date.now();
    new Gauge({
      name: 'carryover_seal_lag_seconds',
      help: 'By how much the next seal is overdue. Of several processes one seals: the least counts.',
      aggregator: 'min',
      registers,
      collect() {
        this.set(Math.max(0, (Date.now() - last - intervalMs) / 1_000));
      },
    });
    return () => {
      last = Date.now();
    };
  };

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
const collectProcessMetrics = (registry: Registry): void => {
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

/** The service's metrics; none of them names an organisation, a supplier or an account. */
export const makeMetrics = () => {
  const registry = new Registry();
  collectProcessMetrics(registry);
  // The supervisor has them for its workers.
  if (!cluster.isWorker) makeServiceMetrics(registry);
  return {
    registry,
    onAnswered: makeRequestMetrics([registry]),
    ...makeVendorMetrics([registry]),
    webhooks: makeWebhookMetrics([registry]),
    watch: watchGauges([registry]),
    watchSeals: watchSeals([registry]),
    watchHeldBack: watchHeldBack([registry]),
  };
};
