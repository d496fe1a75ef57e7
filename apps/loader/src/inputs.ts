import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { KINDS, type Kind } from '@carryover/contract/item-files/kinds';
import { PARTS, type Part } from '@carryover/contract/item-files/parts';
import { messageOf } from '@carryover/files/source/file-failure';
import { STANDARD_INPUT } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from './command.ts';
import { wrongUsage } from './failures.ts';

/** A file to be read, with the kind of its items, or the part of transactions that it has. `-` is standard input. */
export type Input = {
  readonly file: string;
  readonly kind: Kind | Part;
  /** The copy that is read in its place, if it can be read only once. */
  readonly copy?: string | undefined;
};

/** Returns true for standard input, a named pipe or a device. @throws Error if the file does not exist. */
export const isReadOnce = (file: string): boolean => file === STANDARD_INPUT || !statSync(file).isFile();

const NAMES = [...KINDS, ...PARTS];

/** The files of a folder that are read: `notes.ndjson`, `notes.csv.gz`, and not the rejects of an earlier run. */
const IN_FOLDER = /^([a-z-]+)\.(?:ndjson|jsonl|csv)(?:\.(?:gz|zst))?$/i;

/** Returns the kind that a file's name says, `notes.ndjson` or `notes.csv.gz.rejected.csv`; null if it says none (decisions 15). */
const kindOfFile = (file: string): Kind | Part | null => {
  const name = basename(file).split('.')[0]!;
  return NAMES.find((kind) => kind === name) ?? null;
};

export const isPart = (kind: Kind | Part | null): kind is Part => PARTS.some((part) => part === kind);

const inFolder = async (folder: string): Promise<E.Either<Failure, ReadonlyArray<Input>>> => {
  const names = (await readdir(folder)).filter((name) => IN_FOLDER.test(name)).toSorted();
  const inputs = NAMES.flatMap((kind) =>
    names.filter((name) => kindOfFile(name) === kind).map((name) => ({ file: join(folder, name), kind })),
  );
  if (inputs.length > 0) return E.right(inputs);
  return E.left(
    wrongUsage(`${folder} has no file to read, such as ${KINDS.map((kind) => `${kind}.ndjson`).join(', ')}.`),
  );
};

const inputOf = async (path: string, given: Kind | null): Promise<E.Either<Failure, ReadonlyArray<Input>>> => {
  if (path !== STANDARD_INPUT) {
    try {
      if ((await stat(path)).isDirectory()) return await inFolder(path);
    } catch (error) {
      return E.left(wrongUsage(`${path} cannot be read: ${messageOf(error)}`));
    }
  }
  const named = kindOfFile(path);
  const kind = isPart(named) ? named : (given ?? named);
  if (kind !== null) return E.right([{ file: path, kind }]);
  return E.left(
    wrongUsage(`The name of ${path} does not say what its items are. Add --kind with one of ${KINDS.join(', ')}.`),
  );
};

/**
 * Returns the files that a command line names, in the order given; those of a folder by kind.
 *
 * @param kind of every file except line items and tax items, which are known by name; null: the file's name says it.
 */
export const resolveInputs = async (
  paths: ReadonlyArray<string>,
  kind: Kind | null,
): Promise<E.Either<Failure, ReadonlyArray<Input>>> => {
  const inputs: Input[] = [];
  for (const path of paths) {
    const found = await inputOf(path, kind);
    if (E.isLeft(found)) return found;
    inputs.push(...found.right);
  }
  if (inputs.some((input) => isPart(input.kind)) && !inputs.some((input) => input.kind === 'transactions'))
    return E.left(wrongUsage('Line items and tax items are read with their transactions. Name that file too.'));
  return E.right(inputs);
};
