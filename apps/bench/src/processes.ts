import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { megabytes } from './figures.ts';

/** A benchmark that is interrupted ends what it has started. */
export const endWith = (child: ChildProcess): void => {
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
};

const ROOT = new URL('../../../', import.meta.url).pathname;

/** The scripts of package.json whose command ends with `exec node …`. */
type Script = 'start' | 'operator' | 'load' | 'console';

/** Returns the arguments of Node in a script of the project: a program is measured with the limits it is started with. */
const argumentsOf = (script: Script): ReadonlyArray<string> => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  return (scripts[script] as string).split('exec node ')[1]!.split(' ');
};

type Environment = Readonly<Record<string, string>>;

const KILL_AFTER_MS = 15_000;

/** Tells a process to end, and waits until it has. */
export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
};

/** Starts a program of the project that writes its output to a file, as a service in production does. */
export const startLogging = async (script: Script, environment: Environment, log: string): Promise<ChildProcess> => {
  const file = await open(log, 'a');
  try {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...environment };
    const child = spawn(process.execPath, argumentsOf(script), { cwd: ROOT, env, stdio: ['ignore', file.fd, file.fd] });
    endWith(child);
    await once(child, 'spawn');
    return child;
  } finally {
    await file.close();
  }
};

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** Waits for a line of a log. @throws Error with the end of the log if the process ends before, or takes a minute. */
export const untilLogged = async (log: string, pattern: RegExp, child: ChildProcess): Promise<RegExpExecArray> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const text = await readFile(log, 'utf8');
    const found = pattern.exec(text);
    if (found !== null) return found;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${child.spawnargs.at(-1)} did not start:\n${text.slice(-2_000)}`);
    await delay(POLL_MS);
  }
};

/** What a command took, its exit code and its output. The other figures: up to a tenth of a second before its end. */
type Ran = {
  readonly seconds: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
  /** The most disk that its temporary files, which have no name, took at a time. */
  readonly temporaryBytes: number;
  readonly code: number | null;
  readonly out: string;
};

/** Runs the operator's command or the client's loader. */
export const runCommand = async (
  script: 'operator' | 'load',
  args: ReadonlyArray<string>,
  environment: Environment,
): Promise<Ran> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...argumentsOf(script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWith(child);
  let [peakBytes, temporaryBytes, cpuMs, out] = [0, 0, 0, ''];
  const poll = setInterval(async () => {
    peakBytes = Math.max(peakBytes, await peakMemoryBytes(child.pid!));
    cpuMs = Math.max(cpuMs, await processorTimeMs(child.pid!));
    temporaryBytes = Math.max(temporaryBytes, await unnamedBytes(child.pid!));
  }, 100);
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(poll);
  return { seconds: (performance.now() - startedAt) / 1_000, cpuMs, peakBytes, temporaryBytes, code, out };
};

/** Runs a command as {@link runCommand}. @returns also what it cost, in words. @param postgresMs processor time of the database. */
export const measureCommand = async (
  { postgresMs }: { readonly postgresMs: () => Promise<number> },
  ...run: Parameters<typeof runCommand>
): Promise<Ran & { readonly cost: string }> => {
  const before = await postgresMs();
  const ran = await runCommand(...run);
  const [own, database] = [ran.cpuMs, (await postgresMs()) - before].map((ms) => `${(ms / 1_000).toFixed(1)} s`);
  const cpu = `processor time ${own}, of PostgreSQL ${database}`;
  return { ...ran, cost: `${ran.seconds.toFixed(1)} s, ${megabytes(ran.peakBytes)}, ${cpu}, exit code ${ran.code}` };
};

/** The most memory a process has had so far (resident set), in bytes; 0 if it cannot be known. */
export const peakMemoryBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
};

/** Bytes of disk of a process' open files that have no name any more. */
const unnamedBytes = async (pid: number): Promise<number> => {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => stat(`${folder}/${name}`).catch(() => null)));
  return files.reduce((sum, file) => sum + (file?.isFile() && file.nlink === 0 ? file.blocks * 512 : 0), 0);
};

/** `/proc` counts in hundredths of a second, whatever the kernel's own clock (man 5 proc, USER_HZ). */
const MS_PER_TICK = 10;

type Stat = { readonly parent: number; readonly own: number; readonly endedChildren: number };

const readStat = async (pid: number | string): Promise<Stat | null> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The fields after the process' name, which is in parentheses and may contain any characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (field: number) => Number(fields[field - 3]);
  return { parent: ticks(4), own: ticks(14) + ticks(15), endedChildren: ticks(16) + ticks(17) };
};

/** Milliseconds of processor time of one process, all its threads. */
export const processorTimeMs = async (pid: number): Promise<number> => ((await readStat(pid))?.own ?? 0) * MS_PER_TICK;

/** The same of a process and its children, those that have ended among them: a PostgreSQL server and its backends. */
export const familyTimeMs = async (pid: number): Promise<number> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map(async (name) => ({ id: Number(name), stat: await readStat(name) })));
  let ticks = 0;
  for (const { id, stat } of stats) {
    if (stat === null) continue;
    if (id === pid) ticks += stat.own + stat.endedChildren;
    else if (stat.parent === pid) ticks += stat.own;
  }
  return ticks * MS_PER_TICK;
};

/** Milliseconds that the machine's processors were busy with anything; a neighbour on the same host counts (`steal`). */
export const machineTimeMs = async (): Promise<number> => {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user, nice, system, , , irq, softirq, steal] = line!.split(/\s+/).slice(1).map(Number) as number[];
  return [user, nice, system, irq, softirq, steal].reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) * MS_PER_TICK;
};
