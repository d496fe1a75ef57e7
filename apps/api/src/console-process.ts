import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isFromConsole, type ToConsole } from '@carryover/settings/console-messages';
import type { Logger } from 'pino';

const PROGRAM = fileURLToPath(new URL('../../console/src/main.ts', import.meta.url));
const NODE_OPTIONS = ['--max-semi-space-size=8', '--max-old-space-size=256'];

/** The service does not wait longer for the console's address. */
const START_MS = 10_000;
const STOP_MS = 5_000;
/** The pause before the console is started again: doubled each time, until it has run for a while. */
const PAUSE_MS = { first: 1_000, longest: 60_000 };
const STABLE_MS = 300_000;

/** The console's one-time sign-in link, or the reason why there is no console and what to do. */
export type ConsoleStart =
  | { readonly kind: 'started'; readonly signInUrl: string; readonly port: number }
  | { readonly kind: 'failed'; readonly detail: string };

/** The console, in a process of its own: what it does costs imports neither their event loop nor their memory. */
export type ConsoleProcess = {
  readonly started: Promise<ConsoleStart>;
  /** Says that the database can be used. */
  readonly open: () => void;
  readonly stop: () => Promise<void>;
};

const start = (
  port: string | null,
  logger: Logger,
): { readonly child: ChildProcess; readonly listening: Promise<ConsoleStart> } => {
  const env = { ...process.env, ...(port === null ? {} : { CONSOLE_PORT: port }) };
  const child = fork(PROGRAM, [], { execArgv: NODE_OPTIONS, env });
  let isListening = false;
  const listening = new Promise<ConsoleStart>((resolve) => {
    child.on('message', (message) => {
      if (!isFromConsole(message)) return;
      // Its address is in the banner by then, so only the log can say why nobody answers there.
      if (message.kind === 'failed' && isListening) logger.error({ detail: message.detail }, 'the console cannot run');
      isListening ||= message.kind === 'listening';
      resolve(message.kind === 'failed' ? message : { ...message, kind: 'started' });
    });
    child.once('error', (error) => resolve({ kind: 'failed', detail: error.message }));
    child.once('exit', (code, signal) => resolve({ kind: 'failed', detail: `It ended with ${signal ?? code}.` }));
  });
  return { child, listening };
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/**
 * Starts the console, and starts it again if it ends, on the port that it had. It does so only after a first start that
 * succeeded: a taken port or a wrong setting needs somebody to correct it, and the service runs on without a console.
 */
export const startConsoleProcess = (logger: Logger): ConsoleProcess => {
  const stopping = new AbortController();
  const first = start(null, logger);
  let { child } = first;
  let isOpen = false;

  const open = (offersLink: boolean): void => {
    if (!child.connected) return;
    const message: ToConsole = { kind: 'open', offersLink };
    child.send(message, (error) => {
      if (error !== null) logger.warn({ error: String(error) }, 'a message to the console failed');
    });
  };

  const keep = async (port: string): Promise<void> => {
    let pauseMs = PAUSE_MS.first;
    let since = Date.now();
    for (;;) {
      await ended(child);
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STABLE_MS) pauseMs = PAUSE_MS.first;
      logger.error({ code: child.exitCode, signal: child.signalCode }, 'the console ended and is started again');
      await delay(pauseMs, undefined, { signal: stopping.signal });
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest);
      since = Date.now();
      const again = start(port, logger);
      child = again.child;
      const result = await again.listening;
      if (result.kind === 'failed') logger.error({ detail: result.detail }, 'the console did not start');
      else if (isOpen) open(false);
    }
  };

  const tooLate = delay(START_MS, undefined, { ref: false }).then(
    (): ConsoleStart => ({ kind: 'failed', detail: 'It did not start in time. Start it with npm run console.' }),
  );
  const started = Promise.race([first.listening, tooLate]);
  void started.then((result) => {
    // The wait ends by the stop.
    if (result.kind === 'started') keep(String(result.port)).catch(() => undefined);
    else child.kill('SIGKILL');
  });

  return {
    started,
    open: () => {
      isOpen = true;
      open(true);
    },
    stop: async () => {
      stopping.abort();
      child.kill('SIGTERM');
      await Promise.race([ended(child), delay(STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
};
