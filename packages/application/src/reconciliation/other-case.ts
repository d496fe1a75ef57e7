import { isNothing } from '@carryover/domain/adding-up';
import { differenceOf } from '@carryover/domain/total-comparison';
import type { Difference, Explanation } from './explanations.ts';

const caseless = ({ externalAccountNumber, ledgerNumber, type }: Difference): string =>
  JSON.stringify([externalAccountNumber.toLowerCase(), ledgerNumber.toLowerCase(), type]);

const missingOf = ({ expected, actual }: Difference) => differenceOf({ expected: actual, actual: expected });

const explain = (expected: Difference, stored: Difference): Explanation => {
  const isAccount = expected.externalAccountNumber !== stored.externalAccountNumber;
  const [field, name] = isAccount
    ? (['external_account_number', 'externalAccountNumber'] as const)
    : (['ledger_number', 'ledgerNumber'] as const);
  return { kind: 'other_case', field, expected: expected[name], stored: stored[name] };
};

/**
 * Replaces the explanations of totals that are expected and stored in another case of letters: what remains of both is left unexplained.
 *
 * @param accounts account numbers that are stored in another case, by those expected.
 */
export const withOtherCase = (
  differences: ReadonlyArray<Difference>,
  accounts: ReadonlyMap<string, string>,
): ReadonlyArray<Difference> => {
  const stored = new Map(differences.filter(({ expected }) => expected.count === 0).map((one) => [caseless(one), one]));
  const pairs = new Map<Difference, Difference>();
  for (const one of differences) {
    const other = one.actual.count === 0 ? stored.get(caseless(one)) : undefined;
    if (other === undefined) continue;
    pairs.set(one, other);
    pairs.set(other, one);
  }
  return differences.map((one) => {
    const other = pairs.get(one);
    const isMissing = one.explanations.some(({ kind }) => kind === 'no_such_account');
    const none: ReadonlyArray<Explanation> = isMissing ? [{ kind: 'no_such_account' }] : [];
    if (other === undefined) {
      const number = isMissing ? accounts.get(one.externalAccountNumber) : undefined;
      if (number === undefined) return one;
      const explanation = explain(one, { ...one, externalAccountNumber: number });
      return { ...one, explanations: [...none, explanation, ...one.explanations.slice(1)] };
    }
    if (one.expected.count === 0) return { ...one, explanations: [explain(other, one)], unexplained: null };
    const rest = differenceOf({ expected: differenceOf(other), actual: missingOf(one) });
    return { ...one, explanations: [...none, explain(one, other)], unexplained: isNothing(rest) ? null : rest };
  });
};
