import { type Decimal, sum } from '@carryover/domain/decimal';
import type { Entry } from '../steps/entries.ts';
import type { Item } from '../steps/item.ts';
import type { Tally } from './result.ts';

type Group = Omit<Entry, 'amount'> & { readonly amounts: Decimal[] };

/** Returns the totals of items that the service has accepted. Sums are exact. */
export const tally = (items: ReadonlyArray<Item>): ReadonlyArray<Tally> => {
  const groups = new Map<string, Group>();
  for (const { entries } of items)
    for (const { type, ledger, amount } of entries) {
      const key = `${type} ${ledger ?? ''}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { type, ledger, amounts: [amount] });
      else known.amounts.push(amount);
    }
  return [...groups.values()].map(({ type, ledger, amounts }) => ({
    ledger,
    type,
    count: amounts.length,
    sum: sum(amounts).text,
  }));
};
