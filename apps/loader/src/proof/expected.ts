import { Decimal } from '@carryover/domain/decimal';
import type { Tally } from '../loading/result.ts';
import { type Account, accountKey } from '../steps/item.ts';
import { openSpill, type Spill, type Spilled } from '../steps/spill.ts';

/** The items that an account must have, by ledger and type. */
export type Expected = { readonly account: Account; readonly tallies: ReadonlyArray<Tally> };

const keyOf = ({ ledger, type }: Tally): string => `${type} ${ledger ?? ''}`;

/** Adds up the tallies of the same ledger and type. */
export const addedUp = (tallies: ReadonlyArray<Tally>): ReadonlyArray<Tally> =>
  [...Map.groupBy(tallies, keyOf).values()].map((group) => ({
    ...group[0]!,
    count: group.reduce((total, { count }) => total + count, 0),
    sum: Decimal.sum(group.map((tally) => new Decimal(tally.sum))).text,
  }));

/** The accounts that are compared together: few requests for their totals, and little memory. */
const TOGETHER = 2_000;

type Part = { readonly accounts: ReadonlyArray<Expected>; readonly total: number };

const countAccounts = (spill: Spill): number => spill.groups().reduce((total) => total + 1, 0);

const parsed = (parts: Iterable<Spilled>): ReadonlyArray<Expected> =>
  Array.from(parts, ({ text }) => JSON.parse(text) as Expected);

/**
 * Adds up what each account must have, however many accounts there are: what is added is kept in a temporary file, and a
 * part of the accounts is in memory at a time. `total` is the number of all accounts.
 *
 * @param parts in any order; an account may have any number of them.
 */
export async function* expectedAccounts(parts: AsyncIterable<Expected>): AsyncGenerator<Part> {
  const spill = openSpill();
  try {
    for await (const { account, tallies } of parts)
      if (tallies.length > 0) spill.add(accountKey(account), 0, 0, JSON.stringify({ account, tallies }));
    const total = countAccounts(spill);
    let accounts: Expected[] = [];
    for (const group of spill.groups()) {
      const own = parsed(group);
      accounts.push({ account: own[0]!.account, tallies: addedUp(own.flatMap(({ tallies }) => tallies)) });
      if (accounts.length < TOGETHER) continue;
      yield { accounts, total };
      accounts = [];
    }
    if (accounts.length > 0) yield { accounts, total };
  } finally {
    spill.close();
  }
}
