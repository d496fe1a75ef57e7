import type { Known } from '../model.ts';
import { acceptedOf, checkLedgers, checkRecords } from './accepted.ts';
import type { Complain, Disagreement } from './disagreement.ts';
import { checkMovedNotes, isMovedNote } from './moved-notes.ts';
import { checkOrder } from './order.ts';
import { checkRows } from './rows.ts';
import type { StoredAccount } from './stored.ts';

/** Compares all that is stored of an account with all that was sent and answered, to the last item. */
export const compare = (
  account: string,
  known: ReadonlyArray<Known>,
  { rows, imports, refused }: StoredAccount,
): ReadonlyArray<Disagreement> => {
  const found: Disagreement[] = [];
  const complain: Complain = (kind, what, detail) => void found.push({ kind, account, what, detail });
  const requests = known.map((one) => ({ ...one, made: one.batch.make() }));
  const accepted = acceptedOf(requests, imports, complain);
  checkRecords(requests, accepted, refused, complain);
  checkLedgers(requests, accepted, complain);
  checkRows(
    requests,
    accepted,
    rows.filter((row) => !isMovedNote(row)),
    complain,
  );
  checkMovedNotes(accepted, rows, complain);
  checkOrder(accepted, rows, complain);
  return found;
};
