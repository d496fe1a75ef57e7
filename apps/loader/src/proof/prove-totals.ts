import { Decimal } from '@carryover/domain/decimal';
import { makeProgressLine, type Terminal } from '@carryover/terminal/progress';
import { PLAIN_EVERY_MS } from '../command.ts';
import type { Service } from '../loading/service/service.ts';
import type { TotalDifference } from './account-totals.ts';
import { compare } from './compare-totals.ts';
import { type Expected, expectedAccounts } from './expected.ts';
import { makeTypeTotals, type TypeTotal } from './type-totals.ts';

/** The comparison of counts and sums of files with all that is stored on their accounts. It says nothing of single items. */
export type TotalsProof = {
  readonly accounts: number;
  /** The number of totals by account, ledger and type. */
  readonly compared: number;
  readonly totals: ReadonlyArray<TypeTotal>;
  readonly totalDifferences: ReadonlyArray<TotalDifference>;
};

const count = (value: number): string => value.toLocaleString('en');

/** Compares counts and sums by account, ledger and type with what is stored. @param expected of the rows of the files. */
export const proveTotals = async (
  service: Service,
  expected: AsyncIterable<Expected>,
  terminal: Terminal,
): Promise<TotalsProof> => {
  let accounts = 0;
  let compared = 0;
  const totals = makeTypeTotals();
  const totalDifferences: TotalDifference[] = [];
  const shown = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
  try {
    for await (const { accounts: some, total } of expectedAccounts(expected)) {
      const found = await compare(service, some, () => {
        accounts += 1;
        const done = accounts;
        shown.update(() => `Comparing totals: ${count(done)} of ${count(total)} accounts`);
      });
      totalDifferences.push(...found);
      for (const { type, count: items, sum } of some.flatMap(({ tallies }) => tallies)) {
        compared += 1;
        totals.add('expected', type, items, new Decimal(sum));
        totals.add('stored', type, items, new Decimal(sum));
      }
      for (const { type, expected: wanted, actual } of found)
        totals.add('stored', type, actual.count - wanted.count, new Decimal(actual.sum).minus(new Decimal(wanted.sum)));
    }
  } finally {
    shown.end();
  }
  return { accounts, compared, totals: totals.all(), totalDifferences };
};
