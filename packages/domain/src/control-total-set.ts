import * as E from 'fp-ts/lib/Either.js';
import { agrees, type ControlTotal, keyOf, type Total } from './control-total.ts';

/** The part of a set of control totals that decides if more can be added: its totals of some keys, by `keyOf`. */
export type HeldTotals = {
  /** A complete set takes no more totals. */
  readonly isComplete: boolean;
  readonly totals: ReadonlyMap<string, Total>;
};

/** `index`: the first total of the request that the set does not take. `held`: the other total of its key. */
export type SetRefused =
  | { readonly kind: 'control_total_differs'; readonly index: number; readonly held: Total }
  | { readonly kind: 'control_totals_complete' };

/**
 * Returns the totals that a set does not have yet (decisions 20). The same total again is none, so that any request can be sent
 * again, also the last one of a set.
 */
export const addToSet = (
  { isComplete, totals: held }: HeldTotals,
  given: ReadonlyArray<ControlTotal>,
): E.Either<SetRefused, ReadonlyArray<ControlTotal>> => {
  const added = new Map<string, ControlTotal>();
  for (const [index, total] of given.entries()) {
    const key = keyOf(total);
    const known = held.get(key) ?? added.get(key);
    if (known === undefined) added.set(key, total);
    else if (!agrees(known, total)) return E.left({ kind: 'control_total_differs', index, held: known });
  }
  return isComplete && added.size > 0 ? E.left({ kind: 'control_totals_complete' }) : E.right([...added.values()]);
};
