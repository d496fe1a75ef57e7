import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, copyFile, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What this process has open, also if it is a file: what else it writes there is to stay. */
const IS_OPEN = /^\/(dev\/(stdout|stderr|fd\/)|proc\/)/;

/** Has a file, or the names in a folder, on the disk. */
export const sync = async (path: string, flags: number = constants.O_RDONLY): Promise<void> => {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
};

/** Has the name of a file on the disk, if its file system and the rights on the folder allow that. */
const syncName = (file: string): Promise<void> => sync(dirname(file)).catch(() => undefined);

/** Makes the empty file that becomes another one, with its owner and its mode. Rejects if it may not. */
const makeBeside = async (incomplete: string, there: Stats | null): Promise<void> => {
  const made = await open(incomplete, 'w');
  try {
    if (there === null) return;
    await made.chown(there.uid, there.gid);
    await made.chmod(there.mode & 0o777);
  } finally {
    await made.close();
  }
};

/**
 * Writes a file that has its name once it is complete and on the disk, so that neither a run that is killed nor a power
 * failure leaves a shortened one. What is no file, such as a pipe, is written as it is, and so is a file that may be
 * written but not replaced.
 */
export const writeComplete = async (file: string, write: (file: string) => Promise<unknown>): Promise<void> => {
  const there = await stat(file).catch(() => null);
  const isLinkToNothing = there === null && (await lstat(file).catch(() => null)) !== null;
  if (there?.isFile() === false || isLinkToNothing || IS_OPEN.test(file)) {
    await write(file);
    return;
  }
  // A link stays one.
  const place = there === null ? file : await realpath(file);
  if (there !== null) await access(place, constants.W_OK);
  // Its own: another run may write the same file at the same time.
  const incomplete = `${place}.${randomUUID()}.incomplete`;
  try {
    await makeBeside(incomplete, there);
  } catch (error) {
    await rm(incomplete, { force: true }).catch(() => undefined);
    if (there === null) throw error;
    await write(place);
    await sync(place, constants.O_WRONLY);
    return;
  }
  try {
    await write(incomplete);
    // It may be that its owner may not read it.
    await sync(incomplete, constants.O_WRONLY);
    await rename(incomplete, place).catch(async (error: unknown) => {
      if (there === null) throw error;
      // Such as one that is mounted by itself into a container.
      await copyFile(incomplete, place);
      await sync(place, constants.O_WRONLY);
      await rm(incomplete);
    });
  } catch (error) {
    await rm(incomplete, { force: true });
    throw error;
  }
  await syncName(place);
};

/** Writes a file that must not exist, and has its name once it is complete and on the disk. @param write makes it. */
export const writeNew = async (file: string, write: (file: string) => Promise<unknown>): Promise<void> => {
  const incomplete = `${file}.${randomUUID()}.incomplete`;
  try {
    await write(incomplete);
    await sync(incomplete);
    await link(incomplete, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // Such as on a file system without links.
      await copyFile(incomplete, file, constants.COPYFILE_EXCL);
      await sync(file);
    });
  } finally {
    // In a folder whose files cannot be removed, it stays.
    await rm(incomplete, { force: true }).catch(() => undefined);
  }
  await syncName(file);
};
