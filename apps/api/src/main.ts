import cluster from 'node:cluster';
import { causeMessage } from '@carryover/settings/cause-message';
import { invalidEnvironment } from '@carryover/settings/environment';
import { startFailure } from '@carryover/settings/start-failure';
import * as E from 'fp-ts/lib/Either.js';
import { type Logger, pino } from 'pino';
import { claimDataDir } from './claim-data-directory.ts';
import { type Config, readConfig } from './config.ts';
import { type ConsoleProcess, startConsoleProcess } from './console-process.ts';
import { startService } from './service.ts';
import { makeNarrator, type Narrator, SILENT } from './start-messages.ts';
import type { Tracing } from './tracing.ts';
import { startWorkers, type WorkerReady } from './workers.ts';

const fail = (message: string): never => {
  process.stderr.write(startFailure(`Carryover cannot start. ${message}`));
  process.exit(1);
};

/**
 * Stops what was started, once, on a signal. A worker also stops when its supervisor dies, since nothing
 * could start it again or stop it then.
 */
const stopWhenTold = (
  starting: Promise<{ readonly stop: () => Promise<void> }>,
  logger: Logger,
  narrator: Narrator,
): void => {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    const started = await starting.catch(() => null);
    await started?.stop();
    narrator.stopped();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  const { worker } = cluster;
  worker?.on('disconnect', () => {
    // Node would end the process at once, and with it the requests that were accepted.
    worker.exitedAfterDisconnect = true;
    return stop('disconnect');
  });
  worker?.on('error', (error) => logger.warn({ error: String(error) }, 'a message to the supervisor failed'));
};

type Started = { readonly ready: WorkerReady; readonly stop: () => Promise<void> };

/** Returns the sign-in link of the console; null without one. */
const linkOf = async (console: ConsoleProcess | null): Promise<string | null> => {
  const started = await console?.started;
  return started?.kind === 'started' ? started.signInUrl : null;
};

const startOne = async (
  config: Config,
  logger: Logger,
  tracing: Tracing | null,
  console: ConsoleProcess | null,
): Promise<Started> => {
  const link = console === null ? Promise.resolve(config.consoleSignInUrl) : linkOf(console);
  const { baseUrl, demoFile, stop } = await startService(config, logger, tracing, link);
  return { ready: { kind: 'ready', baseUrl, demoFile }, stop };
};

/** Starts the service for this data directory, and writes its address there; opens the console, which is stopped first. */
const startClaimed = async (
  config: Config,
  console: ConsoleProcess | null,
  start: () => Promise<Started>,
): Promise<Started> => {
  const claim = await claimDataDir(config);
  const started = await start();
  console?.open();
  await claim.announce(started.ready.baseUrl);
  return {
    ready: started.ready,
    stop: async () => {
      await console?.stop();
      await started.stop();
      await claim.release();
    },
  };
};

const run = async (config: Config): Promise<void> => {
  const isSupervisor = config.workers > 1 && cluster.isPrimary;
  // The packages of OpenTelemetry are loaded only if they are used.
  const tracing =
    config.isTraced && !isSupervisor ? (await import('./tracing.ts')).startOpenTelemetry(config.traceHeaders) : null;
  // Asynchronous, so that requests do not wait for the log; the rest is flushed when the process ends.
  const destination = pino.destination({ sync: false });
  const options = { level: config.logLevel, ...(tracing === null ? {} : { mixin: tracing.ids }) };
  const logger = pino(options, destination);
  const narrator = cluster.isWorker ? SILENT : makeNarrator(logger, process.stdout.isTTY === true);

  narrator.starting();
  const console = config.hasConsole && !cluster.isWorker ? startConsoleProcess(logger) : null;
  const start = async () =>
    isSupervisor ? startWorkers(config, logger, await linkOf(console)) : startOne(config, logger, tracing, console);
  const starting = cluster.isWorker ? start() : startClaimed(config, console, start);
  // Registered first, so that a signal during the start also leaves nothing running.
  stopWhenTold(starting, logger, narrator);
  const { ready } = await starting;
  if (cluster.isWorker) process.send?.(ready);
  narrator.ready({ ...ready, console: (await console?.started) ?? null });
};

const config = readConfig(process.env);
if (E.isLeft(config)) fail(invalidEnvironment(config.left));
else await run(config.right).catch((error: unknown) => fail(causeMessage(error)));
