import { inParallel } from '@carryover/client/loading/sender';
import type { AccountSummary } from '@carryover/client/types/account-summary';
import type { ControlTotal } from '@carryover/client/types/control-total';
import { MAX_TOTALS } from '@carryover/contract/limits';
import { Decimal, toMoney, ZERO } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES, type TransactionType } from '@carryover/domain/transaction';
import { makeProgressLine, type Terminal } from '@carryover/terminal/progress';
import { PLAIN_EVERY_MS } from '../command.ts';
import { type Entry, entriesOf } from '../rows/entries.ts';
import { type Account, isSameAccount, parsed } from '../rows/item.ts';
import { isRefused, PARALLEL, type Service } from '../service/service.ts';
import type { ItemStore } from '../store/item-store.ts';

/** A number of items and the exact sum of their amounts, with two places. */
export type Figures = { readonly count: number; readonly sum: string };

/** A type of items over all accounts: those of the files, and what is stored of them. */
export type TypeTotal = { readonly type: string; readonly expected: Figures; readonly stored: Figures };

type Sum = { readonly count: number; readonly sum: Decimal };
const NONE: Sum = { count: 0, sum: ZERO };
const show = ({ count, sum: amount }: Sum): Figures => ({ count, sum: toMoney(amount) });

/** Adds up items by type. */
export const makeTypeTotals = () => {
  const totals = { expected: new Map<string, Sum>(), stored: new Map<string, Sum>() };
  return {
    add: (side: keyof typeof totals, type: string, count: number, amount: Decimal): void => {
      const { count: known, sum: before } = totals[side].get(type) ?? NONE;
      totals[side].set(type, { count: known + count, sum: Decimal.sum([before, amount]) });
    },
    all: (): ReadonlyArray<TypeTotal> =>
      [...totals.expected].map(([type, expected]) => ({
        type,
        expected: show(expected),
        stored: show(totals.stored.get(type) ?? NONE),
      })),
  };
};

/** Items of one type on one ledger (null: on the main ledger, or on none), and the exact sum of their amounts. */
type Tally = Pick<Entry, 'ledger' | 'type'> & { readonly count: number; readonly sum: Decimal };

/** The items that an account must have, by ledger and type. */
export type Expected = { readonly account: Account; readonly tallies: ReadonlyArray<Tally> };

/** A total of an account that is not as expected. */
export type TotalDifference = {
  readonly account: Account;
  /** Empty for items of no ledger. */
  readonly ledger: string;
  readonly type: string;
  readonly expected: Figures;
  readonly actual: Figures;
};

/** The comparison of counts and sums of files with all that is stored on their accounts. It says nothing of single items. */
export type TotalsProof = {
  readonly accounts: number;
  /** The number of totals by account, ledger and type. */
  readonly compared: number;
  readonly totals: ReadonlyArray<TypeTotal>;
  readonly totalDifferences: ReadonlyArray<TotalDifference>;
};

export const isTransactionType = (type: string): type is TransactionType =>
  TRANSACTION_TYPES.some((known) => known === type);

/** The accounts that are compared together: few requests for their totals, and little memory. */
const TOGETHER = 2_000;

const keyOf = ({ ledger, type }: Pick<Tally, 'ledger' | 'type'>): string => `${type} ${ledger ?? ''}`;

/** Adds up those of one ledger and type. */
export const addedUp = (tallies: ReadonlyArray<Tally>): ReadonlyArray<Tally> =>
  [...Map.groupBy(tallies, keyOf).values()].map((group) => ({
    ...group[0]!,
    count: group.reduce((total, { count }) => total + count, 0),
    sum: Decimal.sum(group.map(({ sum }) => sum)),
  }));

/** Yields what accounts must have if all rows are stored that are not left out. */
export function* expectedIn(store: ItemStore): Generator<Expected> {
  let account: Account | null = null;
  let tallies = new Map<string, Tally>();
  for (const item of store.items()) {
    if (account !== null && !isSameAccount(account, item.account)) {
      yield { account, tallies: [...tallies.values()] };
      tallies = new Map();
    }
    account = item.account;
    for (const entry of entriesOf(item.kind, parsed(item.raw))) {
      const { count, sum } = tallies.get(keyOf(entry)) ?? { count: 0, sum: new Decimal(0) };
      const { ledger, type, amount } = entry;
      tallies.set(keyOf(entry), { ledger, type, count: count + 1, sum: Decimal.sum([sum, amount]) });
    }
  }
  if (account !== null && tallies.size > 0) yield { account, tallies: [...tallies.values()] };
}

/** The types whose totals have a sum. */
export const isSummed = (type: string): type is TransactionType | 'STATEMENT' =>
  isTransactionType(type) || type === 'STATEMENT';

const storedCount = (summary: AccountSummary | null, { ledger, type }: Tally): number => {
  switch (type) {
    case 'NOTE':
      return summary?.notes.count ?? 0;
    case 'PAYMENT_INSTRUCTION':
      return summary?.payment_instruction == null ? 0 : 1;
    case 'BILLING_DOCUMENT':
      return summary?.ledgers.find(({ ledger_number: number }) => number === ledger)?.billing_documents.count ?? 0;
    default:
      // An account that the service does not know has nothing, and a type that it does not know is never stored.
      return 0;
  }
};

const countDifference = (account: Account, summary: AccountSummary | null, tally: Tally) => {
  const { ledger, type, count, sum } = tally;
  const actual = storedCount(summary, tally);
  if (actual === count) return [];
  const expected = { count, sum: toMoney(sum) };
  return [{ account, ledger: ledger ?? '', type, expected, actual: { count: actual, sum: '0.00' } }];
};

/**
 * Returns what an account must have as the service can compare it: totals with a sum, and differences of mere counts.
 *
 * @param summary of the account; null if the service does not know it.
 */
const totalsOf = ({ account, tallies }: Expected, summary: AccountSummary | null) => {
  // The summary begins with the main ledger, which transactions go to that name none (decisions 2, 5).
  const main = summary?.ledgers[0]?.ledger_number;
  const isCompared = ({ type }: Tally): boolean => main !== undefined && isSummed(type);
  const amounts = addedUp(
    tallies
      .filter(isCompared)
      .map((tally) => ({ ...tally, ledger: tally.type === 'STATEMENT' ? null : (tally.ledger ?? main!) })),
  );
  return {
    supplier: account.supplier,
    totals: amounts.map(({ ledger, type, count, sum }): ControlTotal => {
      const common = { external_account_number: account.number, count, sum: toMoney(sum) };
      return ledger === null
        ? { ...common, type: 'STATEMENT' }
        : { ...common, ledger_number: ledger, type: type as TransactionType };
    }),
    differences: tallies
      .filter((tally) => !isCompared(tally))
      .flatMap((tally): ReadonlyArray<TotalDifference> => countDifference(account, summary, tally)),
  };
};

/** Compares totals of one import supplier. */
const compareTotals = async (service: Service, supplier: string, totals: ReadonlyArray<ControlTotal>) => {
  const answer = await service.compare({ import_supplier: supplier, totals });
  if (isRefused(answer)) throw answer.error;
  return answer.differences.map(
    ({ external_account_number: number, ledger_number: ledger, ...rest }): TotalDifference => ({
      account: { supplier, number },
      ledger,
      ...rest,
    }),
  );
};

/** Compares what accounts must have with what is stored. @param onAccount is called after each account. */
const compareAccounts = async (service: Service, accounts: ReadonlyArray<Expected>, onAccount: () => void) => {
  const checked: ReturnType<typeof totalsOf>[] = new Array(accounts.length);
  await inParallel(PARALLEL, accounts.entries(), async ([index, expected]) => {
    const summary = await service.summary(expected.account);
    onAccount();
    checked[index] = totalsOf(expected, isRefused(summary) ? null : summary);
  });
  const differences = checked.flatMap((one) => one.differences);
  for (const [supplier, ofSupplier] of Map.groupBy(checked, (one) => one.supplier)) {
    const totals = ofSupplier.flatMap((one) => one.totals);
    for (let first = 0; first < totals.length; first += MAX_TOTALS)
      differences.push(...(await compareTotals(service, supplier, totals.slice(first, first + MAX_TOTALS))));
  }
  return differences;
};

/** Compares counts and sums by account, ledger and type with what is stored. */
export const proveTotals = async (service: Service, store: ItemStore, terminal: Terminal): Promise<TotalsProof> => {
  let [accounts, compared] = [0, 0];
  const totals = makeTypeTotals();
  const totalDifferences: TotalDifference[] = [];
  const shown = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
  const compareSome = async (some: ReadonlyArray<Expected>): Promise<void> => {
    const found = await compareAccounts(service, some, () => {
      accounts += 1;
      const done = accounts;
      shown.update(() => `Comparing totals: ${done.toLocaleString('en')} accounts`);
    });
    totalDifferences.push(...found);
    for (const { type, count, sum } of some.flatMap(({ tallies }) => tallies)) {
      compared += 1;
      totals.add('expected', type, count, sum);
      totals.add('stored', type, count, sum);
    }
    for (const { type, expected: wanted, actual } of found)
      totals.add('stored', type, actual.count - wanted.count, new Decimal(actual.sum).minus(new Decimal(wanted.sum)));
  };
  try {
    let some: Expected[] = [];
    for (const expected of expectedIn(store)) {
      some.push(expected);
      if (some.length < TOGETHER) continue;
      await compareSome(some);
      some = [];
    }
    await compareSome(some);
  } finally {
    shown.end();
  }
  return { accounts, compared, totals: totals.all(), totalDifferences };
};
