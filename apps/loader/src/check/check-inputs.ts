import type { Kind } from '@carryover/contract/item-files/kinds';
import type { Progress } from '@carryover/terminal/progress';
import * as E from 'fp-ts/lib/Either.js';
import { isPart } from '../inputs.ts';
import type { ItemIssue, Judging } from '../rows/item-row.ts';
import { readItems } from '../rows/read-items.ts';
import { makeCauses } from './causes.ts';
import { hintOf } from './hint.ts';
import { joinedItems } from './joined-items.ts';
import type { Batch, OnRead, Opened } from './opened-inputs.ts';

/** An error of a file, with what to do about it. */
export type FileError = ItemIssue & { readonly file: string; readonly line: number; readonly hint: string };

/** The items of a file that is read by itself. */
async function* itemsOf(kind: Kind, { file, source }: Opened, judging: Judging, onRead: OnRead): AsyncGenerator<Batch> {
  for await (const rows of readItems(kind, source, judging)) {
    onRead(file, rows.length);
    yield { file, rows };
  }
}

async function* allItems(inputs: ReadonlyArray<Opened>, judging: Judging, onRead: OnRead): AsyncGenerator<Batch> {
  const isJoined = inputs.some(({ kind }) => isPart(kind));
  const joined = inputs.filter(({ kind }) => isJoined && (isPart(kind) || kind === 'transactions'));
  for (const input of inputs)
    if (!joined.includes(input) && !isPart(input.kind)) yield* itemsOf(input.kind, input, judging, onRead);
  if (isJoined) yield* joinedItems(joined, judging, onRead);
}

/** Reads all rows of all files. @param report gets each error, in the order of the files. */
export const checkInputs = async (
  inputs: ReadonlyArray<Opened>,
  judging: Judging,
  report: (error: FileError) => void,
  progress: Progress,
) => {
  const causes = makeCauses();
  const files = new Map(inputs.map(({ file }) => [file, { rows: 0, bad: 0, isComplete: true }]));
  const done = { rows: 0, rejected: 0 };
  const onRead: OnRead = (file, rows) => {
    files.get(file)!.rows += rows;
    done.rows += rows;
  };
  for await (const { file, rows } of allItems(inputs, judging, onRead)) {
    const counts = files.get(file)!;
    for (const { line, row } of rows) {
      if (E.isRight(row)) continue;
      const { issues, stopsReading } = row.left;
      counts.bad += 1;
      done.rejected += 1;
      counts.isComplete &&= !stopsReading;
      causes.add(file, line, issues);
      for (const issue of issues) report({ file, line, ...issue, hint: hintOf(issue.code) });
    }
    progress.update({ ...done, bytes: inputs.reduce((sum, { source }) => sum + source.bytesRead(), 0) });
  }
  progress.end();
  return { files: [...files].map(([file, counts]) => ({ file, ...counts })), ...causes.done() };
};

/** The result of a check: the counts of each file, and the causes of its errors. */
export type Checked = Awaited<ReturnType<typeof checkInputs>>;
