import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STANDARD_INPUT } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../command.ts';
import { wrongUsage } from '../failures.ts';
import type { Input } from '../inputs.ts';
import { checkInputs, recordInputs } from '../loading/load-inputs.ts';
import { continueJournal, createJournal, type Journal } from './journal.ts';
import { NO_COUNTS, type Recorded, readJournal } from './read-journal.ts';
import type { Begun } from './records.ts';

/** A journal that is open for a run, and what it says of earlier runs. */
export type OpenJournal = Recorded & { readonly file: string; readonly journal: Journal };

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

type Settings = Pick<Begun, 'base_url' | 'supplier' | 'max_items' | 'max_bytes'>;

/** Begins a journal. An earlier journal of this name is replaced; any other file is kept and the load refused. */
export const beginJournal = async (
  file: string,
  inputs: ReadonlyArray<Input>,
  settings: Settings,
): Promise<E.Either<Failure, OpenJournal>> => {
  if (existsSync(file) && isOther(file))
    return E.left(wrongUsage(`${file} exists and is not a journal. Choose another file with --journal.`));
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
  return E.right({ file, journal, begun, progress, counts: NO_COUNTS, sizes: {}, isFinished: false, bytes: 0 });
};

/** Goes on with a journal, if its files are still what they were. */
export const resumeJournal = async (file: string): Promise<E.Either<Failure, OpenJournal>> => {
  const recorded = existsSync(file) ? await readJournal(file) : null;
  if (recorded === null) return E.left(wrongUsage(`${file} is not a journal of a load.`));
  const unchanged = await checkInputs(recorded.begun.inputs, file);
  if (E.isLeft(unchanged)) return unchanged;
  return E.right({ ...recorded, file, journal: continueJournal(file, recorded.bytes) });
};
