import { randomUUID } from 'node:crypto';
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolders } from './make-folders.ts';

/** Returns the text of a file; null if it does not exist. */
export const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Gives a file that root wrote to the owner of its folder, who must be able to start the service later. */
export const leaveToOwner = async (path: string): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
};

const writeBeside = async (path: string, text: string): Promise<string> => {
  makeFolders(dirname(path));
  const beside = `${path}.${randomUUID()}`;
  await writeFile(beside, text, { mode: 0o600, flush: true });
  await leaveToOwner(beside);
  return beside;
};

/** Writes a file atomically, readable only by its owner. */
export const writePrivate = async (path: string, text: string): Promise<void> => {
  await rename(await writeBeside(path, text), path);
};

/** Creates a file unless it exists, also if several processes try at the same time; returns the file's text. */
export const keepPrivate = async (path: string, makeText: () => string): Promise<string> => {
  const existing = await readIfThere(path);
  if (existing !== null) return existing;
  const beside = await writeBeside(path, makeText());
  try {
    await link(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(beside, { force: true });
  }
  return readFile(path, 'utf8');
};
