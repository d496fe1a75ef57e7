import type { Accepted } from './accepted.ts';
import type { Complain } from './disagreement.ts';
import { nameOf, type StoredRow } from './stored.ts';

/**
 * Imports of one account come one after the other (decisions 3): of two that share items the earlier brought all that
 * neither found there. Two of which each brought something the other has too were mixed.
 */
export const checkOrder = (
  accepted: ReadonlyArray<Accepted>,
  rows: ReadonlyArray<StoredRow>,
  complain: Complain,
): void => {
  const broughtBy = new Map(rows.map((row) => [nameOf(row), row.importId]));
  const before = new Set<string>();
  for (const { id, request } of accepted) {
    for (const item of request.made.items) {
      const first = broughtBy.get(nameOf(item));
      if (first === undefined || first === id || before.has(`${first} ${id}`)) continue;
      before.add(`${first} ${id}`);
      if (before.has(`${id} ${first}`)) complain('partial', nameOf(item), `imports ${first} and ${id} are mixed`);
    }
  }
};
