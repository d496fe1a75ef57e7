import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { centsOf, numberOfAccount, TRANSACTIONS_OF_ACCOUNT, typeOf } from './seeded.ts';

/** The causes that differences are made of, by the names of a report. */
const CAUSES = ['lost', 'doubled', 'amount', 'moved', 'unexpected'] as const;

/** `seeds`: the number of accounts with a difference of each cause. */
export type Size = { readonly accounts: number; readonly seeds: number };

/** Returns the accounts that differ: at equal distances, one cause after the other. */
export const differingAccounts = ({ accounts, seeds }: Size): ReadonlyMap<number, string> => {
  const all = Math.min(accounts, seeds * CAUSES.length);
  const step = Math.floor(accounts / all);
  return new Map(Array.from({ length: all }, (_, index) => [index * step, CAUSES[index % CAUSES.length]!]));
};

type Total = { readonly ledger: string; readonly type: string; readonly count: number; readonly cents: number };

/** What is stored of an account. */
const storedTotals = (i: number): ReadonlyArray<Total> => {
  const positions = Array.from({ length: TRANSACTIONS_OF_ACCOUNT }, (_, n) => n);
  return [...Map.groupBy(positions, typeOf)].map(([type, of]) => ({
    ledger: 'L-1',
    type,
    count: of.length,
    cents: of.reduce((sum, n) => sum + centsOf(i, n), 0),
  }));
};

/** Changes totals so that what is stored differs from them by a cause. */
const changed = (i: number, [first, ...others]: ReadonlyArray<Total>, cause: string): ReadonlyArray<Total> => {
  const { count, cents } = first!;
  const less = { ...first!, count: count - 1, cents: cents - centsOf(i, 0) };
  if (cause === 'unexpected') return others;
  if (cause === 'lost') return [{ ...first!, count: count + 1, cents: cents + 100 }, ...others];
  if (cause === 'amount') return [{ ...first!, cents: cents + 1 }, ...others];
  const moved = { ...first!, ledger: 'L-2', count: 1, cents: centsOf(i, 0) };
  return cause === 'moved' ? [less, moved, ...others] : [less, ...others];
};

/** Writes control totals that agree with the accounts that are seeded, but for those that differ. */
export const writeControlTotals = async (
  { accounts }: Size,
  differing: ReadonlyMap<number, string>,
  file: string,
): Promise<void> => {
  const lines = function* () {
    yield 'external_account_number,ledger_number,type,count,sum\n';
    for (let i = 0; i < accounts; i += 1) {
      const [stored, cause] = [storedTotals(i), differing.get(i)];
      const number = numberOfAccount(i);
      const totals = cause === undefined ? stored : changed(i, stored, cause);
      for (const { ledger, type, count, cents } of totals)
        yield `${number},${ledger},${type},${count},${(cents / 100).toFixed(2)}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
};
