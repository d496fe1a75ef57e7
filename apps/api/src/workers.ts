import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from './config/config.ts';
import { answerScrapes, inSlot } from './observing/all-workers.ts';

/** What a worker tells the process that supervises it, once it listens. */
export type WorkerReady = { readonly kind: 'ready'; readonly baseUrl: string; readonly demoFile: string | null };

/** A worker that ends at once is not started again and again without a pause. */
const RESTART_PAUSE_MS = 1_000;
/** What a worker takes to end what it accepted, and a moment more. */
const SHUTDOWN_MS = 15_000;

export type Workers = { readonly ready: WorkerReady; readonly stop: () => Promise<void> };

type Environment = Readonly<Record<string, string>>;
type Started = { readonly worker: Worker; readonly ready: WorkerReady };

const ended = (worker: Worker): Promise<void> => new Promise((resolve) => worker.once('exit', () => resolve()));

/** Starts one worker, and adds it to those that run. @returns Rejects where it ends before it is ready; it has then said why. */
const startWorker = (environment: Environment, running: Set<Worker>, logger: Logger): Promise<Started> =>
  new Promise((resolve, reject) => {
    const worker = cluster.fork(environment);
    running.add(worker);
    const end = () => {
      running.delete(worker);
      reject(new Error('A worker ended while it started.'));
    };
    worker.once('exit', end);
    worker.on('error', (error) => {
      // Mostly an answer to a worker that has just died, which is no reason for the others to end.
      logger.warn({ worker: worker.process.pid, error: String(error) }, 'a worker could not be told something');
      // One that could not be started at all ends with nothing but this.
      if (worker.process.pid === undefined) end();
    });
    worker.on('message', (message: Partial<WorkerReady>) => {
      if (message.kind === 'ready') resolve({ worker, ready: message as WorkerReady });
    });
  });

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

  const startAgainWhenItEnds = (worker: Worker, environment: Environment): void => {
    worker.once('exit', async (code, signal) => {
      if (isStopping) return;
      logger.error({ worker: worker.process.pid, code, signal }, 'a worker ended; it is started again');
      await delay(RESTART_PAUSE_MS);
      await keep(environment);
    });
  };
  /** Starts a worker, as often as it takes. */
  const keep = async (environment: Environment): Promise<void> => {
    while (!isStopping) {
      const started = await startWorker(environment, running, logger).catch(() => null);
      if (started !== null) return startAgainWhenItEnds(started.worker, environment);
      await delay(RESTART_PAUSE_MS);
    }
  };

  const first = await startWorker(inSlot(1), running, logger);
  // The same PORT for all, 0 too: that is how they share the one the first was given.
  const joining = (slot: number) => ({ DEMO: 'off', ...inSlot(slot) });
  startAgainWhenItEnds(first.worker, joining(1));
  await Promise.all(Array.from({ length: count - 1 }, (_, others) => keep(joining(others + 2))));

  return {
    ready: first.ready,
    stop: async () => {
      isStopping = true;
      const allEnded = Promise.all([...running].map(ended));
      for (const worker of running) worker.process.kill('SIGTERM');
      await Promise.race([allEnded, delay(shutdownDelayMs + SHUTDOWN_MS)]);
      for (const worker of running) worker.process.kill('SIGKILL');
    },
  };
};
