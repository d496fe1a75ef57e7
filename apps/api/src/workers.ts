import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from './config.ts';
import { answerScrapes } from './observing/all-workers.ts';

/** What a worker tells the process that supervises it, once it listens. */
export type WorkerReady = { readonly kind: 'ready'; readonly baseUrl: string; readonly demoFile: string | null };

/** A worker that ends at once is not started again and again without a pause. */
const RESTART_PAUSE_MS = 1_000;
/** What a worker takes to end what it accepted, and a moment more. */
const SHUTDOWN_MS = 15_000;

export type Workers = { readonly ready: WorkerReady; readonly stop: () => Promise<void> };

/**
 * Runs several processes behind one port (Node's cluster), and starts one again that dies. The first is alone while it
 * migrates the database and makes the demo data; the others join it on its port.
 *
 * @returns Rejects where the first can't start.
 */
export const startWorkers = async (
  { workers: count, shutdownDelayMs }: Pick<Config, 'workers' | 'shutdownDelayMs'>,
  logger: Logger,
): Promise<Workers> => {
  // Workers take connections themselves: one that the supervisor hands to a worker that is just dying hangs for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  new RateLimiterClusterMaster();
  answerScrapes();
  const running = new Set<Worker>();
  let isStopping = false;

  /** Starts one worker. @returns Rejects where it ends before it is ready; it has then said why. */
  const start = (environment: Record<string, string>): Promise<{ worker: Worker; ready: WorkerReady }> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork(environment);
      running.add(worker);
      worker.once('exit', () => {
        running.delete(worker);
        reject(new Error('A worker ended while it started.'));
      });
      worker.on('message', (message: Partial<WorkerReady>) => {
        if (message.kind === 'ready') resolve({ worker, ready: message as WorkerReady });
      });
    });

  const startAgainWhenItEnds = (worker: Worker, environment: Record<string, string>): void => {
    worker.once('exit', async (code, signal) => {
      if (isStopping) return;
      logger.error({ worker: worker.process.pid, code, signal }, 'a worker ended; it is started again');
      await delay(RESTART_PAUSE_MS);
      await keep(environment);
    });
  };
  /** Starts a worker, as often as it takes. */
  const keep = async (environment: Record<string, string>): Promise<void> => {
    while (!isStopping) {
      const started = await start(environment).catch(() => null);
      if (started !== null) return startAgainWhenItEnds(started.worker, environment);
      await delay(RESTART_PAUSE_MS);
    }
  };

  const first = await start({});
  // The same PORT for all, 0 too: that is how they share the one the first was given.
  const joining = { DEMO: 'off' };
  startAgainWhenItEnds(first.worker, joining);
  await Promise.all(Array.from({ length: count - 1 }, () => keep(joining)));

  return {
    ready: first.ready,
    stop: async () => {
      isStopping = true;
      const ended = [...running].map((worker) => once(worker, 'exit'));
      for (const worker of running) worker.process.kill('SIGTERM');
      await Promise.race([Promise.all(ended), delay(shutdownDelayMs + SHUTDOWN_MS)]);
      for (const worker of running) worker.process.kill('SIGKILL');
    },
  };
};
