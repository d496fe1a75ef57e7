import { spawn } from 'node:child_process';
import { peakMemoryBytes } from '../measure/peak-memory.ts';

const COMMAND = new URL('../../../operator/bin/carryover-operator.mjs', import.meta.url).pathname;
const POLL_MS = 200;

/** The heap limits of `npm run operator`. */
const LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=160'];

/** A command's duration, the most memory its processes had together, its exit code and its output. */
export type Ran = {
  readonly seconds: number;
  readonly peakBytes: number;
  readonly code: number | null;
  readonly out: string;
};

/** Runs the operator's command in its own process. */
export const runCommand = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...LIMITS, COMMAND, ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [peakBytes, out] = [0, ''];
    const poll = setInterval(async () => {
      peakBytes = Math.max(peakBytes, (await peakMemoryBytes(child.pid!)) ?? 0);
    }, POLL_MS);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(poll);
      resolve({ seconds: (performance.now() - startedAt) / 1_000, peakBytes, code, out });
    });
  });
