import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of what the consoles of a machine ran: by supplier and run. */
export const RUNS_FOLDERS = ['reconciliations', 'storage-checks', 'undos'] as const;
export type RunsFolder = (typeof RUNS_FOLDERS)[number];

export const runsFolder = (dataDir: string, name: RunsFolder): string => join(dataDir, 'console', name);

/** The moment at which a UUID of version 7 was made. */
export const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Removes the files of a supplier's runs that began before a time of this machine: they may name what was erased since. */
export const removeRunsBefore = async (dataDir: string, supplierId: string, before: Date): Promise<void> => {
  for (const name of RUNS_FOLDERS) {
    const folder = join(runsFolder(dataDir, name), supplierId);
    const ids = await readdir(folder).catch(() => []);
    for (const id of ids)
      if (madeAt(id) <= before.getTime()) await rm(join(folder, id), { recursive: true, force: true });
  }
};
