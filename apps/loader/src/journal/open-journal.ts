import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toFileFailure } from '@carryover/files/source/file-failure';
import { STANDARD_INPUT } from '@carryover/files/source/source';
import { type Release, tryLock } from '@carryover/settings/file-lock';
import { shellWord } from '@carryover/settings/shell-word';
import * as E from 'fp-ts/lib/Either.js';
import { type Failure, ofFileFailure, wrongUsage } from '../command.ts';
import type { Input } from '../files/input.ts';
import { BEGINNING } from '../files/own-files.ts';
import { checkReadable } from '../reading/refused-files.ts';
import { continueJournal, createJournal, type Journal } from './journal.ts';
import { checkOutputs, makeFolder } from './outbox.ts';
import { type Begun, type Recorded, readJournal } from './read-journal.ts';
import { checkInputs, checkMappings, recordedInputs, recordInputs, removeCopies } from './recorded-inputs.ts';

/** A journal that is open for a run, and what it says of earlier runs. */
export type OpenJournal = Recorded & { readonly file: string; readonly journal: Journal; readonly release: Release };

/** `transactions.ndjson.journal` beside the only file, `load.journal` beside several, `stdin.journal` here. */
export const journalFileOf = (inputs: ReadonlyArray<Pick<Input, 'file'>>): string => {
  const { file } = inputs[0]!;
  if (file === STANDARD_INPUT) return 'stdin.journal';
  return inputs.every((input) => input.file === file) ? `${file}.journal` : join(dirname(file), 'load.journal');
};

/** Returns true if a file begins as something else than a journal; one whose first record is unfinished is a journal. */
const isOther = (file: string): boolean => {
  if (!statSync(file).isFile()) return true;
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(BEGINNING.length);
  const length = readSync(descriptor, start);
  closeSync(descriptor);
  return !BEGINNING.startsWith(start.toString('latin1', 0, length));
};

const inUse = (file: string): Failure =>
  wrongUsage(
    `Another load is using the journal ${file}. Wait until it has ended, or choose another file with --journal.`,
    'journal_in_use',
  );

const unfinished = (file: string): Failure =>
  wrongUsage(
    `${file} is the journal of a load that has not finished. To go on: carryover load --resume ${shellWord(file)}. To begin again: delete it first; nothing is stored twice.`,
    'journal_unfinished',
  );

type Settings = Omit<Begun, 'event' | 'journal' | 'at' | 'inputs' | 'load_id'>;

type Opened = E.Either<Failure, Omit<OpenJournal, 'release'>>;

/** Makes the file of a lock, which only its owner may read. @returns its inode; Left if the folder is missing or may not be written. */
const makeLock = (lock: string): E.Either<Failure, number> =>
  E.tryCatch(
    () => {
      const descriptor = openSync(lock, 'a', 0o600);
      try {
        return fstatSync(descriptor).ino;
      } finally {
        closeSync(descriptor);
      }
    },
    (error) => {
      const { detail, ...failure } = ofFileFailure(toFileFailure(lock)(error));
      return { ...failure, detail: `${detail}. Choose a journal in another folder with --journal.` };
    },
  );

/**
 * Opens a journal for one process at a time: its lock is held until `release` or the end of the process. If no journal is made,
 * the file of the lock is removed again.
 *
 * @param open `isLeft`: the file of the lock was there before, as an earlier load of this journal leaves it.
 */
const exclusively = async (
  file: string,
  open: (isLeft: boolean) => Promise<Opened>,
): Promise<E.Either<Failure, OpenJournal>> => {
  const isLeft = existsSync(`${file}.lock`);
  const made = makeLock(`${file}.lock`);
  if (E.isLeft(made)) return made;
  const release = tryLock(`${file}.lock`, 'exclusive');
  if (release === undefined) return E.left(inUse(file));
  if (statSync(`${file}.lock`, { throwIfNoEntry: false })?.ino !== made.right) {
    // The load that held it has just removed it with its journal.
    release();
    return exclusively(file, open);
  }
  const abandon = () => {
    if (!existsSync(file)) rmSync(`${file}.lock`, { force: true });
    release();
  };
  try {
    const opened = await open(isLeft);
    if (E.isLeft(opened)) abandon();
    return E.map((journal: Omit<OpenJournal, 'release'>) => ({ ...journal, release }))(opened);
  } catch (error) {
    abandon();
    throw error;
  }
};

const begin = async (
  file: string,
  inputs: ReadonlyArray<Input>,
  settings: Settings,
  isLeft: boolean,
): Promise<Opened> => {
  const replaces = existsSync(file);
  const earlier = replaces ? await readJournal(file) : null;
  if (earlier?.hasSteps === true && !earlier.isFinished) return E.left(unfinished(file));
  const outputs = checkOutputs(inputs, settings.rejects);
  if (E.isLeft(outputs)) return outputs;
  for (const { copy } of earlier?.begun.inputs ?? []) if (copy !== undefined) rmSync(copy, { force: true });
  // The load ended before it noted its copies, or its journal was deleted to begin again.
  if (isLeft) removeCopies(inputs, file);
  const recorded = await recordInputs(inputs, file);
  if (E.isLeft(recorded)) return recorded;
  const readable = await checkReadable(await recordedInputs(recorded.right), settings.supplier);
  if (E.isLeft(readable)) {
    for (const { copy } of recorded.right) if (copy !== undefined) rmSync(copy, { force: true });
    return readable;
  }
  if (settings.rejects !== null) makeFolder(settings.rejects);
  const begun: Begun = {
    event: 'begun',
    journal: 2,
    at: new Date().toISOString(),
    load_id: randomUUID(),
    ...settings,
    inputs: recorded.right,
  };
  const journal = createJournal(file, replaces);
  journal.add(begun);
  return E.right({ ...(await readJournal(file))!, file, journal });
};

const notAJournal = (file: string): Failure => wrongUsage(`${file} is not the journal of a load.`);

/** Two addresses of one server may differ; the load can then be begun again. */
const isSame = (one: string, other: string): boolean => new URL(one).href === new URL(other).href;

const ofOtherServer = (file: string, of: string, now: string): Failure =>
  wrongUsage(
    `${file} is the journal of a load to ${of}, and the service is now ${now}. Set CARRYOVER_URL to the former. If both are the same service, delete the journal and load the files again: nothing is stored twice.`,
    'journal_of_other_server',
  );

const resume = async (file: string, baseUrl: string, maps: ReadonlyArray<string>): Promise<Opened> => {
  const recorded = await readJournal(file);
  if (recorded === null) return E.left(notAJournal(file));
  const { base_url: of } = recorded.begun;
  if (!isSame(of, baseUrl)) return E.left(ofOtherServer(file, of, baseUrl));
  const mappings = checkMappings(recorded.begun.inputs, maps, file);
  if (E.isLeft(mappings)) return mappings;
  const unchanged = await checkInputs(recorded.begun.inputs, file);
  if (E.isLeft(unchanged)) return unchanged;
  return E.right({ ...recorded, file, journal: continueJournal(file, recorded.bytes) });
};

/** Begins a journal. An earlier one is replaced if its load has finished; any other file is kept and the load refused. */
export const beginJournal = async (
  file: string,
  inputs: ReadonlyArray<Input>,
  settings: Settings,
): Promise<E.Either<Failure, OpenJournal>> =>
  existsSync(file) && isOther(file)
    ? E.left(wrongUsage(`${file} exists and is not a journal. Choose another file with --journal.`))
    : exclusively(file, (isLeft) => begin(file, inputs, settings, isLeft));

/**
 * Removes the journal of standard input that nobody has named, with its copy and its lock: a load that has stored every row
 * leaves only its receipts where it was called. Any other journal is kept.
 *
 * @returns false if it is kept.
 */
export const removeOfStandardInput = ({ file, begun: { inputs } }: OpenJournal): boolean => {
  if (inputs[0]!.file !== STANDARD_INPUT || basename(file) !== journalFileOf(inputs)) return false;
  for (const { copy } of inputs) if (copy !== undefined) rmSync(copy, { force: true });
  rmSync(file, { force: true });
  rmSync(`${file}.lock`, { force: true });
  return true;
};

/**
 * Goes on with a journal, if its service and its files are still what they were.
 *
 * @param baseUrl of the service.
 * @param maps files of mappings, which must be those of the journal.
 */
export const resumeJournal = async (
  file: string,
  baseUrl: string,
  maps: ReadonlyArray<string>,
): Promise<E.Either<Failure, OpenJournal>> => {
  if (!existsSync(file)) return E.left(wrongUsage(`There is no journal ${file}. By default it is beside the files.`));
  return isOther(file) ? E.left(notAJournal(file)) : exclusively(file, () => resume(file, baseUrl, maps));
};
