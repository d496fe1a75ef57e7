import { isCountedType, type TotalDifference } from './control-total.ts';

/**
 * - `lost`: fewer items are stored than expected
 * - `doubled`: more items are stored than expected
 * - `amount`: as many items are stored as expected, with another sum
 * - `moved`: as many items with the same sum are stored under another ledger or type of the account
 * - `unexpected`: items are stored of which none is expected
 */
export const DIFFERENCE_CAUSES = ['lost', 'doubled', 'amount', 'moved', 'unexpected'] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

const surplusOf = ({ expected, actual }: TotalDifference): number => actual.count - expected.count;

const causeOf = (difference: TotalDifference): DifferenceCause => {
  const surplus = surplusOf(difference);
  if (surplus === 0) return 'amount';
  if (surplus < 0) return 'lost';
  return difference.expected.count === 0 ? 'unexpected' : 'doubled';
};

/** Types between which items can move: the types of transactions; a type that is only counted moves between ledgers. */
const movableAs = ({ type }: TotalDifference): string => (isCountedType(type) ? type : 'transaction');

const surplusKey = (difference: TotalDifference): string =>
  `${movableAs(difference)} ${surplusOf(difference)} ${difference.actual.sum.minus(difference.expected.sum).text}`;
const deficitKey = (difference: TotalDifference): string =>
  `${movableAs(difference)} ${-surplusOf(difference)} ${difference.expected.sum.minus(difference.actual.sum).text}`;

/** Returns the cause of each difference of one account. A deficit and a surplus of the same count and sum are `moved`. */
export const causesOf = (differences: ReadonlyArray<TotalDifference>): ReadonlyArray<DifferenceCause> => {
  const causes = differences.map(causeOf);
  if (differences.length < 2) return causes;
  const surpluses = Map.groupBy(
    differences.flatMap((one, at) => (surplusOf(one) > 0 ? [{ key: surplusKey(one), at }] : [])),
    ({ key }) => key,
  );
  differences.forEach((one, at) => {
    const found = surplusOf(one) < 0 ? surpluses.get(deficitKey(one))?.shift() : undefined;
    if (found === undefined) return;
    causes[at] = 'moved';
    causes[found.at] = 'moved';
  });
  return causes;
};
