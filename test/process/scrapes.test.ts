import cluster, { type Worker } from 'node:cluster';
import { answerScrapes } from '@carryover/api/scrapes';
import { describe, expect, it } from 'vitest';

type Message = { readonly type?: string; readonly kind?: string; readonly requestId?: number };

/** A worker as the process that supervises it sees it. */
const aWorker = () => {
  const told: Message[] = [];
  const worker = { id: 1, isConnected: () => true, send: (message: Message) => told.push(message) };
  return { told, says: (message: object) => cluster.emit('message', worker as unknown as Worker, message) };
};

const LIBRARY = '@prometheus-io/client';

describe('scrapes of several workers', () => {
  it('share what is gathered if they arrive together, and gather again afterwards', async () => {
    answerScrapes();
    const { told, says } = aWorker();
    const asked = () => told.filter(({ type }) => type === `${LIBRARY}:getMetricsReq`);
    const answered = () => told.filter(({ kind }) => kind === 'scraped');
    const answer = () => says({ type: `${LIBRARY}:getMetricsRes`, requestId: asked().at(-1)!.requestId, metrics: [] });
    says({ type: `${LIBRARY}:announcement` });

    for (let scrape = 0; scrape < 3; scrape += 1) says({ kind: 'scrape' });
    await expect.poll(asked).toHaveLength(1);
    answer();
    await expect.poll(answered).toHaveLength(3);

    says({ kind: 'scrape' });
    await expect.poll(asked).toHaveLength(2);
    answer();
    await expect.poll(answered).toHaveLength(4);
  });
});
