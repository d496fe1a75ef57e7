import { spawn } from 'node:child_process';
import { peakMemoryBytes } from './peak-memory.ts';
import { processorTimeMs } from './processor-time.ts';

const COMMANDS = {
  operator: new URL('../../../operator/bin/carryover-operator.mjs', import.meta.url).pathname,
  load: new URL('../../../loader/bin/carryover.mjs', import.meta.url).pathname,
};
const POLL_MS = 100;

/** The heap limits of `npm run operator` and `npm run load`. */
const LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=160'];

/** A command's duration, its processor time up to a tenth of a second before its end, the most memory it had, its exit code and its output. */
export type Ran = {
  readonly seconds: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  readonly code: number | null;
  readonly out: string;
};

/** Runs the operator's command or the client's loader in its own process. */
export const runCommand = (
  command: keyof typeof COMMANDS,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...LIMITS, COMMANDS[command], ...args], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [peakBytes, cpuMs, out] = [0, 0, ''];
    const poll = setInterval(async () => {
      peakBytes = Math.max(peakBytes, (await peakMemoryBytes(child.pid!)) ?? 0);
      cpuMs = Math.max(cpuMs, await processorTimeMs(child.pid!));
    }, POLL_MS);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(poll);
      resolve({ seconds: (performance.now() - startedAt) / 1_000, cpuMs, peakBytes, code, out });
    });
  });
