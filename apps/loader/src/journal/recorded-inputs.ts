import { createReadStream, createWriteStream, readFileSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { joinedFiles, type LoadedMapping } from '@carryover/files/mapping/mapping-files';
import { messageOf, toFileFailure, WriteFailed } from '@carryover/files/source/file-failure';
import { type Fingerprint, fingerprinted } from '@carryover/files/source/fingerprint';
import { openSource, STANDARD_INPUT } from '@carryover/files/source/source';
import { shellWord } from '@carryover/settings/shell-word';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Failure, wrongUsage } from '../command.ts';
import type { Input } from '../files/input.ts';
import { isReadOnce } from '../files/inputs.ts';
import { withListedFigures } from '../files/manifest.ts';
import type { Input as Recorded } from './read-journal.ts';

const hashOf = (file: string, name: string): TE.TaskEither<Failure, Fingerprint> =>
  pipe(
    openSource(file),
    TE.chain((source) => TE.tryCatch(fingerprinted(source).fingerprint, toFileFailure(name))),
    TE.mapLeft(({ detail }) => wrongUsage(`${name} cannot be read: ${detail}`)),
  );

/** @returns Left if a file cannot be read. */
const fingerprint = ({ file, kind, copy, mapping, listed }: Input | Recorded): Promise<E.Either<Failure, Recorded>> =>
  pipe(
    hashOf(copy ?? file, file),
    TE.map(
      (found): Recorded => ({
        kind,
        file,
        ...found,
        ...(copy === undefined ? {} : { copy }),
        ...(mapping === undefined ? {} : { mapping: { file: mapping.file, text: mapping.text } }),
        ...(listed === undefined ? {} : { listed }),
      }),
    ),
  )();

/** Adds the files with which the rows of an input are joined. */
const withJoined = async (recorded: Recorded, { mapping, file }: Input): Promise<E.Either<Failure, Recorded>> => {
  const joined: { readonly file: string; readonly sha256: string }[] = [];
  for (const { join, file: other } of mapping === undefined ? [] : joinedFiles(mapping, file)) {
    if (join.file === null) continue;
    const found = await hashOf(other, other)();
    if (E.isLeft(found)) return found;
    joined.push({ file: other, sha256: found.right.sha256 });
  }
  return E.right(joined.length === 0 ? recorded : { ...recorded, joined });
};

const copyOf = (journal: string, at: number): string => `${journal}.input-${at + 1}`;

/** @throws WriteFailed */
const copied = async (input: Input, copy: string): Promise<Input> => {
  const from = input.file === STANDARD_INPUT ? process.stdin : createReadStream(input.file);
  await pipeline(from, createWriteStream(copy, { flags: 'wx', mode: 0o600 })).catch((error) => {
    // A part of the input is of no use; a file that was there before is somebody else's.
    if (error.code !== 'EEXIST') rmSync(copy, { force: true });
    throw new WriteFailed(copy, error);
  });
  return { ...input, copy };
};

/** Removes the copies that an earlier load of a journal has made of these inputs. */
export const removeCopies = (inputs: ReadonlyArray<Input>, journal: string): void => {
  for (const [at, { file }] of inputs.entries()) if (isReadOnce(file)) rmSync(copyOf(journal, at), { force: true });
};

/**
 * Reads the inputs of a new load once, for their fingerprints. What can be read only once is copied to a file beside the
 * journal, from which a resumed load reads it again.
 *
 * @throws WriteFailed
 */
export const recordInputs = async (
  inputs: ReadonlyArray<Input>,
  journal: string,
): Promise<E.Either<Failure, ReadonlyArray<Recorded>>> => {
  const recorded: Recorded[] = [];
  const copies: string[] = [];
  const read = async (input: Input, at: number): Promise<E.Either<Failure, Recorded>> => {
    const readable = isReadOnce(input.file) ? await copied(input, copyOf(journal, at)) : input;
    if (readable.copy !== undefined) copies.push(readable.copy);
    const one = await fingerprint(readable);
    return E.isLeft(one) ? one : withJoined(one.right, input);
  };
  let isDone = false;
  try {
    for (const [at, input] of inputs.entries()) {
      const one = await read(input, at);
      if (E.isLeft(one)) return one;
      recorded.push(one.right);
    }
    isDone = true;
    return E.right(recorded);
  } finally {
    if (!isDone) for (const copy of copies) rmSync(copy, { force: true });
  }
};

/** Returns the inputs of a journal, with their mappings as they were when the load began. */
export const recordedInputs = async (recorded: ReadonlyArray<Recorded>): Promise<ReadonlyArray<Input>> => {
  const known = new Map<string, LoadedMapping>();
  const inputs: Input[] = [];
  for (const { file, kind, copy, mapping, listed } of recorded) {
    const key = JSON.stringify(mapping ?? null);
    if (mapping !== undefined && !known.has(key)) {
      const read = await (await import('../files/read-mappings.ts')).compiled(mapping);
      if (E.isLeft(read)) throw new Error(read.left.detail);
      known.set(key, read.right);
    }
    inputs.push({ file, kind, copy, mapping: known.get(key), listed });
  }
  return withListedFigures(inputs);
};

const changed = (file: string, journal: string): Failure =>
  wrongUsage(
    `${file} has changed since the load began. Delete ${journal} and load the file again: nothing is stored twice.`,
  );

/** @returns Left if a file is not what it was when the load began. */
export const checkInputs = async (
  recorded: ReadonlyArray<Recorded>,
  journal: string,
): Promise<E.Either<Failure, void>> => {
  for (const input of recorded) {
    const now = await fingerprint(input);
    if (E.isLeft(now)) return now;
    if (now.right.sha256 !== input.sha256) return E.left(changed(input.file, journal));
    for (const { file, sha256 } of input.joined ?? []) {
      const other = await hashOf(file, file)();
      if (E.isLeft(other)) return other;
      if (other.right.sha256 !== sha256) return E.left(changed(file, journal));
    }
  }
  return E.right(undefined);
};

/** Refuses mappings with which a load did not begin. @param files of the command line; those that are left out are the journal's. */
export const checkMappings = (
  recorded: ReadonlyArray<Recorded>,
  files: ReadonlyArray<string>,
  journal: string,
): E.Either<Failure, void> => {
  const known = new Set(recorded.map(({ mapping }) => mapping?.text));
  for (const file of files) {
    const text = E.tryCatch(() => readFileSync(file, 'utf8'), messageOf);
    if (E.isLeft(text)) return E.left(wrongUsage(`The mapping ${file} cannot be read: ${text.left}`));
    if (!known.has(text.right))
      return E.left(
        wrongUsage(
          `${file} is not a mapping as it was when the load began. To go on with the mappings of that time: carryover load --resume ${shellWord(journal)}. To use this one: delete the journal and load the files again; items that it reads as before are not stored twice.`,
          'mapping_changed',
        ),
      );
  }
  return E.right(undefined);
};
