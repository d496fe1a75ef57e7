import cluster from 'node:cluster';
import { causeMessage } from '@carryover/settings/cause-message';
import { invalidEnvironment } from '@carryover/settings/environment';
import { startFailure } from '@carryover/settings/start-failure';
import * as E from 'fp-ts/lib/Either.js';
import { type Logger, pino } from 'pino';
import { claimDataDir } from './claim-data-directory.ts';
import { type Config, readConfig } from './config.ts';
import { type ConsoleProcess, startConsoleProcess } from './console-process.ts';
import { type Service, startService } from './service.ts';
import { announce, logStep } from './start-messages.ts';
import { startWorkers, type WorkerReady } from './workers.ts';

const fail = (message: string): never => {
  process.stderr.write(startFailure(`Carryover cannot start. ${message}`));
  process.exit(1);
};

/**
 * Stops what was started, once, on a signal. A worker also stops when its supervisor dies, since nothing
 * could start it again or stop it then.
 *
 * @param givenUp is told of the signal, for a start that would not end by itself.
 */
const stopWhenTold = (
  starting: Promise<{ readonly stop: () => Promise<void> }>,
  givenUp: AbortController,
  logger: Logger,
): void => {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    givenUp.abort();
    const started = await starting.catch(() => null);
    await started?.stop();
    logStep(logger, 'stopped');
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

/** Returns the sign-in link of the console; null if it did not start. */
const linkOf = async (console: ConsoleProcess): Promise<string | null> => {
  const started = await console.started;
  return started.kind === 'started' ? started.signInUrl : null;
};

/** Starts the service for this data directory, and writes its address there; opens the console, which is stopped first. */
const startClaimed = async (
  config: Config,
  console: ConsoleProcess | null,
  start: () => Promise<Service>,
): Promise<Service> => {
  const claim = await claimDataDir(config);
  const service = await start();
  console?.open();
  await claim.announce(service.baseUrl);
  return {
    ...service,
    stop: async () => {
      await console?.stop();
      await service.stop();
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

  logStep(logger, 'starting');
  const console = config.hasConsole && !cluster.isWorker ? startConsoleProcess(logger) : null;
  const link = console === null ? Promise.resolve(config.consoleSignInUrl) : linkOf(console);
  const givenUp = new AbortController();
  const start = async () =>
    isSupervisor
      ? startWorkers(config, logger, await link, givenUp.signal)
      : startService(config, logger, tracing, link);
  const starting = cluster.isWorker ? start() : startClaimed(config, console, start);
  // Registered first, so that a signal during the start also leaves nothing running.
  stopWhenTold(starting, givenUp, logger);
  const started = await starting.catch((error: unknown) => {
    if (givenUp.signal.aborted) return null;
    throw error;
  });
  // It was told to stop meanwhile, and ends once that is done.
  if (started === null) return;
  const { baseUrl, demoFile } = started;
  if (cluster.isWorker) process.send?.({ kind: 'ready', baseUrl, demoFile } satisfies WorkerReady);
  else announce(logger, { baseUrl, demoFile, console: (await console?.started) ?? null });
};

const USAGE = `npm start    starts the service, on port 3000 if PORT names no other; Ctrl-C or SIGTERM stops it

It takes no arguments: everything is set by environment variables (docs/configuration.md). Without any, it starts its own
PostgreSQL in .carryover, with demo data, and the console on port 3100. GET /readyz says when it takes requests.
Exit codes: 0 stopped, 1 it cannot start, and says why, 2 wrong usage.
`;

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  if (E.isLeft(config)) fail(invalidEnvironment(config.left));
  else await run(config.right).catch((error: unknown) => fail(causeMessage(error)));
};

const args = process.argv.slice(2);
if (args.length === 0) await start();
else if (['--help', '-h'].includes(args.join(' '))) process.stdout.write(USAGE);
else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
