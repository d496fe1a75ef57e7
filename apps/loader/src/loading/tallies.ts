import { Decimal } from '@carryover/domain/decimal';
import type { Item } from '../steps/item.ts';
import type { Tally } from './result.ts';

/** Returns the totals of items that the service has accepted. Sums are exact. */
export const tally = (items: ReadonlyArray<Pick<Item, 'entries'>>): ReadonlyArray<Tally> =>
  [
    ...Map.groupBy(
      items.flatMap(({ entries }) => entries),
      ({ ledger }) => ledger,
    ),
  ].flatMap(([ledger, all]) =>
    [...Map.groupBy(all, ({ type }) => type)].map(([type, own]) => ({
      ledger,
      type,
      count: own.length,
      sum: Decimal.sum(own.map(({ amount }) => amount)).text,
    })),
  );
