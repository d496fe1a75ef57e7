import { writeSync } from 'node:fs';
import { type FileFailure, messageOf, toFileFailure } from './source/file-failure.ts';

/** A file could not be written: the disk is full, a quota is reached, or the disk fails. */
export class WriteFailed extends Error {
  readonly failure: FileFailure;

  constructor(file: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.failure = toFileFailure(file)(cause);
  }
}

/** Runs something that opens or writes a file. @throws WriteFailed */
export const writing = <A>(file: string, work: () => A): A => {
  try {
    return work();
  } catch (error) {
    throw new WriteFailed(file, error);
  }
};

/**
 * Writes all bytes to an open file.
 *
 * @param file its name, for the error.
 * @param position null: where the last write has ended.
 * @throws WriteFailed after some of the bytes may have been written.
 */
export const writeWhole = (file: string, descriptor: number, bytes: Uint8Array, position: number | null = null): void =>
  writing(file, () => {
    for (let written = 0; written < bytes.length; )
      written += writeSync(
        descriptor,
        bytes,
        written,
        bytes.length - written,
        position === null ? null : position + written,
      );
  });
