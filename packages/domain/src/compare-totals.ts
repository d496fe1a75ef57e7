import { agrees, type ControlTotal, keyOf, type Total, type TotalDifference } from './control-total.ts';
import { ZERO } from './decimal.ts';

const NOTHING: Total = { count: 0, sum: ZERO };
const totalOf = ({ count, sum }: Total): Total => ({ count, sum });

export type Compared = {
  /** Expected totals that are not what landed, in the order expected. */
  readonly disagreeing: ReadonlyArray<TotalDifference>;
  /** What landed without being expected. */
  readonly unexpected: ReadonlyArray<TotalDifference>;
};

/** Compares what was sent with what landed; what is on neither side counts nothing there. */
export const compareTotals = (expected: ReadonlyArray<ControlTotal>, landed: ReadonlyArray<ControlTotal>): Compared => {
  const byKey = new Map(landed.map((total) => [keyOf(total), total]));
  const met = new Set<ControlTotal>();
  const disagreeing = expected.flatMap((total): TotalDifference[] => {
    const found = byKey.get(keyOf(total));
    if (found !== undefined) met.add(found);
    if (agrees(total, found ?? NOTHING)) return [];
    const { externalAccountNumber, ledgerNumber, type } = total;
    return [{ externalAccountNumber, ledgerNumber, type, expected: totalOf(total), actual: totalOf(found ?? NOTHING) }];
  });
  const unexpected = landed.flatMap((total): TotalDifference[] => {
    const { externalAccountNumber, ledgerNumber, type } = total;
    return met.has(total)
      ? []
      : [{ externalAccountNumber, ledgerNumber, type, expected: NOTHING, actual: totalOf(total) }];
  });
  return { disagreeing, unexpected };
};

/**
 * What a comparison with control totals proves (decisions 16). `incomplete`: control totals could not be read, so that it
 * proves nothing, whatever the others say.
 */
export type Verdict = 'agree' | 'differ' | 'incomplete';

/** @param unread control totals that could not be read. @param differing totals that do not agree. */
export const verdictOf = ({ unread, differing }: { readonly unread: number; readonly differing: number }): Verdict => {
  if (unread > 0) return 'incomplete';
  return differing > 0 ? 'differ' : 'agree';
};
