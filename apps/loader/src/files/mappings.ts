import { shownValue } from '@carryover/files/mapping/compile-columns';
import { type Expected, expectedOf, type Tally } from '@carryover/files/mapping/expectations';
import type { LoadedMapping } from '@carryover/files/mapping/mapping-files';
import type { CsvCells, RowIssue } from '@carryover/files/row';

/** Returns an issue of a field as one of the column that it was made of, with the value that the file has. */
export const explained = (
  { compiled: { columnOf } }: LoadedMapping,
  { path, detail, ...issue }: RowIssue,
  cells: CsvCells | undefined,
): RowIssue => {
  const column = path === '' ? null : columnOf(path);
  if (column === null) return { ...issue, path, detail };
  const value = cells?.fields?.[cells.columns.indexOf(column)];
  const from = value === undefined ? '' : ` (${path} of ${shownValue(value)})`;
  return { ...issue, path: column, detail: `${detail}${from}` };
};

/** A figure of the source of a mapping. */
type OfMapping = Expected & { readonly mapping: string };

/** Returns what the sources of files say of them, by mapping, beside what was read. @param tallies by the index of a file. */
export const expectationsIn = (
  inputs: ReadonlyArray<{ readonly file: string; readonly mapping?: LoadedMapping | undefined }>,
  tallies: ReadonlyMap<number, Tally>,
): ReadonlyArray<OfMapping> => {
  const tallied = inputs.flatMap(({ file, mapping }, at) => {
    const tally = tallies.get(at);
    return mapping === undefined || tally === undefined ? [] : [{ name: file, mapping, tally }];
  });
  return [...Map.groupBy(tallied, ({ mapping }) => mapping)].flatMap(([{ file, compiled }, files]) =>
    expectedOf(compiled, files).map((one) => ({ ...one, mapping: file })),
  );
};

/** The figures of sources for scripts. */
export const expectedJson = (expected: ReadonlyArray<OfMapping>): object =>
  expected.length === 0 ? {} : { expectations: expected };
