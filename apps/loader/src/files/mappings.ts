import { expectedOf } from '@carryover/files/mapping/expectations';
import type { Expected } from '@carryover/files/mapping/figures';
import type { LoadedMapping } from '@carryover/files/mapping/mapping-files';
import type { Tally } from '@carryover/files/mapping/tally';
import { shownValue } from '@carryover/files/mapping/value-errors';
import type { CsvCells, RowIssue } from '@carryover/files/row';
import type { Input } from './input.ts';
import { listedFigures } from './listed-figures.ts';

/** Returns an issue of a field as one of the column that it was made of, with the value that the file has. */
export const explained = (
  { compiled: { columnOf } }: LoadedMapping,
  { path, detail, ...issue }: RowIssue,
  cells: CsvCells | undefined,
): RowIssue => {
  const cellOf = (name: string): string | undefined => cells?.fields?.[cells.columns.indexOf(name)];
  const column = path === '' ? null : columnOf(path, cellOf);
  if (column === null) return { ...issue, path, detail };
  const value = cellOf(column);
  const from = value === undefined ? '' : ` (${path} of ${shownValue(value)})`;
  return { ...issue, path: column, detail: `${detail}${from}` };
};

/** A figure of the source of a mapping, or of a manifest. */
type OfMapping = Expected & { readonly mapping: string };

/** Returns what the sources of files say of them, by mapping or manifest, beside what was read. @param tallies by the index of a file. */
export const expectationsIn = (
  inputs: ReadonlyArray<Pick<Input, 'file' | 'mapping' | 'listed'>>,
  tallies: ReadonlyMap<number, Tally>,
): ReadonlyArray<OfMapping> => {
  const tallied = inputs.flatMap(({ file, mapping }, at) => {
    const tally = tallies.get(at);
    return mapping === undefined || tally === undefined ? [] : [{ name: file, mapping, tally }];
  });
  const mapped = [...Map.groupBy(tallied, ({ mapping }) => mapping)].flatMap(([{ file, compiled }, files]) =>
    expectedOf(compiled, files).map((one) => ({ ...one, mapping: file })),
  );
  const plain = inputs.flatMap((input, at) => {
    const { mapping, listed, file } = input;
    const tally = tallies.get(at);
    return mapping !== undefined || listed === undefined || tally === undefined
      ? []
      : listedFigures(file, listed, tally).map((one) => ({ ...one, mapping: listed.manifest }));
  });
  return [...mapped, ...plain];
};

/** The figures of sources for scripts. */
export const expectedJson = (expected: ReadonlyArray<OfMapping>): object =>
  expected.length === 0 ? {} : { expectations: expected };
