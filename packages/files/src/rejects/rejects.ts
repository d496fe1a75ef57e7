import { closeSync, openSync, rmSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import type { CsvCells, RowIssue, RowText } from '../row.ts';
import { type FileFailure, toFileFailure } from '../source/file-failure.ts';
import { type Format, STANDARD_INPUT } from '../source/source.ts';
import { writeWhole } from '../write-whole.ts';
import type { Reasons } from './reasons.ts';
import { csvHeader, csvReject, ndjsonReject } from './rejected-row.ts';

/** The file of the rows that were not taken, with the reasons. */
export type Rejects = {
  /** Its name, which is known once it has a row. */
  readonly file: string;
  /** Written at once, so that what is done so far is known whatever happens next. */
  readonly add: (row: RowText, why: RowIssue) => E.Either<FileFailure, void>;
  readonly close: () => void;
};

/** `accounts.csv.rejected.csv`, `accounts.ndjson.gz.rejected.ndjson`, `stdin.rejected.ndjson` (decisions 14). */
export const rejectsFileOf = (file: string, format: Format): string =>
  file === STANDARD_INPUT ? 'stdin.rejected.ndjson' : `${file}.rejected.${format}`;

/**
 * Removes what an earlier run of the same file has left. The file is created when the first row is added: CSV if that row is one,
 * else NDJSON. It is never compressed, and can be imported once its rows are correct.
 *
 * @param file the file that is read; `-` is standard input, whose CSV rows are kept as texts in NDJSON.
 * @param reasons what is added to each row.
 */
export const openRejects = (file: string, reasons: Reasons): E.Either<FileFailure, Rejects> => {
  const cellsOf = ({ csv }: RowText): CsvCells | null => (file === STANDARD_INPUT ? null : (csv ?? null));
  let name = rejectsFileOf(file, 'ndjson');
  let descriptor: number | null = null;
  const begin = (cells: CsvCells | null): number => {
    name = rejectsFileOf(file, cells === null ? 'ndjson' : 'csv');
    const opened = openSync(name, 'w', 0o600);
    if (cells !== null) writeWhole(name, opened, Buffer.from(csvHeader(reasons, cells)));
    return opened;
  };
  const attempt = (what: () => void) => E.mapLeft((thrown) => toFileFailure(name)(thrown))(E.tryCatch(what, (e) => e));
  const rejects: Rejects = {
    get file() {
      return name;
    },
    add: (row, why) =>
      attempt(() => {
        const cells = cellsOf(row);
        descriptor ??= begin(cells);
        const text = cells === null ? ndjsonReject(reasons, row, why) : csvReject(reasons, row, cells, why);
        writeWhole(name, descriptor, Buffer.from(text));
      }),
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
  const removed = attempt(() => {
    for (const format of ['ndjson', 'csv'] as const) rmSync(rejectsFileOf(file, format), { force: true });
  });
  return E.map(() => rejects)(removed);
};
