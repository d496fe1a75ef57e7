import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';

/** A process that was started for the measurement. */
export type Child<Process extends ChildProcess = ChildProcess> = {
  readonly process: Process;
  /** Tells it to end and waits until it has. */
  readonly stop: () => Promise<void>;
};

const KILL_AFTER_MS = 15_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Adds `stop` to a process: SIGTERM, and SIGKILL if it does not end in time. */
export const asChild = <Process extends ChildProcess>(process: Process): Child<Process> => ({
  process,
  stop: async () => {
    if (hasEnded(process)) return;
    const ended = once(process, 'exit');
    process.kill('SIGTERM');
    const timer = setTimeout(() => process.kill('SIGKILL'), KILL_AFTER_MS);
    await ended;
    clearTimeout(timer);
  },
});

/** Another process of this program, which is talked to in messages. */
export const forkProgram = (file: string, args: ReadonlyArray<string> = []): Child =>
  asChild(fork(file, args, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));

/** A process that writes its output to a file, as a service in production does. */
export const spawnLogging = async (
  args: ReadonlyArray<string>,
  { log, ...options }: { readonly log: string } & Pick<SpawnOptions, 'env' | 'cwd'>,
): Promise<Child> => {
  const file = await open(log, 'a');
  try {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', file.fd, file.fd] });
    await once(child, 'spawn');
    return asChild(child);
  } finally {
    await file.close();
  }
};
