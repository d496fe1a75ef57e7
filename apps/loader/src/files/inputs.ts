import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, matchesGlob } from 'node:path';
import { isPart, KINDS, type Kind, PARTS, type Part, wholeKind } from '@carryover/contract/kinds';
import { isJoined, type LoadedMapping, mappingOf } from '@carryover/files/mapping/mapping-files';
import { messageOf } from '@carryover/files/source/file-failure';
import { STANDARD_INPUT } from '@carryover/files/source/source';
import { visible } from '@carryover/terminal/visible';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, wrongUsage } from '../command.ts';
import type { Input, Resolved } from './input.ts';
import { isOwnFile } from './own-files.ts';

/** Returns true for standard input, a named pipe or a device. @throws Error if the file does not exist. */
export const isReadOnce = (file: string): boolean => file === STANDARD_INPUT || !statSync(file).isFile();

/** Why a command does not read standard input or a pipe. */
export const READ_TWICE = 'Standard input and pipes are not read here: files are read twice. Give the name of a file.';

const NAMES = [...KINDS, ...PARTS];

/** A name that `sample` writes, in any case, with anything after a full stop, hyphen or underscore (decisions 15). */
const NAMED = new RegExp(`^(${NAMES.join('|')})(?:[._-].*)?$`, 'is');
/** The extensions of the files of a folder that are read. */
const READABLE = /\.(?:ndjson|jsonl|csv)(?:\.(?:gz|zst))?$/i;

/** Returns the kind that a file's name says, `Notes-3.ndjson.gz` or `notes.csv.rejected.csv`; null if it says none. */
const kindOfFile = (file: string): Kind | Part | null => {
  const name = NAMED.exec(basename(file))?.[1]?.toLowerCase();
  return NAMES.find((kind) => kind === name) ?? null;
};

/** What is known of the files besides their names. */
export type Naming = {
  /** The kind of files whose name says none; of a file that is named itself, whatever its name says. */
  readonly kind: Kind | null;
  /** Patterns of the files of folders that are left out. */
  readonly leaveOut: ReadonlyArray<string>;
  readonly mappings: ReadonlyArray<LoadedMapping>;
  /** The manifest of the files; null: `manifest.json` of a folder. */
  readonly manifest: string | null;
};

/** A file with a mapping is read once for each kind of its rows. */
const mappedInputs = (file: string, mapping: LoadedMapping): ReadonlyArray<Input> =>
  mapping.compiled.kinds.flatMap((kind) => (kind === 'accounts' ? [] : [{ file, kind, mapping }]));

/** @param path of the file in the folder. */
const isLeftOut = (path: string, leaveOut: ReadonlyArray<string>): boolean =>
  leaveOut.some((pattern) => matchesGlob(path, pattern) || matchesGlob(basename(path), pattern));

/** Returns all files below a folder that are neither the loader's own nor left out. @param within the path of the folder in the whole. */
const othersBelow = async (
  folder: string,
  within: string,
  leaveOut: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const found: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const [file, path] = [join(folder, name), join(within, name)];
    if (isLeftOut(path, leaveOut)) continue;
    if ((await stat(file)).isDirectory()) found.push(...(await othersBelow(file, path, leaveOut)));
    else if (!isOwnFile(file)) found.push(file);
  }
  return found;
};

const inFolder = async (folder: string, { kind, leaveOut, mappings }: Naming): Promise<E.Either<Failure, Resolved>> => {
  const inputs: Input[] = [];
  const notRead: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const file = join(folder, name);
    if (isLeftOut(name, leaveOut)) continue;
    if ((await stat(file)).isDirectory()) {
      notRead.push(...(await othersBelow(file, name, leaveOut)));
      continue;
    }
    if (isOwnFile(file)) continue;
    const mapping = mappingOf(file, mappings, false);
    if (E.isLeft(mapping)) return E.left(wrongUsage(mapping.left));
    if (mapping.right !== null) {
      inputs.push(...mappedInputs(file, mapping.right));
      continue;
    }
    if (isJoined(file, mappings)) continue;
    const of = kindOfFile(name) ?? kind;
    if (of !== null && READABLE.test(name)) inputs.push({ file, kind: of });
    else notRead.push(file);
  }
  const inOrder = NAMES.flatMap((of) => inputs.filter((input) => input.kind === of));
  if (inputs.length > 0) return E.right({ inputs: inOrder, notRead });
  return E.left(wrongUsage(`${folder} has no file to read, such as ${KINDS.map((of) => `${of}.ndjson`).join(', ')}.`));
};

const inputOf = async (path: string, naming: Naming): Promise<E.Either<Failure, Resolved>> => {
  if (path !== STANDARD_INPUT) {
    try {
      if ((await stat(path)).isDirectory()) return await inFolder(path, naming);
    } catch (error) {
      return E.left(wrongUsage(`${path} cannot be read: ${messageOf(error)}`));
    }
  }
  const mapping = mappingOf(path, naming.mappings, true);
  if (E.isLeft(mapping)) return E.left(wrongUsage(mapping.left));
  if (mapping.right !== null) return E.right({ inputs: mappedInputs(path, mapping.right), notRead: [] });
  const named = kindOfFile(path);
  const kind = isPart(named) ? named : (naming.kind ?? named);
  if (kind !== null) return E.right({ inputs: [{ file: path, kind }], notRead: [] });
  return E.left(
    wrongUsage(`The name of ${path} does not say what its items are. Add --kind with one of ${KINDS.join(', ')}.`),
  );
};

/** Returns the files that a command line names, in the order given; those of a folder by kind. */
export const resolveInputs = async (
  paths: ReadonlyArray<string>,
  naming: Naming,
): Promise<E.Either<Failure, Resolved>> => {
  const inputs: Input[] = [];
  const notRead: string[] = [];
  for (const path of paths) {
    const found = await inputOf(path, naming);
    if (E.isLeft(found)) return found;
    inputs.push(...found.right.inputs);
    notRead.push(...found.right.notRead);
  }
  const unused = naming.mappings.find((mapping) => !inputs.some((input) => input.mapping === mapping));
  if (unused !== undefined)
    return E.left(
      wrongUsage(`The mapping ${unused.file} is for none of the files. Correct its \`files\`, or name its files.`),
    );
  if (
    inputs.some(({ file, mapping }) => mapping !== undefined && mapping.compiled.kinds.length > 1 && isReadOnce(file))
  )
    return E.left(wrongUsage('Rows of several kinds are read once for each. Give the name of a file instead of -.'));
  const isOfTransactions = ({ kind }: Input): boolean => isPart(kind) && wholeKind(kind) === 'transactions';
  if (inputs.some(isOfTransactions) && !inputs.some((input) => input.kind === 'transactions'))
    return E.left(wrongUsage('Line items and tax items are read with their transactions. Name that file too.'));
  return (await import('./manifest.ts')).withManifests(
    paths,
    { inputs, notRead },
    { manifest: naming.manifest, isLeftOut: (name) => isLeftOut(name, naming.leaveOut) },
  );
};

/** The files of folders that are not read, for scripts. */
export const notReadJson = (notRead: ReadonlyArray<string>): object =>
  notRead.length === 0 ? {} : { not_read: notRead };

/** Says which files of folders are not read; empty if there are none. */
export const notReadText = (notRead: ReadonlyArray<string>): string =>
  notRead.map((file) => `Not read: ${visible(file)}\n`).join('') +
  (notRead.length === 0
    ? ''
    : 'Rename it so that its name begins with what it has, as notes-2.csv, or name it with --leave-out.\n');
