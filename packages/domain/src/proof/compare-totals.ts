import { ZERO } from '../decimal.ts';
import { agrees, type ControlTotal, keyOf, type Total, type TotalDifference } from './control-total.ts';

const NOTHING: Total = { count: 0, sum: ZERO };
const totalOf = ({ count, sum }: Total): Total => ({ count, sum });

export type Compared = {
  /** Expected totals that differ from what is stored, in the order expected. */
  readonly disagreeing: ReadonlyArray<TotalDifference>;
  /** Stored totals that are not expected. */
  readonly unexpected: ReadonlyArray<TotalDifference>;
};

/** Compares expected totals with stored ones; a total that is missing on one side counts as zero there. */
export const compareTotals = (expected: ReadonlyArray<ControlTotal>, stored: ReadonlyArray<ControlTotal>): Compared => {
  const byKey = new Map(stored.map((total) => [keyOf(total), total]));
  const met = new Set<ControlTotal>();
  const disagreeing = expected.flatMap((total): TotalDifference[] => {
    const found = byKey.get(keyOf(total));
    if (found !== undefined) met.add(found);
    if (agrees(total, found ?? NOTHING)) return [];
    const { externalAccountNumber, ledgerNumber, type } = total;
    return [{ externalAccountNumber, ledgerNumber, type, expected: totalOf(total), actual: totalOf(found ?? NOTHING) }];
  });
  const unexpected = stored.flatMap((total): TotalDifference[] => {
    const { externalAccountNumber, ledgerNumber, type } = total;
    return met.has(total)
      ? []
      : [{ externalAccountNumber, ledgerNumber, type, expected: NOTHING, actual: totalOf(total) }];
  });
  return { disagreeing, unexpected };
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
