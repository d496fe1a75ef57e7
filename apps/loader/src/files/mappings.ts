import { basename, matchesGlob } from 'node:path';
import { shownValue } from '@carryover/files/mapping/compile-columns';
import type { CompiledMapping } from '@carryover/files/mapping/compile-mapping';
import { type Expected, expectedOf, type Tally } from '@carryover/files/mapping/expectations';
import type { CsvCells, RowIssue } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, wrongUsage } from '../command.ts';

/** A mapping as it was given: a load that is resumed reads the same text. */
export type MappingText = { readonly file: string; readonly text: string };

/** A mapping of the command line. */
export type LoadedMapping = MappingText & { readonly compiled: CompiledMapping };

/** `export.csv` of `export.csv.rejected.2.csv`: rows that were rejected have the mapping of their file. */
const originalName = (file: string): string => basename(file).replace(/\.rejected(?:\.\d+)?\.[^.]+$/, '');

const isNamedBy = ({ compiled: { mapping } }: LoadedMapping, file: string): boolean =>
  mapping.files?.some((pattern) => [basename(file), originalName(file)].some((name) => matchesGlob(name, pattern))) ===
  true;

/**
 * Returns the mapping of a file: the one that names it, else the one that names no files; null if there is none.
 *
 * @param isNamed the file is named on the command line; those of a folder are mapped only if a mapping names them.
 */
export const mappingOf = (
  file: string,
  mappings: ReadonlyArray<LoadedMapping>,
  isNamed: boolean,
): E.Either<Failure, LoadedMapping | null> => {
  const naming = mappings.filter((mapping) => isNamedBy(mapping, file));
  const found =
    naming.length > 0 || !isNamed ? naming : mappings.filter(({ compiled: { mapping } }) => mapping.files === null);
  if (found.length > 1)
    return E.left(
      wrongUsage(
        `${file} has several mappings: ${found.map((one) => one.file).join(', ')}. Name its file in one of them.`,
      ),
    );
  return E.right(found[0] ?? null);
};

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
