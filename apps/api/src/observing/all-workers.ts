import cluster, { type Worker } from 'node:cluster';
import { ClusterRegistry, type Registry } from '@prometheus-io/client';

/** A scrape, asked by the worker that got it and answered by the process that supervises all of them. */
type Scrape = { readonly kind: 'scrape'; readonly id: number };
type Scraped = { readonly kind: 'scraped'; readonly id: number; readonly text: string | null };

export type MetricsText = { readonly contentType: string; readonly text: string };

const isScrape = (message: unknown): message is Scrape => (message as Partial<Scrape>)?.kind === 'scrape';
const isScraped = (message: unknown): message is Scraped => (message as Partial<Scraped>)?.kind === 'scraped';

/** In the process that supervises: adds up what all workers count. */
export const answerScrapes = (): void => {
  const all = new ClusterRegistry();
  cluster.on('message', async (worker: Worker, message: unknown) => {
    if (!isScrape(message)) return;
    const text = await all.clusterMetrics().catch(() => null);
    const scraped: Scraped = { kind: 'scraped', id: message.id, text };
    if (worker.isConnected()) worker.send(scraped);
  });
};

/** In a worker: has all of them counted, whichever of them is asked. */
const scrapeAll = (registry: Registry): (() => Promise<MetricsText>) => {
  ClusterRegistry.setRegistries([registry]);
  const { contentType } = new ClusterRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  process.on('message', (message) => {
    if (!isScraped(message)) return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  let count = 0;
  return async () => {
    count += 1;
    const id = count;
    const text = await new Promise<string | null>((resolve) => {
      waiting.set(id, resolve);
      const scrape: Scrape = { kind: 'scrape', id };
      process.send?.(scrape);
    });
    if (text === null) throw new Error('Not every worker said what it counts.');
    return { contentType, text };
  };
};

/** What this process counts, together with the other workers where there are any. */
export const makeScrape = (registry: Registry): (() => Promise<MetricsText>) =>
  cluster.isWorker
    ? scrapeAll(registry)
    : async () => ({ contentType: registry.contentType, text: await registry.metrics() });
