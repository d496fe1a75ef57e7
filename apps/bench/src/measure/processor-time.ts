import { readdir, readFile } from 'node:fs/promises';

/** `/proc` counts in hundredths of a second, whatever the kernel's own clock (man 5 proc, USER_HZ). */
const MS_A_TICK = 10;

type Stat = { readonly parent: number; readonly own: number; readonly endedChildren: number };

/** The fields after the process' name, which is in parentheses and may contain any characters. */
const parseStat = (text: string): Stat => {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (field: number) => Number(fields[field - 3]);
  return { parent: ticks(4), own: ticks(14) + ticks(15), endedChildren: ticks(16) + ticks(17) };
};

const readStat = async (pid: number | string): Promise<Stat | null> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(parseStat, () => null);

/** Milliseconds of processor time of one process, all its threads. */
export const processorTimeMs = async (pid: number): Promise<number> => ((await readStat(pid))?.own ?? 0) * MS_A_TICK;

/** The same of a process and its children, those that have ended among them: a PostgreSQL server and its backends. */
export const familyTimeMs = async (pid: number): Promise<number> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map(async (name) => ({ pid: Number(name), stat: await readStat(name) })));
  let ticks = 0;
  for (const { pid: its, stat } of stats) {
    if (stat === null) continue;
    if (its === pid) ticks += stat.own + stat.endedChildren;
    else if (stat.parent === pid) ticks += stat.own;
  }
  return ticks * MS_A_TICK;
};

/** Milliseconds that the machine's processors were busy with anything; a neighbour on the same host counts (`steal`). */
export const machineTimeMs = async (): Promise<number> => {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user, nice, system, , , irq, softirq, steal] = line!.split(/\s+/).slice(1).map(Number) as number[];
  return [user, nice, system, irq, softirq, steal].reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) * MS_A_TICK;
};
