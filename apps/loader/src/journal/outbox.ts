import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { LoadedMapping } from '@carryover/files/mapping/mapping-files';
import { type FrameLines, mappedRejects, readFrame } from '@carryover/files/rejects/mapped-rejects';
import { csvHeader, csvReject, ndjsonReject } from '@carryover/files/rejects/rejected-row';
import { rejectsFileOf } from '@carryover/files/rejects/rejects';
import type { RowText } from '@carryover/files/row';
import { writeWhole, writing } from '@carryover/files/source/file-failure';
import { type Format, STANDARD_INPUT } from '@carryover/files/source/source';
import { makeFolders } from '@carryover/settings/make-folders';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, wrongUsage } from '../command.ts';
import type { Input } from '../files/input.ts';
import { type Item, parsed, REASONS, type Rejected, sentText } from '../rows/item.ts';
import { doneSteps, type Recorded } from './read-journal.ts';

/** The texts that a step adds to files of rejects, repeated rows and conflicts, by the name of the file. */
type Texts = Readonly<Record<string, string>>;

/** An item whose identifier is stored with other content. What is stored is unchanged. */
export type Conflict = { readonly item: Item; readonly differingFields: ReadonlyArray<string> };

/** What becomes of the rows of a step that is written to files. */
type Outcome = {
  readonly rejected: ReadonlyArray<Rejected>;
  readonly repeated: ReadonlyArray<Rejected>;
  readonly conflicts: ReadonlyArray<Conflict>;
};

/** The files of rejects, repeated rows and conflicts of a load. */
export type Outbox = {
  /** Returns what a step adds to them. */
  readonly textsOf: (outcome: Outcome) => Texts;
  /** Adds texts that the journal has. @throws WriteFailed, OutputTaken */
  readonly add: (texts: Texts) => void;
  /** @throws OutputTaken if one of the files is not as it was written. */
  readonly check: () => void;
  /** The files that have content. */
  readonly files: () => ReadonlyArray<string>;
  readonly close: () => void;
};

/** Returns a file's name without its folder if the outputs are in another one. @param folder null: they are beside the file. */
const besideOf = (file: string, folder: string | null): string => {
  const name = file === STANDARD_INPUT ? 'stdin' : file;
  return folder === null ? name : join(folder, basename(name));
};

/** Rows of CSV stay CSV, also those of standard input: fixed, the file can be loaded as it is. */
const rejectsFile = (file: string, format: Format, folder: string | null): string =>
  rejectsFileOf(besideOf(file, folder), format);

const conflictsFile = (file: string, folder: string | null): string => `${besideOf(file, folder)}.conflicts.ndjson`;

const repeatedFile = (file: string, folder: string | null): string => `${besideOf(file, folder)}.repeated.ndjson`;

/** Rejected rows of a file with a mapping have its form, and its extension; those of a workbook are CSV. */
const mappedRejectsFile = (file: string, folder: string | null): string => {
  const extension = extname(file.replace(/\.(?:gz|zst)$/i, ''));
  return `${besideOf(file, folder)}.rejected${/^$|^\.(?:ndjson|xls[xm])$/i.test(extension) ? '.csv' : extension}`;
};

const outputsOf = ({ file, mapping }: Input, folder: string | null): ReadonlyArray<string> => [
  rejectsFile(file, 'ndjson', folder),
  mapping === undefined ? rejectsFile(file, 'csv', folder) : mappedRejectsFile(file, folder),
  conflictsFile(file, folder),
  repeatedFile(file, folder),
];

const REMEDY = 'Move it elsewhere, or choose another folder with --rejects.';

/** A file that the load would write exists, or has been changed since it was written. */
export class OutputTaken extends Error {}

const changed = (file: string): OutputTaken =>
  new OutputTaken(
    `${file} is not as this load has written it: it may have been corrected meanwhile, or belong to another load. Move it elsewhere, and go on: the load then writes all of its rows again.`,
  );

/**
 * Says which file is in the way of a load: none that the load did not write is removed or added to.
 *
 * @param folder of the outputs; null: beside the inputs.
 */
export const checkOutputs = (inputs: ReadonlyArray<Input>, folder: string | null): E.Either<Failure, void> => {
  const outputs = new Map<string, string>();
  for (const input of inputs)
    for (const output of outputsOf(input, folder)) {
      const other = outputs.get(resolve(output)) ?? input.file;
      if (resolve(other) !== resolve(input.file))
        return E.left(wrongUsage(`${other} and ${input.file} would share ${output}. Load them one after another.`));
      outputs.set(resolve(output), input.file);
      if (existsSync(output))
        return E.left(
          wrongUsage(
            `${output} exists, and is not of this load: an earlier load may have written it, and somebody corrected it. Nothing was sent. ${REMEDY}`,
            'rejects_exist',
          ),
        );
    }
  return E.right(undefined);
};

/** Makes the folder of the outputs. */
export const makeFolder = (folder: string): void => writing(folder, () => void makeFolders(folder));

const rejectsOf = ({ file, mapping }: Input, { csv }: RowText, folder: string | null): string =>
  csv === undefined || mapping === undefined
    ? rejectsFile(file, csv === undefined ? 'ndjson' : 'csv', folder)
    : mappedRejectsFile(file, folder);

/** @param frame the lines before the rows of a file with a mapping. */
const rejectsText = (
  file: string,
  rejected: ReadonlyArray<Rejected>,
  isBegun: boolean,
  mapping: LoadedMapping | undefined,
  frame: FrameLines,
): string => {
  const { csv } = rejected[0]!;
  if (mapping !== undefined && csv !== undefined) {
    const { header, row } = mappedRejects(mapping.compiled, REASONS);
    return (isBegun ? '' : header(csv, frame)) + rejected.map((one) => row(one, one.csv!, one.why)).join('');
  }
  const isCsv = file.endsWith('.csv');
  const texts = rejected.map((row) =>
    isCsv ? csvReject(REASONS, row, row.csv!, row.why) : ndjsonReject(REASONS, row, row.why),
  );
  const header = isCsv && !isBegun ? csvHeader(REASONS, csv!) : '';
  return header + texts.join('');
};

/** The item as it was sent, with its account, line and the names of the fields. */
const conflictOf = ({ item, differingFields }: Conflict): string => {
  const { supplier, number } = item.account;
  const account = { import_supplier: supplier, external_account_number: number };
  const found = { line: item.line, differing_fields: differingFields };
  return `${JSON.stringify({ ...account, ...parsed(sentText(item)), ...found })}\n`;
};

/** A file that is open, the length of what the journal says of it, and its length when it was opened. */
type Open = { readonly descriptor: number; size: number; readonly end: number };

/** The row as JSON, with its line and that of the row that says the same. */
const repeatedOf = ({ raw, line, why: { detail }, repeat }: Rejected): string =>
  `${JSON.stringify({ ...(parsed(raw) as object), line, first_line: repeat?.first.line, detail })}\n`;

/** @param isOld false: the file is made, exclusively. Another load may have made it since it was looked for. */
const openFile = (file: string, isOld: boolean): Open => {
  const descriptor = openSync(file, isOld ? 'r+' : 'wx+', 0o600);
  return { descriptor, size: 0, end: fstatSync(descriptor).size };
};

/** Returns the bytes of a text in the encoding of an output. */
type BytesOf = (file: string, text: string) => Buffer;

/** Compares a text with what the file has at the place of it, and writes what the file lacks. */
const restore = (file: string, open: Open, bytes: Buffer): void => {
  const found = Buffer.alloc(Math.max(0, Math.min(bytes.length, open.end - open.size)));
  const read = readSync(open.descriptor, found, 0, found.length, open.size);
  if (read !== found.length || !found.equals(bytes.subarray(0, read))) throw changed(file);
  writeWhole(file, open.descriptor, bytes.subarray(read), open.size + read);
  open.size += bytes.length;
};

/** Opens the files as the journal says that they are. A journal has a text before its file has it, so a file may lack the last one. */
const restored = async (journal: string, bytesOf: BytesOf): Promise<Map<string, Open>> => {
  const opened = new Map<string, Open>();
  for await (const { outputs } of doneSteps(journal))
    for (const [file, text] of Object.entries(outputs)) {
      const open = opened.get(file) ?? writing(file, () => openFile(file, existsSync(file)));
      opened.set(file, open);
      restore(file, open, bytesOf(file, text));
    }
  for (const [file, { size, end }] of opened) if (end > size) throw changed(file);
  return opened;
};

/** @throws OutputTaken if the file is another one, or has been changed, since it was written last: an editor may have done that. */
const checkUnchanged = (file: string, { descriptor, size }: Open): void => {
  const own = fstatSync(descriptor);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.ino !== own.ino || own.size !== size) throw changed(file);
};

/**
 * Opens the files of rejects and conflicts of a load, whose rows have the indexes of `inputs`. One that has finished writes nothing: its rejects may have been corrected.
 *
 * @throws OutputTaken, WriteFailed
 */
export const openOutbox = async (
  {
    file: journal,
    begun: { rejects: folder },
    isFinished,
    outputs,
  }: Pick<Recorded, 'begun' | 'isFinished' | 'outputs'> & { readonly file: string },
  inputs: ReadonlyArray<Input>,
): Promise<Outbox> => {
  const names = inputs.map(({ file }) => file);
  const encodings = new Map(
    inputs.flatMap(({ file, mapping }) =>
      mapping === undefined ? [] : [[mappedRejectsFile(file, folder), mapping.compiled.encoding] as const],
    ),
  );
  const bytesOf: BytesOf = (file, text) => encodings.get(file)?.encode(text) ?? Buffer.from(text);
  const frames = new Map<string, FrameLines>();
  for (const { file, copy, mapping } of inputs)
    if (mapping !== undefined && !frames.has(file)) frames.set(file, await readFrame(mapping.compiled, copy ?? file));
  const opened = isFinished ? new Map<string, Open>() : await restored(journal, bytesOf);
  const foreign = inputs
    .flatMap((input) => outputsOf(input, folder))
    .find((file) => !isFinished && !opened.has(file) && existsSync(file));
  if (foreign !== undefined) throw changed(foreign);

  const begin = (file: string): Open => {
    if (existsSync(file)) throw changed(file);
    return writing(file, () => openFile(file, false));
  };
  const check = (): void => {
    for (const [file, open] of opened) checkUnchanged(file, open);
  };
  return {
    textsOf: ({ rejected, repeated, conflicts }) => {
      const byFile = Map.groupBy(rejected, (row) => rejectsOf(inputs[row.file]!, row, folder));
      const inConflict = Map.groupBy(conflicts, ({ item }) => conflictsFile(names[item.file]!, folder));
      const again = Map.groupBy(repeated, ({ file }) => repeatedFile(names[file]!, folder));
      return Object.fromEntries([
        ...[...byFile].map(([file, all]) => {
          const { file: input, mapping } = inputs[all[0]!.file]!;
          return [file, rejectsText(file, all, opened.has(file), mapping, frames.get(input) ?? [])] as const;
        }),
        ...[...again].map(([file, all]) => [file, all.map(repeatedOf).join('')] as const),
        ...[...inConflict].map(([file, all]) => [file, all.map(conflictOf).join('')] as const),
      ]);
    },
    add: (texts) => {
      for (const [file, text] of Object.entries(texts)) {
        const open = opened.get(file) ?? begin(file);
        opened.set(file, open);
        checkUnchanged(file, open);
        const bytes = bytesOf(file, text);
        writeWhole(file, open.descriptor, bytes, open.size);
        open.size += bytes.length;
      }
    },
    check,
    files: () => (isFinished ? outputs : [...opened.keys()]),
    close: () => {
      for (const { descriptor } of opened.values()) closeSync(descriptor);
    },
  };
};
