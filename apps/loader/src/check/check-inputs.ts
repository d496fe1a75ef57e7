import type { JsonObject } from '@carryover/contract/json/exact-json';
import { isPart, wholeKind } from '@carryover/contract/kinds';
import type { Tally } from '@carryover/files/mapping/tally';
import { issuesOf, type RowIssue } from '@carryover/files/row';
import type { Progress } from '@carryover/terminal/progress';
import * as E from 'fp-ts/lib/Either.js';
import { expectationsIn, explained } from '../files/mappings.ts';
import { type Opened, readItems } from '../reading/read-items.ts';
import type { ItemRow } from '../rows/item.ts';
import { makeDiskSpace } from '../store/disk-space.ts';
import { ItemStore } from '../store/item-store.ts';
import { reasonOfRepeat } from '../store/things.ts';
import { hintOf, makeCauses } from './causes.ts';
import { type Judging, makeJudge } from './decode-item.ts';

/** An error of a file, with what to do about it. */
export type FileError = Required<RowIssue> & { readonly file: string; readonly line: number; readonly hint: string };

/** Makes what finds all issues of a row: those of reading it, as a load does, and those of the server's codecs. */
const makeIssuesIn = (inputs: ReadonlyArray<Opened>, judging: Judging) => {
  const isJoined = inputs.some(({ kind }) => isPart(kind) && wholeKind(kind) === 'transactions');
  const judges = inputs.map(({ kind }) => makeJudge(wholeKind(kind), judging));
  return (row: ItemRow): ReadonlyArray<RowIssue> => {
    const { file, raw, csv } = E.isLeft(row) ? row.left : row.right;
    const isOfLine =
      csv === undefined &&
      !(E.isRight(row) && row.right.isJoined === true) &&
      !(isJoined && wholeKind(inputs[file]!.kind) === 'transactions');
    const { mapping } = inputs[file]!;
    const judge = (object: JsonObject) => {
      const issues = judges[file]!(object, isOfLine ? raw : null);
      return mapping === undefined ? issues : issues.map((issue) => explained(mapping, issue, csv));
    };
    if (E.isRight(row)) return judge(row.right.value);
    const { why } = row.left;
    if (why.object === undefined) return issuesOf(why);
    const cells = issuesOf(why).filter(({ code }) => mapping !== undefined || code === 'parse_error');
    const columns = new Set(cells.map(({ path }) => path));
    const isKnown = (path: string): boolean => columns.has(mapping === undefined ? path.split('.')[0]! : path);
    const found = [...cells, ...judge(why.object).filter(({ path }) => !isKnown(path))];
    return found.length === 0 ? issuesOf(why) : found;
  };
};

type FileCounts = {
  rows: number;
  bad: number;
  repeated: number;
  unknownColumns: number;
  isComplete: boolean;
};

/** Reads all rows of all files. @param report gets each error, in the order of the files; rows that repeat others at the end. */
export const checkInputs = async (
  inputs: ReadonlyArray<Opened>,
  judging: Judging,
  report: (error: FileError) => void,
  progress: Progress,
) => {
  const causes = makeCauses(inputs);
  const files = inputs.map(({ file }): FileCounts & { readonly file: string } => ({
    file,
    rows: 0,
    bad: 0,
    repeated: 0,
    unknownColumns: 0,
    isComplete: true,
  }));
  const names = inputs.map(({ file }) => file);
  const done = { rows: 0, rejected: 0 };
  const issuesIn = makeIssuesIn(inputs, judging);
  const space = makeDiskSpace(names);
  const store = new ItemStore();
  const tallies = new Map<number, Tally>();
  const reportAll = (file: number, line: number, issues: ReadonlyArray<RowIssue>): void => {
    causes.add(names[file]!, line, issues);
    for (const { code, path, detail, column = null } of issues)
      report({ file: names[file]!, line, code, path, detail, column, hint: hintOf(code) });
  };
  const checkRow = (row: ItemRow): void => {
    const { file, line } = E.isLeft(row) ? row.left : row.right;
    const issues = issuesIn(row);
    if (issues.length > 0) reportAll(file, line, issues);
    else if (E.isRight(row)) {
      store.add(row.right);
      return;
    }
    const counts = files[file]!;
    if (E.isLeft(row) && row.left.why.isHeader === true) {
      counts.unknownColumns += issues.length;
      return;
    }
    const why = E.isLeft(row) ? row.left.why : null;
    if (why?.stopsReading === true) counts.isComplete = false;
    if (why?.stopsReading === true && why.isOfRow !== true) {
      // A damaged file is no rejected row.
      counts.rows -= 1;
      return;
    }
    counts.bad += 1;
    done.rejected += 1;
  };
  try {
    const others = judging.unknownFields === 'report' ? 'taken' : 'reported';
    for await (const { file, rows, items } of readItems(inputs, {
      supplier: judging.supplier,
      others,
      onTally: (file, tally) => tallies.set(file, tally),
      onOpened: space.add,
    })) {
      files[file]!.rows += rows;
      done.rows += rows;
      items.forEach(checkRow);
      space.check(store.bytes());
      progress.update({ ...done, done: inputs.reduce((sum, { source }) => sum + source.bytesRead(), 0) });
    }
    store.findRepeats();
    for (const [{ file, line }, repeat] of store.repeats()) {
      const counts = files[file]!;
      if (repeat.verdict === 'repeated') counts.repeated += 1;
      else counts.bad += 1;
      reportAll(file, line, issuesOf(reasonOfRepeat(repeat, names)));
    }
  } finally {
    store.close();
    progress.end();
  }
  return { files, tallies, expected: expectationsIn(inputs, tallies), ...causes.done() };
};

/** The result of a check: the counts of each file, and the causes of its errors. */
export type Checked = Awaited<ReturnType<typeof checkInputs>>;
