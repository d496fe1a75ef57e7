import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/**
 * Makes a folder and the missing ones above it; returns false if it exists. Node's own recursive mkdir never ends where a
 * folder exists and takes no other, such as /proc.
 *
 * @throws if it cannot be made, or if a file has its name.
 */
export const makeFolders = (path: string, mode?: number): boolean => {
  const folder = resolve(path);
  const make = () => mkdirSync(folder, { mode });
  try {
    make();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && makeFolders(dirname(folder), mode)) make();
    else if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
    else return false;
  }
  return true;
};
