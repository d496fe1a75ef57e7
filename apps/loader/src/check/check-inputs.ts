import type { FileFailure } from '@carryover/files/source/file-failure';
import { openSource, type Source } from '@carryover/files/source/source';
import type { Progress } from '@carryover/terminal/progress';
import * as E from 'fp-ts/lib/Either.js';
import type { Input } from '../inputs.ts';
import type { ItemIssue, Judging } from '../rows/item-row.ts';
import { readItems } from '../rows/read-items.ts';
import { type Cause, makeCauses } from './causes.ts';
import { hintOf } from './hint.ts';

/** An error of a file, with what to do about it. */
export type FileError = ItemIssue & { readonly file: string; readonly line: number; readonly hint: string };

/** The result of a check. */
export type Checked = {
  readonly files: ReadonlyArray<{
    readonly file: string;
    readonly rows: number;
    readonly bad: number;
    readonly isComplete: boolean;
  }>;
  readonly causes: ReadonlyArray<Cause>;
  /** Errors of causes that are not listed. */
  readonly others: number;
};

type Opened = Input & { readonly source: Source };

/** Opens all files first, so that a wrong name is told before anything is read. */
export const openInputs = async (
  inputs: ReadonlyArray<Input>,
): Promise<E.Either<FileFailure, ReadonlyArray<Opened>>> => {
  const opened: Opened[] = [];
  for (const input of inputs) {
    const source = await openSource(input.file)();
    if (E.isLeft(source)) return source;
    opened.push({ ...input, source: source.right });
  }
  return E.right(opened);
};

/** Reads all rows of all files. @param report gets each error, in the order of the files. */
export const checkInputs = async (
  inputs: ReadonlyArray<Opened>,
  judging: Judging,
  report: (error: FileError) => void,
  progress: Progress,
): Promise<Checked> => {
  const causes = makeCauses();
  const files: Checked['files'][number][] = [];
  let done = { rows: 0, rejected: 0, bytes: 0 };
  for (const { file, kind, source } of inputs) {
    const before = done;
    let [rows, bad, isComplete] = [0, 0, true];
    for await (const batch of readItems(kind, source, judging)) {
      for (const { line, row } of batch) {
        rows += 1;
        if (E.isRight(row)) continue;
        const { issues, stopsReading } = row.left;
        bad += 1;
        isComplete &&= !stopsReading;
        causes.add(file, line, issues);
        for (const issue of issues) report({ file, line, ...issue, hint: hintOf(issue.code) });
      }
      done = { rows: before.rows + rows, rejected: before.rejected + bad, bytes: before.bytes + source.bytesRead() };
      progress.update(done);
    }
    files.push({ file, rows, bad, isComplete });
  }
  progress.end();
  return { files, ...causes.done() };
};
