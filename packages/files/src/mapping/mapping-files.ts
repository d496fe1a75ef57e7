import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, matchesGlob, resolve } from 'node:path';
import type { Join } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { messageOf } from '../source/file-failure.ts';
import type { CompiledMapping } from './compile-mapping.ts';
import type { Fields } from './fields.ts';

/** A mapping as it was given: a load that is resumed reads the same text. */
export type MappingText = { readonly file: string; readonly text: string };

/** A mapping of the command line. */
export type LoadedMapping = MappingText & { readonly compiled: CompiledMapping };

/** Reads the text of a mapping. @returns Left with each issue on a line: file, line, path and detail. */
export const loadMapping = async (
  { file, text }: MappingText,
  fields: Fields,
): Promise<E.Either<string, LoadedMapping>> => {
  const { readMapping } = await import('./read-mapping.ts');
  const read = readMapping(text, fields);
  if (E.isRight(read)) return E.right({ file, text, compiled: read.right });
  return E.left(
    read.left.map(({ line, path, detail }) => `${file}:${line} ${path === '' ? '' : `${path}: `}${detail}`).join('\n'),
  );
};

/** Reads the mappings of a command line. */
export const loadMappings = async (
  files: ReadonlyArray<string>,
  fields: Fields,
): Promise<E.Either<string, ReadonlyArray<LoadedMapping>>> => {
  const mappings: LoadedMapping[] = [];
  for (const file of files) {
    const text = E.tryCatch(() => readFileSync(file, 'utf8'), messageOf);
    if (E.isLeft(text)) return E.left(`The mapping ${file} cannot be read: ${text.left}`);
    const mapping = await loadMapping({ file, text: text.right }, fields);
    if (E.isLeft(mapping)) return mapping;
    mappings.push(mapping.right);
  }
  return E.right(mappings);
};

/** `export.csv` of `export.csv.rejected.2.csv`: rows that were rejected have the mapping of their file. */
const originalName = (file: string): string => basename(file).replace(/\.rejected(?:\.\d+)?\.[^.]+$/, '');

/**
 * Returns the other files that a file gets columns of: beside it, else beside the mapping.
 *
 * @param file that is read with the mapping.
 */
export const joinedFiles = (
  { file: map, compiled: { mapping } }: LoadedMapping,
  file: string,
): ReadonlyArray<{ readonly join: Join; readonly file: string }> =>
  (mapping.join ?? []).map((join) => {
    if (join.file === null) return { join, file };
    const beside = resolve(dirname(file), join.file);
    const besideMapping = resolve(dirname(map), join.file);
    return { join, file: !existsSync(beside) && existsSync(besideMapping) ? besideMapping : beside };
  });

/** Returns true for a file of a folder that is read for the sake of others. */
export const isJoined = (file: string, mappings: ReadonlyArray<LoadedMapping>): boolean =>
  mappings.some(({ compiled: { mapping } }) =>
    mapping.join?.some((join) => join.file !== null && basename(join.file) === basename(file)),
  );

const isNamedBy = ({ compiled: { mapping } }: LoadedMapping, file: string): boolean =>
  mapping.files?.some((pattern) => [basename(file), originalName(file)].some((name) => matchesGlob(name, pattern))) ===
  true;

/**
 * Returns the mapping of a file: the one that names it, else the one that names no files; null if there is none.
 *
 * @param isNamed the file is named on the command line; those of a folder are mapped only if a mapping names them.
 * @returns Left with a sentence if there are several.
 */
export const mappingOf = (
  file: string,
  mappings: ReadonlyArray<LoadedMapping>,
  isNamed: boolean,
): E.Either<string, LoadedMapping | null> => {
  const naming = mappings.filter((mapping) => isNamedBy(mapping, file));
  const found =
    naming.length > 0 || !isNamed ? naming : mappings.filter(({ compiled: { mapping } }) => mapping.files === null);
  if (found.length <= 1) return E.right(found[0] ?? null);
  return E.left(
    `${file} has several mappings: ${found.map((one) => one.file).join(', ')}. Name its file in one of them.`,
  );
};
