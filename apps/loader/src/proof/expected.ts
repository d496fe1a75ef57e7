import { Decimal, sum } from '@carryover/domain/decimal';
import type { Tally } from '../loading/result.ts';
import { type Account, accountKey } from '../steps/item.ts';
import { openSpill } from '../steps/spill.ts';

/** The items that an account must have, by ledger and type. */
export type Expected = { readonly account: Account; readonly tallies: ReadonlyArray<Tally> };

const keyOf = ({ ledger, type }: Tally): string => `${type} ${ledger ?? ''}`;

/** Adds up the tallies of the same ledger and type. */
export const addedUp = (tallies: ReadonlyArray<Tally>): ReadonlyArray<Tally> =>
  [...Map.groupBy(tallies, keyOf).values()].map((group) => ({
    ...group[0]!,
    count: group.reduce((total, { count }) => total + count, 0),
    sum: sum(group.map((tally) => new Decimal(tally.sum))).text,
  }));

/**
 * Adds up what each account must have, however many accounts there are: what is added is kept in a temporary file, and a
 * part of the accounts is in memory at a time.
 *
 * @param parts in any order; an account may have any number of them.
 */
export async function* expectedAccounts(parts: AsyncIterable<Expected>): AsyncGenerator<ReadonlyArray<Expected>> {
  const spill = openSpill();
  try {
    for await (const { account, tallies } of parts)
      if (tallies.length > 0) spill.add(accountKey(account), 0, 0, JSON.stringify({ account, tallies }));
    for (const partition of spill.partitions()) {
      const all = partition.map(({ text }) => JSON.parse(text()) as Expected);
      const accounts = Map.groupBy(all, ({ account }) => accountKey(account));
      yield [...accounts.values()].map((own) => ({
        account: own[0]!.account,
        tallies: addedUp(own.flatMap(({ tallies }) => tallies)),
      }));
    }
  } finally {
    spill.close();
  }
}
