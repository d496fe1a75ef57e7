import { agrees, type ControlTotal, keyOf, type Total, type TotalDifference } from './control-total.ts';
import { ZERO } from './decimal.ts';

const NOTHING: Total = { count: 0, sum: ZERO };
const totalOf = ({ count, sum }: Total): Total => ({ count, sum });

/** The expected totals that do not agree with what landed, in the order expected. */
export const disagreeing = (
  expected: ReadonlyArray<ControlTotal>,
  landed: ReadonlyArray<ControlTotal>,
): ReadonlyArray<TotalDifference> => {
  const actual = new Map(landed.map((total) => [keyOf(total), total]));
  return expected.flatMap((total) => {
    const found = actual.get(keyOf(total)) ?? NOTHING;
    if (agrees(total, found)) return [];
    const { externalAccountNumber, ledgerNumber, type } = total;
    return [{ externalAccountNumber, ledgerNumber, type, expected: totalOf(total), actual: totalOf(found) }];
  });
};

/** What landed without being expected. */
export const unexpected = (
  expected: ReadonlyArray<ControlTotal>,
  landed: ReadonlyArray<ControlTotal>,
): ReadonlyArray<TotalDifference> => {
  const known = new Set(expected.map(keyOf));
  return landed.flatMap((total) => {
    const { externalAccountNumber, ledgerNumber, type } = total;
    return known.has(keyOf(total))
      ? []
      : [{ externalAccountNumber, ledgerNumber, type, expected: NOTHING, actual: totalOf(total) }];
  });
};
