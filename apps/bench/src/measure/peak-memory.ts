import { readFile } from 'node:fs/promises';

/** The most memory a process has had so far (resident set), in bytes; null if it cannot be known. */
export const peakMemoryBytes = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
};
