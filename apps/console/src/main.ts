import { causeMessage } from '@carryover/settings/cause-message';
import { type FromConsole, isToConsole } from '@carryover/settings/console-messages';
import { invalidEnvironment } from '@carryover/settings/environment';
import { startFailure } from '@carryover/settings/start-failure';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { type ConsoleConfig, readConsoleConfig } from './config.ts';
import { runningAddress } from './noted-address.ts';
import { startConsole } from './start-console.ts';

/** A service started this process. Otherwise its user did. */
const isStarted = process.send !== undefined;
const tell = (message: FromConsole): void => {
  process.send?.(message);
};

/** Ends after the message to the service is sent. */
const fail = (detail: string): void => {
  const end = () => process.exit(1);
  if (isStarted) process.send?.({ kind: 'failed', detail } satisfies FromConsole, end);
  else process.stderr.write(startFailure(`The console cannot start. ${detail}`), end);
};

/** Resolves when the service's database can be used. @returns true if this is its first console, which offers a link. */
const toldToOpen = (): Promise<boolean> =>
  new Promise((resolveOpen) => {
    process.on('message', (message) => {
      if (isToConsole(message)) resolveOpen(message.offersLink);
    });
  });

const serve = async (config: ConsoleConfig): Promise<void> => {
  const logger = pino({ level: config.logLevel });
  const { port, signInUrl, open, stop } = await startConsole(config, logger);
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  // A terminal's Ctrl-C reaches both: the service then stops the console.
  process.on('SIGINT', isStarted ? () => undefined : end);
  // The service has ended, also if it was killed.
  process.on('disconnect', end);
  const opened = toldToOpen();
  tell({ kind: 'listening', port, signInUrl });
  await open(isStarted ? await opened : true);
  const aboutLink =
    config.oidc === null
      ? 'The link signs in once. For a new one: npm run console -- link (in the image: console link)\n'
      : '';
  if (!isStarted) process.stdout.write(`Console: ${signInUrl}\n${aboutLink}`);
};

/** Prints a new sign-in link of the running console. */
const printLink = async (config: ConsoleConfig): Promise<void> => {
  if (config.oidc !== null)
    return refuse(
      `There are no sign-in links, because OIDC_ISSUER is set: people sign in at ${config.oidc.issuer}, with the roles that it gives them. Open ${config.baseUrl}.`,
    );
  const { addLink } = await import('./sign-in/one-time-link.ts');
  process.stdout.write(`${await addLink(config, await runningAddress(config))}\n`);
};

/** Ends a command with a message for the person who called it. */
const refuse = (detail: string): void => {
  process.exitCode = 1;
  process.stderr.write(`${detail}\n`);
};

const COMMANDS: Readonly<Record<string, (config: ConsoleConfig) => Promise<void>>> = { serve, link: printLink };

const USAGE = `npm run console            starts the console, on port 3100 if CONSOLE_PORT names no other
npm run console -- link    prints a new sign-in link

Everything is set by environment variables (docs/configuration.md). Ctrl-C or SIGTERM stops it.
Exit codes: 0 stopped, or the link is printed, 1 it cannot start, and says why, 2 wrong usage.
`;

const run = async ([name = 'serve', ...rest]: ReadonlyArray<string>): Promise<void> => {
  const command = COMMANDS[name];
  if (['--help', '-h'].includes(name)) {
    process.stdout.write(USAGE);
    return;
  }
  if (command === undefined || rest.length > 0) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const config = readConsoleConfig(process.env);
  if (E.isLeft(config)) (name === 'link' ? refuse : fail)(invalidEnvironment(config.left));
  else await command(config.right);
};

const args = process.argv.slice(2);
await run(args).catch((error: unknown) => (args[0] === 'link' ? refuse : fail)(causeMessage(error)));
