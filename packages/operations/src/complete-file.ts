import { realpath, rename, rm, stat } from 'node:fs/promises';

/**
 * Writes a file that has its name once it is complete, so that a run that is killed leaves no shortened one. What is no
 * file, such as a pipe, is written as it is.
 */
export const writeComplete = async (file: string, write: (file: string) => Promise<unknown>): Promise<void> => {
  const there = await stat(file).catch(() => null);
  if (there?.isFile() === false) {
    await write(file);
    return;
  }
  // A link stays one.
  const place = there === null ? file : await realpath(file);
  const incomplete = `${place}.incomplete`;
  try {
    await write(incomplete);
    await rename(incomplete, place);
  } catch (error) {
    await rm(incomplete, { force: true });
    throw error;
  }
};
