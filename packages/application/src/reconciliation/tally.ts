import { agrees, isCountedType, TOTAL_TYPES, type Total, type TotalType } from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import {
  causesOf,
  DIFFERENCE_CAUSES,
  type DifferenceCause,
  type JoinedTotal,
} from '@carryover/domain/total-comparison';

/** Stored and expected items of one key. `cause`: null if both agree, or if nothing is compared. */
export type ReportedTotal = JoinedTotal & { readonly cause: DifferenceCause | null };

type CausedDifference = JoinedTotal & { readonly cause: DifferenceCause };

/** A type's figures over all accounts and ledgers; without control totals, only what is stored. */
export type TypeTotals = {
  readonly type: TotalType;
  readonly stored: Total;
  readonly expected: Total;
  /** The number of totals that differ. */
  readonly differing: number;
};

/** The figures of all totals that were given. */
export type Tally = {
  readonly compared: number;
  readonly byType: ReadonlyArray<TypeTotals>;
  readonly byCause: Readonly<Record<DifferenceCause, number>>;
  /** The first thousand differences of each cause: in the order of the control totals, then those that were not expected. */
  readonly first: ReadonlyArray<CausedDifference>;
};

/** Counts the transactions of a tally. */
export const countTransactions = ({ byType }: Tally): number =>
  byType.reduce((all, { type, stored }) => (isCountedType(type) ? all : all + stored.count), 0);

/** Sums of many values are a tenth of the work of adding them one by one. */
const ADDED_AT_ONCE = 4_096;

const makeSum = () => {
  let count = 0;
  let values: Decimal[] = [];
  return {
    add: (total: Total): void => {
      count += total.count;
      if (total.sum !== null) values.push(total.sum);
      if (values.length === ADDED_AT_ONCE) values = [Decimal.sum(values)];
    },
    /** Of totals that have a sum, and others that are only counted, it is the sum of the former. */
    total: (): Total => ({ count, sum: values.length === 0 ? null : Decimal.sum(values) }),
  };
};

const makeTypeTally = () => ({ expected: makeSum(), stored: makeSum(), differing: 0 });

/** So many differences of each cause are named and explained; all others are only in the complete list of totals. */
const NAMED = 1_000;

/** Those without a control total come last, in the order of their keys: sorting is stable. */
const byLine = (a: CausedDifference, b: CausedDifference): number =>
  (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER);

/** Keeps the first differences of each cause, in the order of the control file, of any number. */
const makeFirstDifferences = () => {
  let kept: ReadonlyArray<CausedDifference> = [];
  let added: CausedDifference[] = [];
  const first = (): ReadonlyArray<CausedDifference> => {
    const byCause = Map.groupBy([...kept, ...added], ({ cause }) => cause);
    kept = DIFFERENCE_CAUSES.flatMap((cause) => (byCause.get(cause) ?? []).sort(byLine).slice(0, NAMED));
    added = [];
    return kept.toSorted(byLine);
  };
  return {
    add: (difference: CausedDifference): void => {
      added.push(difference);
      if (added.length >= 2 * NAMED) first();
    },
    first,
  };
};

/**
 * Counts totals and finds those that differ, with the cause of each.
 *
 * @param isCompared false if there are no control totals: then nothing differs.
 * @param onTotal takes each total, in the order given.
 */
export const makeTally = (isCompared: boolean, onTotal: ((total: ReportedTotal) => void) | undefined) => {
  const types = new Map<TotalType, ReturnType<typeof makeTypeTally>>();
  const byCause: Record<DifferenceCause, number> = { lost: 0, doubled: 0, amount: 0, moved: 0, unexpected: 0 };
  const differences = makeFirstDifferences();
  let compared = 0;
  /** The totals of one account, which may explain each other. */
  let account: JoinedTotal[] = [];

  const take = (total: JoinedTotal, cause: DifferenceCause | null): void => {
    const tally = types.get(total.type) ?? makeTypeTally();
    types.set(total.type, tally);
    tally.expected.add(total.expected);
    tally.stored.add(total.actual);
    compared += 1;
    onTotal?.({ ...total, cause });
    if (cause === null) return;
    tally.differing += 1;
    byCause[cause] += 1;
    differences.add({ ...total, cause });
  };
  const endAccount = (): void => {
    const differing = isCompared ? account.filter(({ expected, actual }) => !agrees(expected, actual)) : [];
    const causes = new Map(causesOf(differing).map((cause, index) => [differing[index], cause]));
    for (const total of account) take(total, causes.get(total) ?? null);
    account = [];
  };

  return {
    /** Takes the next total; those of an account follow each other. */
    add: (total: JoinedTotal): void => {
      if (account.length > 0 && account[0]!.externalAccountNumber !== total.externalAccountNumber) endAccount();
      account.push(total);
    },
    end: (): Tally => {
      endAccount();
      const byType = TOTAL_TYPES.flatMap((type): TypeTotals[] => {
        const tally = types.get(type);
        if (tally === undefined) return [];
        const { expected, stored, differing } = tally;
        return [{ type, stored: stored.total(), expected: expected.total(), differing }];
      });
      return { compared, byType, byCause, first: differences.first() };
    },
  };
};
