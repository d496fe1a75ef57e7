import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { causeMessage } from '@carryover/settings/cause-message';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { readConsoleConfig } from './config/config.ts';
import { type FromConsole, isToConsole } from './messages.ts';
import { startConsole } from './start-console.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** A service started this process. Otherwise its user did. */
const isStarted = process.send !== undefined;
const tell = (message: FromConsole): void => {
  process.send?.(message);
};

const fail = (detail: string): never => {
  tell({ kind: 'failed', detail });
  if (!isStarted) process.stderr.write(`The console cannot start. ${detail}\n`);
  process.exit(1);
};

/** Resolves when the service's database can be used. @returns true if this is its first console, which offers a link. */
const toldToOpen = (): Promise<boolean> =>
  new Promise((resolveOpen) => {
    process.on('message', (message) => {
      if (isToConsole(message)) resolveOpen(message.offersLink);
    });
  });

const run = async (): Promise<void> => {
  const config = readConsoleConfig({
    ...process.env,
    DATA_DIR: resolve(PROJECT, process.env.DATA_DIR || '.carryover'),
  });
  if (E.isLeft(config)) {
    return fail(`Invalid environment variables:\n${config.left.map((one) => `  - ${one}`).join('\n')}`);
  }
  const logger = pino({ level: config.right.logLevel });
  const { baseUrl, signInUrl, open, stop } = await startConsole(config.right, logger);
  const end = async () => {
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, end);
  // The service has ended, also if it was killed.
  process.once('disconnect', end);
  if (!isStarted) {
    await open(true);
    process.stdout.write(`Console: ${signInUrl}\nThe link signs in once. To get a new one: npm run console -- link\n`);
    return;
  }
  tell({ kind: 'listening', baseUrl, signInUrl });
  await open(await toldToOpen());
};

await run().catch((error: unknown) => fail(causeMessage(error)));
