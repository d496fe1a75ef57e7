import {
  agrees,
  type ControlTotal,
  compareKeys,
  isCountedType,
  keyOf,
  type Total,
  type TotalKey,
} from './control-total.ts';
import { ZERO } from './decimal.ts';

/** What is compared: expected and stored figures. Both have a sum, or neither. */
type Compared = { readonly expected: Total; readonly actual: Total };

/** The expected and the stored total of a key; a side without it counts as zero. */
export type TotalDifference = TotalKey & Compared;

/** Returns the stored figures less the expected ones. */
export const differenceOf = ({ expected, actual }: Compared): Total => ({
  count: actual.count - expected.count,
  sum: actual.sum && expected.sum && actual.sum.minus(expected.sum),
});

/** Sums are compared if both sides have one: without one, a control total says only how many items there are. */
const pairOf = (
  { externalAccountNumber, ledgerNumber, type }: TotalKey,
  expected: Total | null,
  actual: Total | null,
): TotalDifference => {
  const isSummed = expected?.sum !== null && actual?.sum !== null;
  const side = (total: Total | null): Total => ({
    count: total?.count ?? 0,
    sum: isSummed ? (total?.sum ?? ZERO) : null,
  });
  return { externalAccountNumber, ledgerNumber, type, expected: side(expected), actual: side(actual) };
};

/**
 * Compares expected totals with stored ones. `disagreeing`: the expected totals that differ from what is stored, in the order expected.
 * `unexpected`: the stored totals that are not expected.
 */
export const compareTotals = (
  expected: ReadonlyArray<ControlTotal>,
  stored: ReadonlyArray<ControlTotal>,
): { readonly disagreeing: ReadonlyArray<TotalDifference>; readonly unexpected: ReadonlyArray<TotalDifference> } => {
  const storedByKey = new Map(stored.map((total) => [keyOf(total), total]));
  const expectedKeys = new Set(expected.map(keyOf));
  return {
    disagreeing: expected
      .map((total) => pairOf(total, total, storedByKey.get(keyOf(total)) ?? null))
      .filter((pair) => !agrees(pair.expected, pair.actual)),
    unexpected: stored.filter((total) => !expectedKeys.has(keyOf(total))).map((total) => pairOf(total, null, total)),
  };
};

/** A control total and the line of the control file on which it is. */
export type ExpectedTotal = ControlTotal & { readonly line: number };

/** Expected and stored items of one key. `line`: that of the control total; null if there is none. */
export type JoinedTotal = TotalDifference & { readonly line: number | null };

const joined = (expected: ExpectedTotal | null, stored: ControlTotal | null): ReadonlyArray<JoinedTotal> => {
  const key = expected ?? stored;
  if (key === null) return [];
  return [{ ...pairOf(key, expected, stored), line: expected?.line ?? null }];
};

/** Joins expected and stored totals, both in the order of {@link compareKeys} and without duplicates. */
export const joinTotals = (expected: Iterator<ExpectedTotal>) => {
  let head = expected.next();
  const take = (): ExpectedTotal | null => {
    if (head.done === true) return null;
    const { value } = head;
    head = expected.next();
    return value;
  };
  return {
    /** Joins the next stored total, after the expected ones before it, of which nothing is stored: there may be millions. */
    *next(stored: ControlTotal): Generator<JoinedTotal, void> {
      while (head.done !== true) {
        const order = compareKeys(head.value, stored);
        if (order > 0) break;
        yield* joined(take(), order === 0 ? stored : null);
        if (order === 0) return;
      }
      yield* joined(null, stored);
    },
    /** Joins the expected totals after the last stored one. */
    *rest(): Generator<JoinedTotal, void> {
      for (let total = take(); total !== null; total = take()) yield* joined(total, null);
    },
  };
};

/**
 * - `lost`: fewer items are stored than expected
 * - `doubled`: more items are stored than expected
 * - `amount`: as many items are stored as expected, with another sum
 * - `moved`: as many items with the same sum are stored under another ledger or type of the account
 * - `unexpected`: items are stored of which none is expected
 */
export const DIFFERENCE_CAUSES = ['lost', 'doubled', 'amount', 'moved', 'unexpected'] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

const surplusOf = (difference: TotalDifference): number => differenceOf(difference).count;

const causeOf = (difference: TotalDifference): DifferenceCause => {
  const surplus = surplusOf(difference);
  if (surplus === 0) return 'amount';
  if (surplus < 0) return 'lost';
  return difference.expected.count === 0 ? 'unexpected' : 'doubled';
};

/** Types between which items can move: the types of transactions; a type that is only counted moves between ledgers. */
const movableAs = ({ type }: TotalDifference): string => (isCountedType(type) ? type : 'transaction');

const moveKey = (difference: TotalDifference, { count, sum }: Total): string =>
  `${movableAs(difference)} ${count} ${sum?.text}`;
const surplusKey = (difference: TotalDifference): string => moveKey(difference, differenceOf(difference));
const deficitKey = (difference: TotalDifference): string =>
  moveKey(difference, differenceOf({ expected: difference.actual, actual: difference.expected }));

/** Returns the cause of each difference of one account. A deficit and a surplus of the same count and sum are `moved`. */
export const causesOf = (differences: ReadonlyArray<TotalDifference>): ReadonlyArray<DifferenceCause> => {
  const causes = differences.map(causeOf);
  if (differences.length < 2) return causes;
  const surpluses = Map.groupBy(
    differences.flatMap((total, index) => (surplusOf(total) > 0 ? [{ key: surplusKey(total), index }] : [])),
    ({ key }) => key,
  );
  differences.forEach((total, index) => {
    const found = surplusOf(total) < 0 ? surpluses.get(deficitKey(total))?.shift() : undefined;
    if (found === undefined) return;
    causes[index] = 'moved';
    causes[found.index] = 'moved';
  });
  return causes;
};

/**
 * The verdict of a comparison with control totals (decisions 16). `incomplete`: control totals could not be read, so it
 * proves nothing, even if all others agree.
 */
export const VERDICTS = ['agree', 'differ', 'incomplete'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** @param unread control totals that could not be read. @param differing totals that do not agree. */
export const verdictOf = ({ unread, differing }: { readonly unread: number; readonly differing: number }): Verdict => {
  if (unread > 0) return 'incomplete';
  return differing > 0 ? 'differ' : 'agree';
};
