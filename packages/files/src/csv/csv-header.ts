import { type Complaint, complain } from '@carryover/contract/issue';
import * as E from 'fp-ts/lib/Either.js';
import { type Rejection, type RowIssue, refusedFile } from '../row.ts';
import type { CsvRecord } from './csv-records.ts';

/** The columns of a table, by name. `ignored` columns may be present and are not read. */
export type Columns = {
  readonly required: ReadonlyArray<string>;
  readonly optional: ReadonlyArray<string>;
  readonly ignored: ReadonlyArray<string>;
};

const OTHER_SEPARATORS: ReadonlyArray<readonly [string, string]> = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
];
const AS_CSV = 'In a spreadsheet, save the sheet as "CSV UTF-8 (comma delimited)".';

const named = (names: ReadonlyArray<string>): string => names.map((name) => `"${name}"`).join(', ');

const expected = ({ required, optional }: Columns): string => {
  const may = optional.length === 0 ? '' : `; optional: ${optional.join(',')}`;
  return `The expected columns are ${required.join(',')}${may}. They may be in any order.`;
};

const issue =
  (columns: Columns) =>
  ({ code, detail }: Complaint, path = ''): RowIssue => ({ code, path, detail: `${detail} ${expected(columns)}` });

const isKnown = ({ required, optional, ignored }: Columns, name: string): boolean =>
  required.includes(name) || optional.includes(name) || ignored.includes(name);

/** Returns a name as it may be written in a spreadsheet: `Transaction ID` for `transaction_id`. */
const loosely = (name: string): string => name.trim().toLowerCase().replaceAll(/[ -]/g, '_');

/** Returns the known name that a name is, but for case, spaces and hyphens. */
const meant = ({ required, optional, ignored }: Columns, name: string): string | undefined =>
  [...required, ...optional, ...ignored].find((known) => known !== name && loosely(known) === loosely(name));

/** Names the columns that are spelled otherwise than expected; empty if none is. */
const misspelled = (columns: Columns, names: ReadonlyArray<string>): string => {
  const found = names.flatMap((name) => {
    const known = columns.required.includes(name) ? undefined : meant(columns, name);
    return known === undefined ? [] : [`"${name}" instead of "${known}"`];
  });
  return found.length === 0 ? '' : ` Names are in small letters, with underscores: the header has ${found.join(', ')}.`;
};

/** The name of what separates the columns instead of commas; undefined if commas do. */
const otherSeparator = (columns: Columns, header: CsvRecord): string | undefined => {
  const [only] = header;
  if (only === undefined || header.length > 1) return undefined;
  return OTHER_SEPARATORS.find(
    ([separator]) =>
      only.split(separator).filter((name) => isKnown(columns, name) || meant(columns, name) !== undefined).length > 1,
  )?.[1];
};

/** Returns the issue of a header; `path` is the first column concerned. */
const issueOfHeader = (columns: Columns, header: CsvRecord): RowIssue | null => {
  const complaint = issue(columns);
  const separator = otherSeparator(columns, header);
  if (separator !== undefined)
    return complaint(complain('parse_error', `The columns are separated by ${separator} instead of commas. ${AS_CSV}`));
  const unknown = header.filter((name) => !isKnown(columns, name));
  if (unknown.length === header.length)
    return complaint(
      complain(
        'required',
        `The first line is not a header: it contains no known column.${misspelled(columns, header)}`,
      ),
    );
  if (unknown.length > 0)
    return complaint(
      complain('unknown_field', `The header has unknown columns: ${named(unknown)}.${misspelled(columns, unknown)}`),
      unknown[0],
    );
  const twice = header.filter((name, at) => header.indexOf(name) !== at);
  if (twice.length > 0)
    return complaint(complain('invalid', `The header has duplicate columns: ${named(twice)}.`), twice[0]);
  const missing = columns.required.filter((name) => !header.includes(name));
  if (missing.length > 0)
    return complaint(
      complain('required', `The header is missing columns: ${named(missing)}.${misspelled(columns, header)}`),
      missing[0],
    );
  return null;
};

export const emptyTable = (columns: Columns): RowIssue =>
  issue(columns)(complain('required', 'The file is empty: it has no header.'));

/** @returns Left, refusing the file, if its first row cannot be read or is not the expected header. */
export const readHeader = (columns: Columns, first: E.Either<Rejection, CsvRecord>): E.Either<Rejection, CsvRecord> => {
  if (E.isLeft(first)) {
    const { detail, stopsReading } = first.left;
    const advice = stopsReading ? '' : ` ${AS_CSV}`;
    return E.left(
      refusedFile(issue(columns)(complain('parse_error', `The header cannot be read: ${detail}${advice}`))),
    );
  }
  const found = issueOfHeader(columns, first.right);
  return found === null ? first : E.left(refusedFile(found));
};
