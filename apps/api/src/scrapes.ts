import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { ClusterRegistry, Registry } from '@prometheus-io/client';
import { collectStartTime, makeServiceMetrics, type ServiceMetrics } from './metrics.ts';

/** A scrape: the worker that receives it asks the supervisor, which answers for all workers. */
type Scrape = { readonly kind: 'scrape' };
type Scraped = { readonly kind: 'scraped'; readonly text: string | null };

type MetricsText = { readonly contentType: string; readonly text: string };

const isScrape = (message: unknown): message is Scrape => (message as Partial<Scrape>)?.kind === 'scrape';
const isScraped = (message: unknown): message is Scraped => (message as Partial<Scraped>)?.kind === 'scraped';

const SLOT = 'CARRYOVER_WORKER_SLOT';

/** Tells a worker its number, from 1 to `WORKERS`; its replacement gets the same number. */
export const inSlot = (slot: number): Readonly<Record<string, string>> => ({ [SLOT]: String(slot) });

/** Slightly longer than the supervisor's own time-out, so that this one applies only if the supervisor is gone. */
const GATHERED_WITHIN_MS = 6_000;

/** Runs one call at a time: calls during a run share its result. */
const shared = <A>(run: () => Promise<A>): (() => Promise<A>) => {
  let running: Promise<A> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
};

/** For the supervisor: gathers the metrics of all workers, and its own. @returns its own. */
export const answerScrapes = (): ServiceMetrics => {
  const own = new Registry();
  collectStartTime(own);
  ClusterRegistry.setRegistries([own]);
  const all = new ClusterRegistry();
  const gather = shared(() => all.clusterMetrics().catch(() => null));
  cluster.on('message', async (worker: Worker, message: unknown) => {
    if (!isScrape(message)) return;
    const scraped: Scraped = { kind: 'scraped', text: await gather() };
    if (worker.isConnected()) worker.send(scraped);
  });
  return makeServiceMetrics(own);
};

/** For a worker: returns the metrics of all workers. */
const scrapeAll = (registry: Registry): (() => Promise<MetricsText>) => {
  // Each worker has its own series: a sum would fall when a worker ends, which a counter must not.
  registry.setDefaultLabels({ worker: process.env[SLOT] });
  ClusterRegistry.setRegistries([registry]);
  const { contentType } = new ClusterRegistry();
  let take: (text: string | null) => void = () => undefined;
  process.on('message', (message) => {
    if (isScraped(message)) take(message.text);
  });
  return shared(async () => {
    const scraped = new Promise<string | null>((resolve) => {
      take = resolve;
      process.send?.({ kind: 'scrape' } satisfies Scrape);
    });
    const text = await Promise.race([scraped, delay(GATHERED_WITHIN_MS, null, { ref: false })]);
    if (text === null) throw new Error('Not every worker reported its metrics.');
    return { contentType, text };
  });
};

/** Returns the metrics of this process, with those of the other workers if there are any. */
export const makeScrape = (registry: Registry): (() => Promise<MetricsText>) =>
  cluster.isWorker
    ? scrapeAll(registry)
    : async () => ({ contentType: registry.contentType, text: await registry.metrics() });
