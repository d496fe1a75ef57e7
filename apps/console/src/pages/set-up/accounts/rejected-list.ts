import { closeSync, createReadStream, existsSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { sentenceOf } from '@carryover/files/rejects/rejected-row';
import { openRejects, type Rejects } from '@carryover/files/rejects/rejects';
import { REASONS } from '@carryover/files/rows/reasons';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

const PAGE = 100;

const mistake = t.type({ line: t.number, code: t.string, detail: t.string });

/** The rejected rows of a file, in files beside it: to be downloaded, and a line for each to be read page by page. */
export type RejectedList = {
  readonly rejects: Rejects;
  /** The file of the rows with their reasons, which can be imported once they are correct. */
  readonly file: () => string;
  /** @param page from 1. */
  readonly read: (page: number) => Promise<ReadonlyArray<t.TypeOf<typeof mistake>>>;
};

/** The number of pages of so many rows. */
export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / PAGE));

/** @param path of the file that is read; its folder is private. */
export const openRejectedList = (path: string): RejectedList => {
  const rejects = openRejects(path, REASONS);
  const index = `${path}.mistakes`;
  let descriptor: number | null = null;
  return {
    file: () => rejects.file,
    rejects: {
      get file() {
        return rejects.file;
      },
      add: (row, why) => {
        const added = rejects.add(row, why);
        if (E.isLeft(added)) return added;
        descriptor ??= openSync(index, 'w', 0o600);
        writeSync(descriptor, `${JSON.stringify({ line: row.line, code: why.code, detail: sentenceOf(why) })}\n`);
        return added;
      },
      close: () => {
        rejects.close();
        if (descriptor !== null) closeSync(descriptor);
        descriptor = null;
      },
    },
    read: async (page) => {
      if (!existsSync(index)) return [];
      const [from, to] = [(page - 1) * PAGE, page * PAGE];
      const found = [];
      let at = 0;
      for await (const text of createInterface({ input: createReadStream(index) })) {
        if (at >= to) break;
        const value: unknown = at >= from ? JSON.parse(text) : null;
        if (mistake.is(value)) found.push(value);
        at += 1;
      }
      return found;
    },
  };
};
