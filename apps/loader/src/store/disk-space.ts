import { statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { WriteFailed } from '@carryover/files/source/file-failure';
import type { Source } from '@carryover/files/source/source';
import { temporaryFile } from '@carryover/files/unnamed-file';

/** Temporary files take at least this share of the size of the files: no smaller one was measured. */
const LEAST_SHARE = 0.05;
/** The share of the files that must be read before it says what the rest needs. */
const JUDGED_SHARE = 0.02;
/** The rest may need less than what was read: it must exceed the free space by this factor. */
const TOLERANCE = 1.25;
const JUDGED_EVERY_BYTES = 33_554_432;

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

const tooLittle = (folder: string, detail: string, free: number): WriteFailed =>
  new WriteFailed(temporaryFile(folder), new Error(`${detail}, and the disk has ${megabytes(free)} free.`));

/** The size of files; null if it is not known. */
const sizeOf = (files: ReadonlyArray<string>): number | null => {
  const found = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return found.every((one) => one?.isFile() === true) ? found.reduce((sum, one) => sum + (one?.size ?? 0), 0) : null;
};

/**
 * Ends a command early if the disk obviously has no room for its temporary files.
 *
 * @param free returns the free bytes of a folder.
 * @throws WriteFailed
 */
export const makeDiskSpace = (files: ReadonlyArray<string>, free: (folder: string) => number = freeBytes) => {
  const folder = tmpdir();
  const size = sizeOf(files);
  const sources: Pick<Source, 'bytesRead'>[] = [];
  let judgedAt = 0;
  if (size !== null && size * LEAST_SHARE > free(folder))
    throw tooLittle(folder, `Files of ${megabytes(size)} need at least ${megabytes(size * LEAST_SHARE)}`, free(folder));
  return {
    /** Adds a file that is read from now on. */
    add: (source: Pick<Source, 'bytesRead'>): void => void sources.push(source),
    /** Judges what the rest needs by what was read. @param written the bytes of temporary files so far. @throws WriteFailed */
    check: (written: number): void => {
      if (size === null || written < judgedAt + JUDGED_EVERY_BYTES) return;
      judgedAt = written;
      const share = sources.reduce((sum, source) => sum + source.bytesRead(), 0) / size;
      if (share < JUDGED_SHARE || share >= 1) return;
      const [needed, found] = [written / share - written, free(folder)];
      if (needed > found * TOLERANCE)
        throw tooLittle(
          folder,
          `The first ${Math.floor(share * 100)} % of the files take ${megabytes(written)}, so that the rest needs ${megabytes(needed)}`,
          found,
        );
    },
  };
};
