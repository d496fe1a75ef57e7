import { makeProgressLine, type Terminal } from '@carryover/terminal/progress';
import * as E from 'fp-ts/lib/Either.js';
import { PLAIN_EVERY_MS } from '../command.ts';
import type { Files } from '../loading/run-steps.ts';
import { makeReadItem } from '../steps/item.ts';
import type { ReadRow } from '../steps/text-rows.ts';
import { OwnRows } from './own-rows.ts';
import type { Place } from './places.ts';
import { type Repeats, reasonOfRepeat } from './repeats.ts';

/** Returns the names of all files, by the index of a {@link Place}. */
export const namesOf = ({ phases }: Pick<Files, 'phases'>): ReadonlyArray<string> =>
  phases.flatMap(({ files }) => files);

/** Returns the place of a row of a phase. */
export const makePlaceOf = ({ phases }: Pick<Files, 'phases'>) => {
  let before = 0;
  const offsets = phases.map(({ files }) => {
    before += files.length;
    return before - files.length;
  });
  return (phase: number, { file, line }: Place): Place => ({ file: offsets[phase]! + file, line });
};

/** Reads all rows of files that name their account. */
export const readOwnRows = async (files: Files, terminal: Terminal): Promise<OwnRows> => {
  const { phases, supplier } = files;
  const shown = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
  const own = new OwnRows(supplier);
  const placeOf = makePlaceOf(files);
  let read = 0;
  try {
    for (const [phase, { kind, rows }] of phases.entries()) {
      const toItem = makeReadItem(kind, supplier);
      for await (const some of rows()) {
        for (const row of some) {
          if (E.isLeft(row)) continue;
          const item = toItem(row.right);
          if (E.isRight(item))
            own.add(kind, placeOf(phase, row.right), item.right.item.account, item.right.value, row.right.json);
        }
        read += some.length;
        shown.update(() => `Reading files: ${read.toLocaleString('en')} rows`);
      }
    }
    return own;
  } catch (error) {
    own.close();
    throw error;
  } finally {
    shown.end();
  }
};

/** Returns the files with those rows rejected that repeat an earlier one. */
export const withoutRepeats = (files: Files, repeats: Repeats): Files => {
  if (repeats.size === 0) return files;
  const placeOf = makePlaceOf(files);
  const names = namesOf(files);
  const checked = (phase: number, row: ReadRow): ReadRow => {
    if (E.isLeft(row)) return row;
    const repeat = repeats.of(placeOf(phase, row.right));
    if (repeat === undefined) return row;
    return E.left({
      row: row.right,
      reason: reasonOfRepeat(repeat, names),
      repeat: { ...repeat, json: row.right.json },
    });
  };
  return {
    ...files,
    phases: files.phases.map((one, phase) => ({
      ...one,
      rows: async function* () {
        for await (const some of one.rows()) yield some.map((row) => checked(phase, row));
      },
    })),
  };
};
