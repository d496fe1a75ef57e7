import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileFailure, toFileFailure } from '@carryover/files/source/file-failure';

/** The folders of what the consoles of a machine ran: by supplier and run. */
export const RUNS_FOLDERS = ['reconciliations', 'storage-checks', 'undos'] as const;
export type RunsFolder = (typeof RUNS_FOLDERS)[number];

export const runsFolder = (dataDir: string, name: RunsFolder): string => join(dataDir, 'console', name);

/** The moment at which a UUID of version 7 was made. */
export const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/**
 * Removes the files of a supplier's runs that began before a time of this machine: they may name what was erased since.
 *
 * @returns the folders that could not be removed.
 */
export const removeRunsBefore = async (
  dataDir: string,
  supplierId: string,
  before: Date,
): Promise<ReadonlyArray<FileFailure>> => {
  const remaining: FileFailure[] = [];
  for (const name of RUNS_FOLDERS) {
    const folder = join(runsFolder(dataDir, name), supplierId);
    const ids = await readdir(folder).catch(() => []);
    for (const id of ids.filter((name) => madeAt(name) <= before.getTime())) {
      const run = join(folder, id);
      await rm(run, { recursive: true, force: true }).catch((error: unknown) => {
        remaining.push(toFileFailure(run)(error));
      });
    }
  }
  return remaining;
};

const LISTED = 3;

/** Returns what to say of the files that could not be removed after an erasure. */
export const describeRemaining = (remaining: ReadonlyArray<FileFailure>): string => {
  const listed = remaining.slice(0, LISTED).map(({ file, detail }) => `${file} (${detail})`);
  const more = remaining.length > LISTED ? `, and ${remaining.length - LISTED} more` : '';
  return `Files of earlier runs may name what was erased, and could not be removed. Remove them: ${listed.join(', ')}${more}.`;
};
