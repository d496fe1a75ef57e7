import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The text of a file; null where there is none. */
export const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const writeBeside = async (path: string, text: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${randomUUID()}`;
  await writeFile(beside, text, { mode: 0o600, flush: true });
  return beside;
};

/** Puts a file in place whole or not at all, for its owner alone. */
export const writePrivate = async (path: string, text: string): Promise<void> => {
  await rename(await writeBeside(path, text), path);
};

/** Makes a file unless it is there, whoever else tries at the same moment; answers with what it then holds. */
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
