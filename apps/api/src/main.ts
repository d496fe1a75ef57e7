import cluster from 'node:cluster';
import * as E from 'fp-ts/lib/Either.js';
import { type Logger, pino } from 'pino';
import { banner } from './banner.ts';
import { type Config, readConfig } from './config.ts';
import { startTracing, type Tracing } from './observing/tracing.ts';
import { startService } from './service.ts';
import { startWorkers, type WorkerReady } from './workers.ts';

const fail = (message: string): never => {
  process.stderr.write(`Carryover can't start. ${message}\n`);
  process.exit(1);
};

/**
 * Ends what was started, once, when the process is told to; a worker also when its supervisor dies, since nobody is left
 * to start it again, or to stop it.
 */
const stopWhenTold = (starting: Promise<{ readonly stop: () => Promise<void> }>, logger: Logger): void => {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    const started = await starting.catch(() => null);
    await started?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  const { worker } = cluster;
  worker?.on('disconnect', () => {
    // Node would end the process at once, and with it what was accepted.
    worker.exitedAfterDisconnect = true;
    return stop('disconnect');
  });
  worker?.on('error', (error) => logger.warn({ error: String(error) }, 'the supervisor could not be told something'));
};

const serve = async (config: Config, logger: Logger, tracing: Tracing | null): Promise<void> => {
  const starting = startService(config, logger, tracing);
  // From the first moment on, so that being told to stop while starting leaves nothing running either.
  stopWhenTold(starting, logger);
  const { baseUrl, demoFile } = await starting;
  const ready: WorkerReady = { kind: 'ready', baseUrl, demoFile };
  if (cluster.isWorker) process.send?.(ready);
  else process.stdout.write(banner(ready));
};

const supervise = async (config: Config, logger: Logger): Promise<void> => {
  const starting = startWorkers(config, logger);
  stopWhenTold(starting, logger);
  process.stdout.write(banner((await starting).ready));
};

const config = readConfig(process.env);
if (E.isLeft(config)) fail(`The environment has mistakes:\n${config.left.map((one) => `  - ${one}`).join('\n')}`);
else {
  const { workers, logLevel, isTraced } = config.right;
  const isSupervisor = workers > 1 && cluster.isPrimary;
  const tracing = isTraced && !isSupervisor ? await startTracing() : null;
  // Written beside the requests, not in their way; what is not yet written when the process ends is written then.
  const destination = pino.destination({ sync: false });
  const logger = pino({ level: logLevel, ...(tracing === null ? {} : { mixin: tracing.ids }) }, destination);
  await (isSupervisor ? supervise(config.right, logger) : serve(config.right, logger, tracing)).catch(
    (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
  );
}
