import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endings } from '../environment/endings.ts';
import { type Holding, openHolding } from './holding.ts';

const PROGRAM = fileURLToPath(new URL('reader.ts', import.meta.url));

export type ReaderOptions = { readonly limit: number; readonly supplier: string | null };

/** A process that follows the feed, and what it holds. */
export type Reader = ReaderOptions & {
  readonly name: string;
  /** `kill -9`, and started again at once on what it left. */
  readonly kill: () => Promise<void>;
  /** Has it read to the end, and gives what it holds. */
  readonly finish: () => Promise<Holding>;
};

type Feed = { readonly baseUrl: string; readonly platformKey: string };

/** @param complain takes what a reader says that ends by itself. */
export const startReader = async (
  { folder, endings }: { readonly folder: string; readonly endings: Endings },
  { baseUrl, platformKey }: Feed,
  { name, limit, supplier }: ReaderOptions & { readonly name: string },
  complain: (what: string) => void,
): Promise<Reader> => {
  const file = join(folder, `reader-${name}.db`);
  const { PATH = '' } = process.env;
  const env = { PATH, BASE_URL: baseUrl, PLATFORM_KEY: platformKey, FILE: file, LIMIT: String(limit) };
  const start = (more: Readonly<Record<string, string>> = {}): ChildProcess => {
    const only = supplier === null ? {} : { SUPPLIER: supplier };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
      env: { ...env, ...only, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('exit', (code) => {
      if (code !== null && code !== 0) complain(`reader ${name} ended by itself: ${said.slice(-500)}`);
    });
    return child;
  };
  const end = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  let running = start();
  await endings.add(end);
  return {
    name,
    limit,
    supplier,
    kill: async () => {
      await end();
      running = start();
    },
    finish: async () => {
      await end();
      running = start({ FOLLOW: 'no' });
      await once(running, 'exit');
      return openHolding(file);
    },
  };
};
