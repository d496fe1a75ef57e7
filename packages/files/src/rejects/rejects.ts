import { closeSync, openSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import type { CsvCells, RowIssue, RowText } from '../row.ts';
import { type FileFailure, toFileFailure, writeWhole } from '../source/file-failure.ts';
import { type Format, STANDARD_INPUT } from '../source/source.ts';
import { csvHeader, csvReject, ndjsonReject, type Reasons } from './rejected-row.ts';

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

/** `accounts.csv.rejected.csv`, then `accounts.csv.rejected.2.csv`: an earlier run's rejects may have been corrected. */
const numbered = (file: string, number: number): string =>
  number === 1 ? file : file.replace(/\.(?=[a-z]+$)/, `.${number}.`);

/** The form of a rejects file that is not that of CSV, as bytes. */
export type RejectsForm = {
  readonly header: (cells: CsvCells) => Buffer;
  readonly row: (row: RowText, cells: CsvCells, why: RowIssue) => Buffer;
};

const MAX_FILES = 1_000;

/**
 * The file is created when the first row is added, beside those of earlier runs, which are kept: CSV if that row is one, else
 * NDJSON. It is never compressed, and can be imported once its rows are correct.
 *
 * @param file the file that is read; `-` is standard input, whose CSV rows are kept as texts in NDJSON.
 * @param reasons what is added to each row.
 * @param mapped the form of a file with a mapping.
 */
export const openRejects = (file: string, reasons: Reasons, mapped: RejectsForm | null = null): Rejects => {
  const cellsOf = ({ csv }: RowText): CsvCells | null => (file === STANDARD_INPUT ? null : (csv ?? null));
  let name = rejectsFileOf(file, 'ndjson');
  let descriptor: number | null = null;
  const openFree = (first: string): number => {
    for (let number = 1; ; number += 1) {
      name = numbered(first, number);
      try {
        return openSync(name, 'wx', 0o600);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number === MAX_FILES) throw error;
      }
    }
  };
  const begin = (cells: CsvCells | null): number => {
    const opened = openFree(rejectsFileOf(file, cells === null ? 'ndjson' : 'csv'));
    if (cells !== null) writeWhole(name, opened, mapped?.header(cells) ?? Buffer.from(csvHeader(reasons, cells)));
    return opened;
  };
  const attempt = (what: () => void) => E.mapLeft((thrown) => toFileFailure(name)(thrown))(E.tryCatch(what, (e) => e));
  return {
    get file() {
      return name;
    },
    add: (row, why) =>
      attempt(() => {
        const cells = cellsOf(row);
        descriptor ??= begin(cells);
        const bytes = cells === null ? null : mapped?.row(row, cells, why);
        const text = cells === null ? ndjsonReject(reasons, row, why) : csvReject(reasons, row, cells, why);
        writeWhole(name, descriptor, bytes ?? Buffer.from(text));
      }),
    close: () => {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
};
