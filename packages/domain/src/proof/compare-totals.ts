import { agrees, type ControlTotal, keyOf, NOTHING, pairOf, type TotalDifference } from './control-total.ts';

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
  const disagreeing = expected.flatMap((total) => {
    const found = byKey.get(keyOf(total));
    if (found !== undefined) met.add(found);
    return agrees(total, found ?? NOTHING) ? [] : [pairOf(total, total, found ?? NOTHING)];
  });
  const unexpected = stored.filter((total) => !met.has(total)).map((total) => pairOf(total, NOTHING, total));
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
