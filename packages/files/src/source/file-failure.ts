import { writeSync } from 'node:fs';

/** A file that cannot be read or written. `detail`: why, as the system says it. */
export type FileFailure = { readonly kind: 'file_failure'; readonly file: string; readonly detail: string };

/** A file of which nothing is used, because it is empty or its CSV header is not the expected one: wrong usage. */
export type FileRefused = { readonly kind: 'file_refused'; readonly file: string; readonly detail: string };

/** Returns the message of a thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

export const toFileFailure =
  (file: string) =>
  (thrown: unknown): FileFailure => ({ kind: 'file_failure', file, detail: messageOf(thrown) });

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
