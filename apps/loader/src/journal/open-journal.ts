import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STANDARD_INPUT } from '@carryover/files/source/source';
import { type Release, tryLock } from '@carryover/settings/file-lock';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { wrongUsage } from '../failures.ts';
import type { Input } from '../inputs.ts';
import { checkInputs, recordInputs } from '../loading/load-inputs.ts';
import { continueJournal, createJournal, type Journal } from './journal.ts';
import { NO_COUNTS, type Recorded, readJournal } from './read-journal.ts';
import type { Begun } from './records.ts';

/** A journal that is open for a run, and what it says of earlier runs. */
export type OpenJournal = Recorded & { readonly file: string; readonly journal: Journal; readonly release: Release };

/** `transactions.ndjson.journal` beside the only file, `load.journal` beside several, `stdin.journal` here. */
export const journalFileOf = (inputs: ReadonlyArray<Input>): string => {
  const { file } = inputs[0]!;
  if (file === STANDARD_INPUT) return 'stdin.journal';
  return inputs.length === 1 ? `${file}.journal` : join(dirname(file), 'load.journal');
};

const BEGINNING = '{"event":"begun"';

/** Returns true if a file begins as something else than a journal; one whose first record is unfinished is a journal. */
const isOther = (file: string): boolean => {
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(BEGINNING.length);
  const length = readSync(descriptor, start);
  closeSync(descriptor);
  return !BEGINNING.startsWith(start.toString('latin1', 0, length));
};

const inUse = (file: string): Failure => ({
  code: 'journal_in_use',
  detail: `Another load is using the journal ${file}. Wait until it has ended, or choose another file with --journal.`,
  exitCode: EXIT.wrongUsage,
});

const unfinished = (file: string): Failure => ({
  code: 'journal_unfinished',
  detail: `${file} is the journal of a load that has not finished. To go on: carryover load --resume ${file}. To begin again: delete it first; nothing is stored twice.`,
  exitCode: EXIT.wrongUsage,
});

type Settings = Pick<Begun, 'base_url' | 'supplier' | 'max_items' | 'max_bytes'>;

type Opened = E.Either<Failure, Omit<OpenJournal, 'release'>>;

/** Opens a journal for one process at a time: its lock is held until `release` or the end of the process. */
const exclusively = async (file: string, open: () => Promise<Opened>): Promise<E.Either<Failure, OpenJournal>> => {
  const release = tryLock(`${file}.lock`, 'exclusive');
  if (release === undefined) return E.left(inUse(file));
  try {
    const opened = await open();
    if (E.isLeft(opened)) release();
    return E.map((journal: Omit<OpenJournal, 'release'>) => ({ ...journal, release }))(opened);
  } catch (error) {
    release();
    throw error;
  }
};

const begin = async (file: string, inputs: ReadonlyArray<Input>, settings: Settings): Promise<Opened> => {
  if (existsSync(file) && isOther(file))
    return E.left(wrongUsage(`${file} exists and is not a journal. Choose another file with --journal.`));
  const earlier = existsSync(file) ? await readJournal(file) : null;
  if (earlier?.hasSteps === true && !earlier.isFinished) return E.left(unfinished(file));
  const recorded = await recordInputs(inputs, file);
  if (E.isLeft(recorded)) return recorded;
  const begun: Begun = {
    event: 'begun',
    journal: 1,
    at: new Date().toISOString(),
    ...settings,
    inputs: recorded.right,
  };
  const journal = createJournal(file);
  journal.add(begun);
  const progress = { isDone: () => false, isInDoubt: () => false };
  const nothing = { progress, counts: NO_COUNTS, sizes: {}, isFinished: false, hasSteps: false, bytes: 0 };
  return E.right({ ...nothing, file, journal, begun });
};

const resume = async (file: string): Promise<Opened> => {
  const recorded = existsSync(file) ? await readJournal(file) : null;
  if (recorded === null) return E.left(wrongUsage(`${file} is not a journal of a load.`));
  const unchanged = await checkInputs(recorded.begun.inputs, file);
  if (E.isLeft(unchanged)) return unchanged;
  return E.right({ ...recorded, file, journal: continueJournal(file, recorded.bytes) });
};

/** Begins a journal. An earlier one is replaced if its load has finished; any other file is kept and the load refused. */
export const beginJournal = (file: string, inputs: ReadonlyArray<Input>, settings: Settings) =>
  exclusively(file, () => begin(file, inputs, settings));

/** Goes on with a journal, if its files are still what they were. */
export const resumeJournal = (file: string) => exclusively(file, () => resume(file));
