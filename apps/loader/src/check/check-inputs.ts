import type { Kind } from '@carryover/contract/item-files';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { Progress } from '@carryover/terminal/progress';
import * as E from 'fp-ts/lib/Either.js';
import { isPart } from '../inputs.ts';
import { OwnRows } from '../own/own-rows.ts';
import { findRepeats, reasonOfRepeat } from '../own/repeats.ts';
import type { BadRow, Judging } from '../rows/item-row.ts';
import { memberText } from '../rows/item-text.ts';
import { readItems } from '../rows/read-items.ts';
import type { Account } from '../steps/item.ts';
import { makeCauses } from './causes.ts';
import { type FileIssue, hintOf } from './hint.ts';
import { joinedItems } from './joined-items.ts';
import type { Batch, OnRead, Opened } from './opened-inputs.ts';

/** An error of a file, with what to do about it. */
export type FileError = FileIssue & { readonly file: string; readonly line: number; readonly hint: string };

const isHeader = (row: E.Either<BadRow, unknown>): boolean => E.isLeft(row) && row.left.isHeader === true;

/** The items of a file that is read by itself. */
async function* itemsOf(kind: Kind, { file, source }: Opened, judging: Judging, onRead: OnRead): AsyncGenerator<Batch> {
  for await (const rows of readItems(kind, source, judging)) {
    onRead(file, rows.filter(({ row }) => !isHeader(row)).length);
    yield {
      file,
      kind,
      rows: rows.map(({ line, raw, csv, row }) => ({
        line,
        row: E.map((value: JsonObject) => ({ value, json: csv === undefined ? raw : JSON.stringify(value) }))(row),
      })),
    };
  }
}

async function* allItems(inputs: ReadonlyArray<Opened>, judging: Judging, onRead: OnRead): AsyncGenerator<Batch> {
  const isJoined = inputs.some(({ kind }) => isPart(kind));
  const joined = inputs.filter(({ kind }) => isJoined && (isPart(kind) || kind === 'transactions'));
  for (const input of inputs)
    if (!joined.includes(input) && !isPart(input.kind)) yield* itemsOf(input.kind, input, judging, onRead);
  if (isJoined) yield* joinedItems(joined, judging, onRead);
}

const accountOf = (item: JsonObject): Account => ({
  supplier: memberText(item, 'import_supplier') ?? '',
  number: memberText(item, 'external_account_number') ?? '',
});

/** Reads all rows of all files. @param report gets each error, in the order of the files; rows that repeat others at the end. */
export const checkInputs = async (
  inputs: ReadonlyArray<Opened>,
  judging: Judging,
  report: (error: FileError) => void,
  progress: Progress,
) => {
  const causes = makeCauses();
  const files = new Map(
    inputs.map(({ file }) => [file, { rows: 0, bad: 0, repeated: 0, unknownColumns: 0, isComplete: true }]),
  );
  const done = { rows: 0, rejected: 0 };
  const onRead: OnRead = (file, rows) => {
    files.get(file)!.rows += rows;
    done.rows += rows;
  };
  const names = inputs.map(({ file }) => file);
  const indexes = new Map(names.map((file, index) => [file, index]));
  const own = new OwnRows(judging.supplier);
  const reportAll = (file: string, line: number, issues: ReadonlyArray<FileIssue>): void => {
    causes.add(file, line, issues);
    for (const issue of issues) report({ file, line, ...issue, hint: hintOf(issue.code) });
  };
  const checkRow = (
    { file, kind }: Pick<Batch, 'file' | 'kind'>,
    index: number,
    { line, row }: Batch['rows'][number],
  ): void => {
    if (E.isRight(row)) {
      const { value, json } = row.right;
      own.add(kind, { file: index, line }, accountOf(value), value, json);
      return;
    }
    const { issues, stopsReading } = row.left;
    const counts = files.get(file)!;
    if (isHeader(row)) {
      counts.unknownColumns += issues.length;
      reportAll(file, line, issues);
      return;
    }
    counts.bad += 1;
    done.rejected += 1;
    counts.isComplete &&= !stopsReading;
    reportAll(file, line, issues);
  };
  try {
    for await (const { file, kind, rows } of allItems(inputs, judging, onRead)) {
      const index = indexes.get(file) ?? names.length;
      for (const row of rows) checkRow({ file, kind }, index, row);
      progress.update({ ...done, bytes: inputs.reduce((sum, { source }) => sum + source.bytesRead(), 0) });
    }
    for (const [{ file, line }, repeat] of findRepeats(own).all()) {
      const counts = files.get(names[file]!)!;
      if (repeat.verdict === 'repeated') counts.repeated += 1;
      else counts.bad += 1;
      reportAll(names[file]!, line, [{ ...reasonOfRepeat(repeat, names), column: null }]);
    }
  } finally {
    own.close();
    progress.end();
  }
  return { files: [...files].map(([file, counts]) => ({ file, ...counts })), ...causes.done() };
};

/** The result of a check: the counts of each file, and the causes of its errors. */
export type Checked = Awaited<ReturnType<typeof checkInputs>>;
