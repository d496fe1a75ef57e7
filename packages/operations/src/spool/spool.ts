import { closeSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openTemporary } from '@carryover/files/temporary-file';
import { writeWhole } from '@carryover/files/write-whole';

/** Texts kept on disk, in the order added, so that any number of them takes constant memory. */
export type Spool = {
  /** @param text without U+0000, which ends it in the file. */
  readonly add: (text: string) => void;
  /** Reads what was added, any number of times. */
  readonly texts: () => Generator<string, void>;
  readonly close: () => void;
};

const BLOCK = 65_536;
const END = '\0';

/** Opens a spool below the folder for temporary files (`TMPDIR`). */
const openSpool = (): Spool => {
  const descriptor = openTemporary(tmpdir());
  let pending = '';
  let size = 0;
  const flush = (): void => {
    const bytes = Buffer.from(pending);
    writeWhole('temporary file', descriptor, bytes, size);
    size += bytes.length;
    pending = '';
  };
  return {
    add: (text) => {
      pending += text + END;
      if (pending.length >= BLOCK) flush();
    },
    *texts() {
      flush();
      const decoder = new TextDecoder();
      const block = Buffer.alloc(BLOCK);
      let rest = '';
      for (let at = 0; at < size; ) {
        const read = readSync(descriptor, block, 0, BLOCK, at);
        at += read;
        const texts = (rest + decoder.decode(block.subarray(0, read), { stream: true })).split(END);
        rest = texts.pop()!;
        yield* texts;
      }
    },
    close: () => closeSync(descriptor),
  };
};

/** Spools that are closed together. */
export type Spools = { readonly open: () => Spool; readonly close: () => void };

export const makeSpools = (): Spools => {
  const opened: Spool[] = [];
  return {
    open: () => {
      const spool = openSpool();
      opened.push(spool);
      return spool;
    },
    close: () => {
      for (const spool of opened.splice(0)) spool.close();
    },
  };
};
