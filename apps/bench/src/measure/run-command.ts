import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { peakMemoryBytes } from './peak-memory.ts';
import { processorTimeMs } from './processor-time.ts';

const ROOT = new URL('../../../../', import.meta.url).pathname;

/** Returns the arguments of Node in a script of the project's package.json, which ends with `exec node …`. */
export const argumentsOf = (script: 'start' | 'operator' | 'load'): ReadonlyArray<string> => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [, command] = (scripts[script] as string).split('exec node ');
  return command!.split(' ');
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

/** Runs the operator's command or the client's loader in its own process, with the limits of `npm run operator` and `npm run load`. */
export const runCommand = (
  command: 'operator' | 'load',
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...argumentsOf(command), ...args], {
      cwd: ROOT,
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
