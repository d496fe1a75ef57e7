import { makeProgressLine, type Terminal } from '@carryover/terminal/progress';
import { PLAIN_EVERY_MS } from '../command.ts';
import type { Service } from '../loading/service/service.ts';
import { accountKey } from '../steps/item.ts';
import type { Difference } from './account-totals.ts';
import { compare } from './compare.ts';
import { type Expected, expectedAccounts } from './expected.ts';
import { lackingItems } from './lacking-items.ts';
import type { OwnItems } from './own-items.ts';
import { makeTypeTotals, type TypeTotal } from './type-totals.ts';

/** The comparison of what was accepted with what is stored. */
export type Proof = {
  /** True only if each item is stored exactly once, with its amount. */
  readonly agree: boolean;
  readonly accounts: number;
  /** The number of totals by account, ledger and type. */
  readonly compared: number;
  /** Accounts that have other items too, all of whose own items were found one by one. */
  readonly accountsWithOthers: number;
  readonly totals: ReadonlyArray<TypeTotal>;
  readonly differences: ReadonlyArray<Difference>;
};

const count = (value: number): string => value.toLocaleString('en');

const lackingOf = async (
  service: Service,
  accounts: ReadonlySet<string>,
  own: AsyncIterable<OwnItems>,
  terminal: Terminal,
): Promise<ReadonlySet<string>> => {
  const shown = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
  try {
    return await lackingItems(service, accounts, own, (begun) =>
      shown.update(() => `Looking up items: ${count(begun)} of ${count(accounts.size)} accounts`),
    );
  } finally {
    shown.end();
  }
};

/**
 * Compares the totals of own items with what is stored. If they differ, because an account has other items too, each own item
 * of that account is looked up: it must be stored exactly once, with its amount.
 *
 * @param expected the totals of the own items.
 * @param own the items themselves, which are read only if totals differ; those of one account and kind are together.
 */
export const prove = async (
  service: Service,
  expected: AsyncIterable<Expected>,
  own: () => AsyncIterable<OwnItems>,
  terminal: Terminal,
): Promise<Proof> => {
  let accounts = 0;
  let compared = 0;
  const totals = makeTypeTotals();
  const differences: Difference[] = [];
  const shown = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
  try {
    for await (const { accounts: some, total } of expectedAccounts(expected)) {
      const found = await compare(service, some, () => {
        accounts += 1;
        const done = accounts;
        shown.update(() => `Comparing totals: ${count(done)} of ${count(total)} accounts`);
      });
      differences.push(...found);
      totals.add(some, found);
      for (const one of some) compared += one.tallies.length;
    }
  } finally {
    shown.end();
  }
  const differing = new Set(differences.map(({ account }) => accountKey(account)));
  const lacking = differing.size === 0 ? differing : await lackingOf(service, differing, own(), terminal);
  const remaining = differences.filter(({ account }) => lacking.has(accountKey(account)));
  return {
    agree: remaining.length === 0,
    accounts,
    compared,
    accountsWithOthers: differing.size - lacking.size,
    totals: totals.all(),
    differences: remaining,
  };
};
