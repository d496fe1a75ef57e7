import type { JsonObject } from '@carryover/contract/json/exact-json';
import { SHORT_ROWS } from '@carryover/files/csv/csv-records';
import type { Values } from '@carryover/files/csv/csv-table';
import type { CompiledMapping } from '@carryover/files/mapping/compile-mapping';
import { differingText, expectedOf } from '@carryover/files/mapping/expectations';
import { MAPPED_FIELDS } from '@carryover/files/mapping/mapped-fields';
import { mappedRows } from '@carryover/files/mapping/mapped-rows';
import { type LoadedMapping, loadMappings, mappingOf } from '@carryover/files/mapping/mapping-files';
import { readMapped } from '@carryover/files/mapping/read-mapped';
import { newTally, type Tally } from '@carryover/files/mapping/tally';
import type { RowReader } from '@carryover/files/read-rows';
import type { Row } from '@carryover/files/row';
import { REASONS } from '@carryover/files/rows/reasons';
import { copyOf } from '@carryover/files/source/copy';
import { type FileFailure, type FileRefused, toFileFailure, WriteFailed } from '@carryover/files/source/file-failure';
import { MAX_LINE_BYTES } from '@carryover/files/source/lines';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

const refusing =
  (file: string) =>
  (detail: string): E.Either<FileRefused, never> =>
    E.left({ kind: 'file_refused', file, detail });

/** Reads the mapping of a file of accounts among those of a command line; null if none is given. */
export const accountMapping = async (
  file: string,
  maps: ReadonlyArray<string>,
): Promise<E.Either<FileRefused, LoadedMapping | null>> => {
  const refused = refusing(file);
  const mappings = await loadMappings(maps, MAPPED_FIELDS);
  if (E.isLeft(mappings)) return refused(mappings.left);
  const found = mappingOf(file, mappings.right, true);
  if (E.isLeft(found)) return refused(found.left);
  if (found.right === null)
    return maps.length === 0 ? E.right(null) : refused('None of the mappings is for this file.');
  const { kind } = found.right.compiled.mapping;
  if (kind !== 'accounts') return refused(`${found.right.file} maps ${kind}, which the loader reads (carryover load).`);
  if (found.right.compiled.mapping.join !== null)
    return refused('`join` is not read for accounts. Remove it from the mapping.');
  return E.right(found.right);
};

const objectsOf = (compiled: CompiledMapping, tally: Tally): RowReader<Row<JsonObject>> =>
  mappedRows({
    compiled,
    kind: 'accounts',
    reasons: REASONS.names,
    quotes: SHORT_ROWS,
    tally,
  });

/** Returns what the source system says of a file (`expect`) and is not so, a line each; empty if all is. */
const differencesIn = async (
  file: string,
  source: Source,
  { compiled, file: name }: LoadedMapping,
): Promise<string> => {
  const tally = newTally(compiled.mapping);
  const all = readMapped(compiled, source, () => objectsOf(compiled, tally), MAX_LINE_BYTES);
  for await (const batch of all) {
    const [first] = batch;
    // Whoever reads the file next is told the same.
    if (first !== undefined && E.isLeft(first.row) && first.row.left.refusesFile === true) return '';
  }
  return differingText(expectedOf(compiled, [{ name: file, tally }]).map((one) => ({ ...one, mapping: name })));
};

/** A file to be imported. */
type OpenAccounts = { readonly source: Source; readonly close: () => void };

/** Copies a file, so that what is imported is what was compared, whatever is done to the file meanwhile. */
const openCompared = async (
  file: string,
  source: Source,
  mapping: LoadedMapping,
): Promise<E.Either<FileFailure | FileRefused, OpenAccounts>> => {
  try {
    const copy = await copyOf(source);
    let isTaken = false;
    try {
      const isCompared = mapping.compiled.mapping.expect !== null;
      const differing = isCompared ? await differencesIn(file, copy.open(), mapping) : '';
      if (differing !== '') return refusing(file)(differing.trimEnd());
      isTaken = true;
      return E.right({ source: copy.open(), close: copy.close });
    } finally {
      if (!isTaken) copy.close();
    }
  } catch (error) {
    return E.left(error instanceof WriteFailed ? error.failure : toFileFailure(file)(error));
  }
};

/**
 * Opens a file of accounts. What the source system says of it (`expect`) is compared with what is read of it first. A pipe with a mapping
 * is copied, too: it comes once, and a workbook, and what is before the rows, is read more than once.
 */
export const openAccounts = (
  file: string,
  mapping: LoadedMapping | null,
): TE.TaskEither<FileFailure | FileRefused, OpenAccounts> =>
  pipe(
    openSource(file),
    TE.chainW(
      (source) => () =>
        mapping === null || (mapping.compiled.mapping.expect === null && source.path !== null)
          ? Promise.resolve(E.right({ source, close: () => undefined }))
          : openCompared(file, source, mapping),
    ),
  );

/** The rows of a file with a mapping, as those of CSV. A rejects file is short: its rows are those of accounts. */
export const mappedAccounts = (compiled: CompiledMapping): RowReader<Row<Values>> => {
  const rows = objectsOf(compiled, newTally(compiled.mapping));
  const names = MAPPED_FIELDS.namesOf('accounts');
  const toValues = (row: Row<JsonObject>): Row<Values> => ({
    ...row,
    row: E.map((value: JsonObject) => Object.fromEntries(names.map((name) => [name, String(value[name] ?? '')])))(
      row.row,
    ),
  });
  return { add: (lines) => rows.add(lines).map(toValues), end: () => rows.end().map(toValues) };
};
