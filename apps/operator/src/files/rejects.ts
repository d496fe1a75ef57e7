import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { type FileFailure, toFileFailure } from './file-failure.ts';
import type { RowIssue, RowText } from './row.ts';
import { STANDARD_INPUT } from './source.ts';

/** Where the rows of a file that were not taken are written, with the reasons. */
export type Rejects = {
  readonly file: string;
  /** Written at once, so that what is done so far is known whatever happens next. */
  readonly add: (row: RowText, why: RowIssue) => E.Either<FileFailure, void>;
  readonly close: () => void;
};

/** `accounts.csv.rejected.ndjson`, `stdin.rejected.ndjson` (decisions 14). */
export const rejectsFileOf = (file: string): string => `${file === STANDARD_INPUT ? 'stdin' : file}.rejected.ndjson`;

const toLine = ({ line, raw }: RowText, { code, attr, detail }: RowIssue): string =>
  `${JSON.stringify({ line, code, attr, detail, row: raw })}\n`;

/**
 * Removes what an earlier run of the same file has left. The file is made at the first row that is added: NDJSON,
 * `{"line":17,"code":"…","attr":"…","detail":"…","row":"<as read>"}`.
 *
 * @param file the file that is read; `-` is standard input.
 */
export const openRejects = (file: string): E.Either<FileFailure, Rejects> => {
  const rejectsFile = rejectsFileOf(file);
  const attempt = (what: () => void) => E.tryCatch(what, toFileFailure(rejectsFile));
  let descriptor: number | null = null;
  const rejects: Rejects = {
    file: rejectsFile,
    add: (row, why) =>
      attempt(() => {
        descriptor ??= openSync(rejectsFile, 'w', 0o600);
        const bytes = Buffer.from(toLine(row, why));
        for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      }),
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
  return E.map(() => rejects)(attempt(() => rmSync(rejectsFile, { force: true })));
};
