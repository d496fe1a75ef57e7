import { doneSteps } from '../journal/read-journal.ts';
import type { Files } from '../loading/run-steps.ts';
import { tally } from '../loading/tallies.ts';
import { LineSet } from '../own/places.ts';
import { makePlaceOf } from '../own/read-own-rows.ts';
import type { Rejected } from '../steps/item.ts';
import { stepsOf } from '../steps/plan.ts';
import type { Expected } from './expected.ts';

/** Returns what accounts must have by the answers that a journal has noted. */
export async function* expectedByJournal(journal: string): AsyncGenerator<Expected> {
  for await (const { account, tallies } of doneSteps(journal))
    if (account !== null)
      yield {
        account: { supplier: account[0], number: account[1] },
        tallies: tallies.map(([ledger, type, count, sum]) => ({ ledger, type, count, sum })),
      };
}

/** Returns the rows that are not stored, or with other content, by a journal. */
export const excludedByJournal = async (journal: string, files: Files): Promise<LineSet> => {
  const placeOf = makePlaceOf(files);
  const excluded = new LineSet();
  for await (const { phase, excluded: places } of doneSteps(journal))
    for (const [file, line] of places) excluded.add(placeOf(phase, { file, line }));
  return excluded;
};

/**
 * Returns what accounts must have if all items of files are stored.
 *
 * @param onUnreadable gets the rows that cannot be read, or repeat others, with the files of their kind.
 */
export async function* expectedByFiles(
  { phases, supplier, limits }: Files,
  onUnreadable: (files: ReadonlyArray<string>, rejected: ReadonlyArray<Rejected>) => void,
): AsyncGenerator<Expected> {
  for (const { kind, files, rows, isGrouped } of phases)
    for await (const step of stepsOf(rows(), { kind, supplier, isGrouped }, limits)) {
      if (step.kind === 'unreadable') onUnreadable(files, step.rejected);
      else yield { account: step.account, tallies: tally(step.items) };
    }
}
