import { doneSteps } from '../journal/read-journal.ts';
import type { Files } from '../loading/run-steps.ts';
import { tally } from '../loading/tallies.ts';
import type { Item, Rejected, TextRow } from '../steps/item.ts';
import { stepsOf } from '../steps/plan.ts';
import type { Expected } from './expected.ts';
import type { OwnItems } from './own-items.ts';

const placeOf = (phase: number, [file, line]: readonly [number, number]): string => `${phase} ${file} ${line}`;

/** Gets the rows that cannot be read, with the files of their kind. */
type OnUnreadable = (files: ReadonlyArray<string>, rejected: ReadonlyArray<Rejected>) => void;

/** Yields the items of files, account by account. @param isOwn false for a row that is not to be stored. */
async function* itemsOf(
  { phases, supplier, limits }: Files,
  isOwn: (phase: number, row: TextRow) => boolean,
  onUnreadable: OnUnreadable,
): AsyncGenerator<OwnItems> {
  for (const [phase, { kind, files, rows, isGrouped }] of phases.entries())
    for await (const step of stepsOf(rows(), { kind, supplier, isGrouped }, limits)) {
      if (step.kind === 'unreadable') onUnreadable(files, step.rejected);
      else yield { kind, items: step.items.filter((item: Item) => isOwn(phase, item)) };
    }
}

/** Returns what accounts must have by the answers that a journal has noted. */
export async function* expectedByJournal(journal: string): AsyncGenerator<Expected> {
  for await (const { account, tallies } of doneSteps(journal))
    if (account !== null)
      yield {
        account: { supplier: account[0], number: account[1] },
        tallies: tallies.map(([ledger, type, count, sum]) => ({ ledger, type, count, sum })),
      };
}

/** Returns the items of files without those that were rejected or conflict by a journal. */
export async function* ownByJournal(journal: string, files: Files): AsyncGenerator<OwnItems> {
  const excluded = new Set<string>();
  for await (const { phase, excluded: places } of doneSteps(journal))
    for (const place of places) excluded.add(placeOf(phase, place));
  yield* itemsOf(
    files,
    (phase, { file, line }) => !excluded.has(placeOf(phase, [file, line])),
    () => {},
  );
}

/** Returns all items of files. */
export const allItems = (files: Files, onUnreadable: OnUnreadable): AsyncGenerator<OwnItems> =>
  itemsOf(files, () => true, onUnreadable);

/** Returns what accounts must have if all of these items are stored. */
export async function* expectedOf(own: AsyncIterable<OwnItems>): AsyncGenerator<Expected> {
  for await (const { items } of own) if (items.length > 0) yield { account: items[0]!.account, tallies: tally(items) };
}
