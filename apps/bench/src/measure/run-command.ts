import { spawn } from 'node:child_process';
import { peakMemoryBytes } from './peak-memory.ts';
import { processorTimeMs } from './processor-time.ts';

const bin = (path: string): string => new URL(`../../../${path}`, import.meta.url).pathname;

/** The commands with the heap limits of `npm run operator` and `npm run load`, in MB. */
const COMMANDS = {
  operator: { file: bin('operator/bin/carryover-operator.mjs'), heap: 160 },
  load: { file: bin('loader/bin/carryover.mjs'), heap: 128 },
};
const POLL_MS = 100;

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
    const { file, heap } = COMMANDS[command];
    const limits = ['--max-semi-space-size=8', `--max-old-space-size=${heap}`];
    const child = spawn(process.execPath, [...limits, file, ...args], {
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
