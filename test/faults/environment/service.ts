import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Node's own arguments and the program's, as a script of package.json has them. */
export const programOf = (script: 'start' | 'operator'): ReadonlyArray<string> => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, command] = scripts[script]!.split('exec node ');
  return command!.split(' ');
};

type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly at: number };

/** A process of the service. */
export type Service = {
  readonly pid: number;
  readonly port: number;
  readonly isAlive: () => boolean;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ended>;
  /** Told to end; killed if it does not. */
  readonly stop: () => Promise<void>;
};

type ServiceOptions = {
  readonly dataDir: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
};

/** Of a service with demo data, and of one without, which says it in its log. */
const READY =
  /Carryover is ready at http:\/\/[^:]+:(?<port>\d+)|"base_url":"http:\/\/[^:]+:(?<port>\d+)","msg":"ready"/;
/** A first start on a Citus cluster, with all its migrations, took more than a minute beside a load of twenty. */
const START_WITHIN_MS = 180_000;
const KILL_AFTER_MS = 20_000;
const POLL_MS = 20;

/** Returns the last output of a process. */
export const endOfLog = async (log: string): Promise<string> =>
  (await readFile(log, 'utf8').catch(() => '')).slice(-2_000);

const waitForPort = async (child: ChildProcess, log: string, from: number): Promise<number> => {
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    const ready = READY.exec((await readFile(log)).subarray(from).toString());
    if (ready !== null) return Number(ready.groups!.port);
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The service did not start:\n${await endOfLog(log)}`);
    }
    await delay(POLL_MS);
  }
};

/** Starts the service as its npm script does, with nothing of our own environment; resolves once it says that it is ready. */
export const startService = async ({ dataDir, port, environment }: ServiceOptions): Promise<Service> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const log = join(dataDir, 'service.log');
  const file = await open(log, 'a');
  const { size } = await file.stat();
  const { PATH = '', HOME = '' } = process.env;
  // A console that outlives the service would be the last to leave the embedded server, and stop it.
  const ours = { CONSOLE: 'off', DEMO: 'on', LOG_LEVEL: 'warn' };
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), ...ours, ...environment };
  const child = spawn(process.execPath, programOf('start'), { cwd: ROOT, env, stdio: ['ignore', file.fd, file.fd] });
  const ended: Promise<Ended> = once(child, 'exit').then(([code, signal]) => ({ code, signal, at: performance.now() }));
  await once(child, 'spawn');
  await file.close();
  const bound = await waitForPort(child, log, size);
  return {
    pid: child.pid!,
    port: bound,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => void child.kill(signal),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await ended;
      clearTimeout(timer);
    },
  };
};
