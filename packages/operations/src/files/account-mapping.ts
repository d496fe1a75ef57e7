import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { FieldForm } from '@carryover/contract/mapping/field-form';
import type { Values } from '@carryover/files/csv/csv-table';
import type { Fields } from '@carryover/files/mapping/compile-columns';
import type { CompiledMapping } from '@carryover/files/mapping/compile-mapping';
import { newTally } from '@carryover/files/mapping/expectations';
import { mappedRows } from '@carryover/files/mapping/mapped-rows';
import { type LoadedMapping, loadMappings, mappingOf } from '@carryover/files/mapping/mapping-files';
import type { RowReader } from '@carryover/files/read-rows';
import type { Row } from '@carryover/files/row';
import { REASONS } from '@carryover/files/rows/reasons';
import type { FileRefused } from '@carryover/files/source/file-failure';
import * as E from 'fp-ts/lib/Either.js';
import { COLUMNS } from './account-group.ts';

const NAMES = [...COLUMNS.required, ...COLUMNS.optional];
const FORMS: Readonly<Record<string, FieldForm>> = {
  open_from: 'date',
  open_to: 'date',
  main: 'flag',
  has_finalized_billing_document: 'flag',
};

/** The columns of accounts in CSV: a row is a ledger. */
export const ACCOUNT_FIELDS: Fields = {
  formOf: (kind, path) => (kind === 'accounts' && NAMES.includes(path) ? (FORMS[path] ?? 'text') : null),
  namesOf: () => NAMES,
};

/** Reads the mapping of a file of accounts among those of a command line; null if none is given. */
export const accountMapping = async (
  file: string,
  maps: ReadonlyArray<string>,
): Promise<E.Either<FileRefused, LoadedMapping | null>> => {
  const refused = (detail: string): E.Either<FileRefused, never> => E.left({ kind: 'file_refused', file, detail });
  const mappings = await loadMappings(maps, ACCOUNT_FIELDS);
  if (E.isLeft(mappings)) return refused(mappings.left);
  const found = mappingOf(file, mappings.right, true);
  if (E.isLeft(found)) return refused(found.left);
  if (found.right === null)
    return maps.length === 0 ? E.right(null) : refused('None of the mappings is for this file.');
  if (found.right.compiled.mapping.expect !== null)
    return refused('`expect` is not compared for accounts. Remove it from the mapping.');
  if (found.right.compiled.mapping.join !== null)
    return refused('`join` is not read for accounts. Remove it from the mapping.');
  return E.right(found.right);
};

/** The rows of a file with a mapping, as those of CSV. A rejects file is short: its rows are those of accounts. */
export const mappedAccounts = (compiled: CompiledMapping): RowReader<Row<Values>> => {
  const rows = mappedRows({
    compiled,
    kind: 'accounts',
    reasons: REASONS.names,
    quotes: { maxLines: 100, maxCharacters: 65_536 },
    tally: newTally(compiled.mapping),
  });
  const toValues = (row: Row<JsonObject>): Row<Values> => ({
    ...row,
    row: E.map((value: JsonObject) => Object.fromEntries(NAMES.map((name) => [name, String(value[name] ?? '')])))(
      row.row,
    ),
  });
  return { add: (lines) => rows.add(lines).map(toValues), end: () => rows.end().map(toValues) };
};
