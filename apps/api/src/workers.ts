import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { answerScrapes, inSlot } from './scrapes.ts';
import type { Service } from './service.ts';

/** A worker's message to its supervisor, once it listens. */
export type WorkerReady = { readonly kind: 'ready'; readonly baseUrl: string; readonly demoFile: string | null };

/** The pause before a worker is started again. */
const RESTART_PAUSE_MS = 1_000;
/** Slightly longer than a worker takes to finish its accepted requests. */
const SHUTDOWN_MS = 15_000;

type Environment = Readonly<Record<string, string>>;
type Started = { readonly worker: Worker; readonly ready: WorkerReady };

const ended = (worker: Worker): Promise<void> => new Promise((resolve) => worker.once('exit', () => resolve()));

/** Starts one worker and adds it to the running ones. Rejects if it ends before it is ready; it has then logged why. */
const startWorker = (environment: Environment, running: Set<Worker>, logger: Logger): Promise<Started> =>
  new Promise((resolve, reject) => {
    const worker = cluster.fork(environment);
    running.add(worker);
    const end = () => {
      running.delete(worker);
      reject(new Error('A worker ended while it was starting.'));
    };
    worker.once('exit', end);
    worker.on('error', (error) => {
      // Mostly a reply to a worker that has just died, which must not end the others.
      logger.warn({ worker: worker.process.pid, error: String(error) }, 'a message to a worker failed');
      // The only event of a worker that could not be started at all.
      if (worker.process.pid === undefined) end();
    });
    worker.on('message', (message: Partial<WorkerReady>) => {
      if (message.kind !== 'ready') return;
      logger.info({ worker: worker.process.pid }, 'a worker is ready');
      resolve({ worker, ready: message as WorkerReady });
    });
  });

/**
 * Runs several processes that share one port (Node's cluster), and restarts one that dies. The first runs alone while it
 * migrates the database and creates the demo data; the others join it on its port.
 *
 * Rejects if the first cannot start.
 *
 * @param consoleSignInUrl for the demo data; null without a console.
 * @param givenUp ends a start that is under way: a worker may not start for ever.
 */
export const startWorkers = async (
  { workers: count, shutdownDelayMs }: Pick<Config, 'workers' | 'shutdownDelayMs'>,
  logger: Logger,
  consoleSignInUrl: string | null,
  givenUp: AbortSignal,
): Promise<Service> => {
  givenUp.throwIfAborted();
  // Workers accept connections themselves: a connection that the supervisor hands to a dying worker would hang forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const { onWorkerEnded } = answerScrapes();
  const running = new Set<Worker>();
  let isStopping = false;

  const startAgainWhenItEnds = (worker: Worker, environment: Environment): void => {
    worker.once('exit', async (code, signal) => {
      if (isStopping) return;
      onWorkerEnded();
      logger.error({ worker: worker.process.pid, code, signal }, 'a worker ended and is started again');
      await delay(RESTART_PAUSE_MS);
      await keep(environment);
    });
  };
  /** Starts a worker, with repeated attempts. */
  const keep = async (environment: Environment): Promise<void> => {
    while (!isStopping) {
      const started = await startWorker(environment, running, logger).catch(() => null);
      if (started !== null) return startAgainWhenItEnds(started.worker, environment);
      onWorkerEnded();
      await delay(RESTART_PAUSE_MS);
    }
  };

  const stop = async (): Promise<void> => {
    isStopping = true;
    const allEnded = Promise.all([...running].map(ended));
    for (const worker of running) worker.process.kill('SIGTERM');
    await Promise.race([allEnded, delay(shutdownDelayMs + SHUTDOWN_MS)]);
    for (const worker of running) worker.process.kill('SIGKILL');
  };
  givenUp.addEventListener('abort', stop);

  const link = consoleSignInUrl === null ? {} : { CARRYOVER_CONSOLE_SIGN_IN_URL: consoleSignInUrl };
  const first = await startWorker({ ...inSlot(1), ...link }, running, logger);
  // The same PORT for all, also 0: this is how they share the port that the first got.
  const joining = (slot: number) => ({ DEMO: 'off', ...inSlot(slot) });
  startAgainWhenItEnds(first.worker, joining(1));
  await Promise.all(Array.from({ length: count - 1 }, (_, others) => keep(joining(others + 2))));
  givenUp.removeEventListener('abort', stop);

  return { baseUrl: first.ready.baseUrl, demoFile: first.ready.demoFile, stop };
};
