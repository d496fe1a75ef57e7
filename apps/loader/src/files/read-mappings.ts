import { MAPPED_FIELDS } from '@carryover/files/mapping/mapped-fields';
import {
  type LoadedMapping,
  loadMapping,
  loadMappings,
  type MappingText,
} from '@carryover/files/mapping/mapping-files';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, wrongUsage } from '../command.ts';

const toFailure = (detail: string): Failure => wrongUsage(detail, 'invalid_mapping');

/** Returns a mapping of items. */
const ofItems = (mapping: LoadedMapping): E.Either<Failure, LoadedMapping> =>
  mapping.compiled.mapping.kind === 'accounts'
    ? E.left(wrongUsage(`${mapping.file} maps accounts, which carryover-operator account import reads.`))
    : E.right(mapping);

/** Reads the text of a mapping that a journal has. */
export const compiled = async (text: MappingText): Promise<E.Either<Failure, LoadedMapping>> =>
  E.chain(ofItems)(E.mapLeft(toFailure)(await loadMapping(text, MAPPED_FIELDS)));

/** Reads the mappings of a command line, of accounts as well. */
export const readMappings = async (
  files: ReadonlyArray<string>,
): Promise<E.Either<Failure, ReadonlyArray<LoadedMapping>>> =>
  E.mapLeft(toFailure)(await loadMappings(files, MAPPED_FIELDS));

/** Reads the mappings of a command line that loads items. */
export const readItemMappings = async (
  files: ReadonlyArray<string>,
): Promise<E.Either<Failure, ReadonlyArray<LoadedMapping>>> =>
  E.chain((all: ReadonlyArray<LoadedMapping>) => E.traverseArray(ofItems)(all))(await readMappings(files));
