import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { asChild } from '../processes.ts';

const CONSOLE = new URL('../../../console/src/main.ts', import.meta.url).pathname;

/** The heap limits of `npm run console`. */
const LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=256'];
const SIGN_IN_LINK = /^Console: (?<origin>http:\/\/[^/]+)(?<path>\S+)/;

/** A signed-in operator's browser. */
export type SignedIn = {
  readonly pid: number;
  /** Opens a page; rejects if it is not answered 200. */
  readonly get: (path: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** Starts the console in its own process, as `npm run console` does, and signs in by its one-time link. */
export const startConsole = async (environment: Readonly<Record<string, string>>): Promise<SignedIn> => {
  const env = { PATH: process.env.PATH, CONSOLE_PORT: '0', LOG_LEVEL: 'warn', ...environment };
  const child = asChild(spawn(process.execPath, [...LIMITS, CONSOLE], { env, stdio: ['ignore', 'pipe', 'inherit'] }));
  for await (const line of createInterface({ input: child.process.stdout })) {
    const { origin, path } = SIGN_IN_LINK.exec(line)?.groups ?? {};
    if (origin === undefined) continue;
    const signedIn = await fetch(`${origin}${path}`, { redirect: 'manual' });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return {
      pid: child.process.pid!,
      get: async (page) => {
        const response = await fetch(`${origin}${page}`, { headers: { cookie }, redirect: 'manual' });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${page} was answered ${response.status}.`);
        return text;
      },
      stop: child.stop,
    };
  }
  throw new Error('The console did not start.');
};
