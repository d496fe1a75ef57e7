import { closeSync, existsSync, openSync, rmSync, statSync, truncateSync } from 'node:fs';
import { csvHeader, csvReject, ndjsonReject } from '@carryover/files/rejects/rejected-row';
import { rejectsFileOf } from '@carryover/files/rejects/rejects';
import type { RowText } from '@carryover/files/row';
import { type Format, STANDARD_INPUT } from '@carryover/files/source/source';
import { writeWhole, writing } from '@carryover/files/write-whole';
import { REASONS } from '../rows/reasons.ts';
import type { Rejected } from '../steps/item.ts';
import type { Conflict, Result } from './result.ts';

/** The files of rejects and conflicts of a load. */
export type Outbox = {
  /** Writes the rejects and conflicts of a step. @param inputs the files of its kind. @returns the sizes of the files that it has written to. */
  readonly add: (
    inputs: ReadonlyArray<string>,
    result: Pick<Result, 'rejected' | 'conflicts'>,
  ) => Readonly<Record<string, number>>;
  /** The files that have content. */
  readonly files: () => ReadonlyArray<string>;
  readonly close: () => void;
};

const conflictsFileOf = (file: string): string =>
  file === STANDARD_INPUT ? 'stdin.conflicts.ndjson' : `${file}.conflicts.ndjson`;

/** Rows of CSV stay CSV, also those of standard input: fixed, the file can be loaded as it is. */
const rejectsFileOfLoad = (file: string, format: Format): string =>
  file === STANDARD_INPUT ? `stdin.rejected.${format}` : rejectsFileOf(file, format);

const outputsOf = (file: string): ReadonlyArray<string> => [
  rejectsFileOfLoad(file, 'ndjson'),
  rejectsFileOfLoad(file, 'csv'),
  conflictsFileOf(file),
];

/** A file is shorter than the journal says: the disk has lost what was written to it. */
export class OutboxDamaged extends Error {}

/** Sets the files back to the end of what the journal knows: what is behind it is written again. */
const setBack = (file: string, size: number): void => {
  if (size === 0) {
    rmSync(file, { force: true });
    return;
  }
  const found = existsSync(file) ? statSync(file).size : 0;
  if (found < size)
    throw new OutboxDamaged(
      `${file} has ${found} bytes, but ${size} were written. Delete the journal and load the files again.`,
    );
  truncateSync(file, size);
};

const rejectsOf = (input: string, { csv }: RowText): string =>
  rejectsFileOfLoad(input, csv === undefined ? 'ndjson' : 'csv');

const rejectsText = (file: string, rejected: ReadonlyArray<Rejected>, isBegun: boolean): string => {
  const isCsv = file.endsWith('.csv');
  const texts = rejected.map(({ row, reason: { code, path, detail } }) => {
    const why = { code, attr: path, detail };
    return isCsv ? csvReject(REASONS, row, row.csv!, why) : ndjsonReject(REASONS, row, why);
  });
  const header = isCsv && !isBegun ? csvHeader(REASONS, rejected[0]!.row.csv!) : '';
  return header + texts.join('');
};

/** The item as it was sent, with its account, line and the names of the fields. */
const conflictOf = ({ item, differingFields }: Conflict): string => {
  const { supplier, number } = item.account;
  const account = `"import_supplier":${JSON.stringify(supplier)},"external_account_number":${JSON.stringify(number)}`;
  const found = `"line":${item.line},"differing_fields":${JSON.stringify(differingFields)}`;
  const fields = item.text.slice(item.text.indexOf('{') + 1, item.text.lastIndexOf('}'));
  return `{${account},${fields},${found}}\n`;
};

/**
 * Opens the files of rejects and conflicts.
 *
 * @param files that are loaded: what an earlier load of them has left is removed.
 * @param sizes of the files by the journal that is resumed; empty for a new load.
 * @throws OutboxDamaged; later, WriteFailed.
 */
export const openOutbox = (files: ReadonlyArray<string>, sizes: Readonly<Record<string, number>>): Outbox => {
  const opened = new Map<string, number>();
  for (const file of files.flatMap(outputsOf)) setBack(file, sizes[file] ?? 0);
  const known = new Map(Object.entries(sizes));

  const append = (file: string, textOf: (isBegun: boolean) => string): void => {
    const descriptor = opened.get(file) ?? writing(file, () => openSync(file, 'a', 0o600));
    opened.set(file, descriptor);
    const size = known.get(file) ?? 0;
    const bytes = Buffer.from(textOf(size > 0));
    writeWhole(file, descriptor, bytes);
    known.set(file, size + bytes.length);
  };
  return {
    add: (inputs, { rejected, conflicts }) => {
      const byFile = Map.groupBy(rejected, ({ row }) => rejectsOf(inputs[row.file]!, row));
      const inConflict = Map.groupBy(conflicts, ({ item }) => conflictsFileOf(inputs[item.file]!));
      for (const [file, all] of byFile) append(file, (isBegun) => rejectsText(file, all, isBegun));
      for (const [file, all] of inConflict) append(file, () => all.map(conflictOf).join(''));
      return Object.fromEntries([...byFile.keys(), ...inConflict.keys()].map((file) => [file, known.get(file)!]));
    },
    files: () => [...known.keys()],
    close: () => {
      for (const descriptor of opened.values()) closeSync(descriptor);
    },
  };
};
