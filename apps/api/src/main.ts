import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { banner } from './banner.ts';
import { type Config, readConfig } from './config.ts';
import { startService } from './service.ts';

const fail = (message: string): never => {
  process.stderr.write(`Carryover can't start. ${message}\n`);
  process.exit(1);
};

const run = async (config: Config): Promise<void> => {
  const logger = pino({ level: config.logLevel });
  const starting = startService(config, logger);
  // From the first moment on, so that being told to stop while starting leaves nothing running either.
  const stop = async (signal: string) => {
    logger.info({ signal }, 'stopping');
    const service = await starting.catch(() => null);
    await service?.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.stdout.write(banner(await starting));
};

const config = readConfig(process.env);
if (E.isLeft(config)) fail(`The environment has mistakes:\n${config.left.map((one) => `  - ${one}`).join('\n')}`);
else await run(config.right).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
