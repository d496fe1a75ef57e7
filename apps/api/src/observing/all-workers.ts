import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { ClusterRegistry, type Registry } from '@prometheus-io/client';

/** A scrape, asked by the worker that got it and answered by the process that supervises all of them. */
type Scrape = { readonly kind: 'scrape'; readonly id: number };
type Scraped = { readonly kind: 'scraped'; readonly id: number; readonly text: string | null };

export type MetricsText = { readonly contentType: string; readonly text: string };

const isScrape = (message: unknown): message is Scrape => (message as Partial<Scrape>)?.kind === 'scrape';
const isScraped = (message: unknown): message is Scraped => (message as Partial<Scraped>)?.kind === 'scraped';

const SLOT = 'CARRYOVER_WORKER_SLOT';

/** Tells a worker which of them it is, from 1 to `WORKERS`; the one that replaces it is told the same. */
export const inSlot = (slot: number): Readonly<Record<string, string>> => ({ [SLOT]: String(slot) });

/** The supervisor gives up a moment before, and says so; where it is gone, nobody does. */
const GATHERED_WITHIN_MS = 6_000;

/** Runs once at a time: who asks while it runs gets what comes of it. */
const shared = <A>(run: () => Promise<A>): (() => Promise<A>) => {
  let running: Promise<A> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
};

/** In the process that supervises: gathers what all workers count. */
export const answerScrapes = (): void => {
  const all = new ClusterRegistry();
  const gather = shared(() => all.clusterMetrics().catch(() => null));
  cluster.on('message', async (worker: Worker, message: unknown) => {
    if (!isScrape(message)) return;
    const scraped: Scraped = { kind: 'scraped', id: message.id, text: await gather() };
    if (worker.isConnected()) worker.send(scraped);
  });
};

/** In a worker: has all of them counted, whichever of them is asked. */
const scrapeAll = (registry: Registry): (() => Promise<MetricsText>) => {
  // Each has series of its own: a sum would fall when one of them ends, which a counter must not.
  registry.setDefaultLabels({ worker: process.env[SLOT] });
  ClusterRegistry.setRegistries([registry]);
  const { contentType } = new ClusterRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  process.on('message', (message) => {
    if (isScraped(message)) waiting.get(message.id)?.(message.text);
  });
  let count = 0;
  return shared(async () => {
    count += 1;
    const id = count;
    const scraped = new Promise<string | null>((resolve) => {
      waiting.set(id, resolve);
      const scrape: Scrape = { kind: 'scrape', id };
      process.send?.(scrape);
    });
    const text = await Promise.race([scraped, delay(GATHERED_WITHIN_MS, null, { ref: false })]);
    waiting.delete(id);
    if (text === null) throw new Error('Not every worker said what it counts.');
    return { contentType, text };
  });
};

/** What this process counts, together with the other workers where there are any. */
export const makeScrape = (registry: Registry): (() => Promise<MetricsText>) =>
  cluster.isWorker
    ? scrapeAll(registry)
    : async () => ({ contentType: registry.contentType, text: await registry.metrics() });
