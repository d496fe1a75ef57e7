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

/** Has a text in a file beside another one while it is used: nothing is left there, also if that fails. */
const withBeside = async (path: string, text: string, use: (beside: string) => Promise<void>): Promise<void> => {
  makeFolders(dirname(path));
  const beside = `${path}.${randomUUID()}`;
  try {
    await writeFile(beside, text, { mode: 0o600, flush: true });
    await leaveToOwner(beside);
    await use(beside);
  } finally {
    await rm(beside, { force: true });
  }
};

/** Writes a file atomically, readable only by its owner. */
export const writePrivate = (path: string, text: string): Promise<void> =>
  withBeside(path, text, (beside) => rename(beside, path));

/** Creates a file unless it exists, also if several processes try at the same time; returns the file's text. */
export const keepPrivate = async (path: string, makeText: () => string): Promise<string> => {
  const existing = await readIfThere(path);
  if (existing !== null) return existing;
  await withBeside(path, makeText(), (beside) =>
    link(beside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
  return readFile(path, 'utf8');
};
