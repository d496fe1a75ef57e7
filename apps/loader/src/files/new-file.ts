import { closeSync, openSync, statSync } from 'node:fs';
import { writeWhole, writing } from '@carryover/files/source/file-failure';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, wrongUsage } from '../command.ts';

/** Returns true for a file that has content, or a folder: neither is ever replaced. False for devices, and for a file that `mktemp` has made. */
const isTaken = (file: string): boolean => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && (found.isDirectory() || (found.isFile() && found.size > 0));
};

/** Says that a file is in the way before anything is done. */
export const checkNew = (file: string): E.Either<Failure, void> =>
  isTaken(file)
    ? E.left(
        wrongUsage(`${file} exists, and is not overwritten. Choose another name, or move or delete it.`, 'file_exists'),
      )
    : E.right(undefined);

/** Opens a file that is not overwritten. @throws WriteFailed if it has content. */
export const openNew = (file: string): number =>
  writing(file, () => {
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
    if (isTaken(file)) throw new Error('The file exists, and is not overwritten');
    return openSync(file, isThere ? 'a' : 'ax', 0o600);
  });

/** Writes a file that is not overwritten. @throws WriteFailed */
export const writeNew = (file: string, text: string): void => {
  const descriptor = openNew(file);
  try {
    writeWhole(file, descriptor, Buffer.from(text));
  } finally {
    closeSync(descriptor);
  }
};
