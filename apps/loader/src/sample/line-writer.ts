import { type FileHandle, open } from 'node:fs/promises';

const BUFFER_CHARACTERS = 262_144;

/** A file that is written line by line in large pieces. */
export type LineWriter = {
  /** Returns the number of the line, from 1. */
  readonly add: (text: string) => number;
  /** Writes what was added if there is enough of it. */
  readonly drain: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly lines: () => number;
};

/** Opens a file that does not exist yet. */
export const openLineWriter = async (file: string): Promise<LineWriter> => {
  const handle: FileHandle = await open(file, 'wx');
  let buffer = '';
  let lines = 0;
  const flush = async (): Promise<void> => {
    await handle.appendFile(buffer);
    buffer = '';
  };
  return {
    add: (text) => {
      buffer += `${text}\n`;
      lines += 1;
      return lines;
    },
    drain: async () => {
      if (buffer.length >= BUFFER_CHARACTERS) await flush();
    },
    close: async () => {
      await flush();
      await handle.close();
    },
    lines: () => lines,
  };
};
