import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole, writing } from './source/file-failure.ts';

/** A file in the folder for temporary files that has no name: nobody else can read it, and it ends with this process, however it ends. */
export type UnnamedFile = {
  /** The number of its bytes. */
  readonly size: () => number;
  /** Writes at its end. @throws WriteFailed */
  readonly append: (bytes: Uint8Array) => void;
  /** Fills the bytes with those at a position. */
  readonly read: (bytes: Uint8Array, position: number) => void;
  /** Where this process, and nobody else, can open it again. */
  readonly path: string;
  readonly close: () => void;
};

/** The name of a temporary file, for an error. */
export const temporaryFile = (folder: string): string => `Temporary file in ${folder} (TMPDIR)`;

/** @throws WriteFailed */
export const openUnnamedFile = (): UnnamedFile => {
  const name = temporaryFile(tmpdir());
  const descriptor = writing(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'carryover-'));
    try {
      return openSync(join(folder, 'rows'), 'wx+', 0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  let end = 0;
  return {
    size: () => end,
    append: (bytes) => {
      writeWhole(name, descriptor, bytes, end);
      end += bytes.length;
    },
    read: (bytes, position) => {
      for (let read = 0; read < bytes.length; ) {
        const more = readSync(descriptor, bytes, read, bytes.length - read, position + read);
        if (more === 0) throw new Error(`${name} ends early.`);
        read += more;
      }
    },
    path: `/dev/fd/${descriptor}`,
    close: () => closeSync(descriptor),
  };
};
