import { endOf, hashOfSeal, isOfOneNode, nodeOf, type Seal } from '@carryover/domain/seal';
import { sha256 } from '@carryover/evidence/sha256';

/** A seal among those that are stored beside it. */
export type Link = {
  readonly before: Seal | null;
  readonly seal: Seal;
  readonly next: Seal | null;
  readonly afterNext: Seal | null;
  /** The first position of its node that no seal before has; null if one of them may be missing. */
  readonly start: number | null;
};

/** Yields seals, which come in the order of their numbers, with those beside them. */
export async function* linksOf(seals: AsyncIterable<Seal>): AsyncGenerator<Link> {
  const ends = new Map<number, number>();
  let isWhole = true;
  let [before, seal, next]: readonly [Seal | null, Seal | null, Seal | null] = [null, null, null];
  const linked = (afterNext: Seal | null): ReadonlyArray<Link> => {
    if (seal === null) return [];
    if (seal.number !== (before?.number ?? 0) + 1) {
      isWhole = false;
      ends.clear();
    }
    const node = nodeOf(seal.from);
    const start = isWhole || ends.has(node) ? endOf(ends, node) : null;
    ends.set(node, seal.to);
    return [{ before, seal, next, afterNext, start }];
  };
  for await (const afterNext of seals) {
    yield* linked(afterNext);
    [before, seal, next] = [seal, next, afterNext];
  }
  for (const _ of ['the last but one', 'the last']) {
    yield* linked(null);
    [before, seal, next] = [seal, next, null];
  }
}

/** Returns whether a seal names the one before as it is; null if one of the two is not there. */
const names = (before: Seal | null, seal: Seal | null): boolean | null =>
  before === null || seal?.number !== before.number + 1 ? null : seal.previous === hashOfSeal(sha256, before);

/**
 * Returns what is wrong with a seal beside its neighbours; null if nothing is, or if it is one of them that was changed: of two that do
 * not fit, the one is as it was that the seal after it names.
 *
 * @param isBeforeBroken the seal before was found to be changed.
 */
export const faultInChain = (
  { before, seal, next, afterNext, start }: Link,
  isBeforeBroken: boolean,
): string | null => {
  const { number, previous, from } = seal;
  if (!isOfOneNode(seal)) return 'it does not end where it can';
  const namesBefore = number === 1 ? previous === null : names(before, seal);
  const isNamed = names(seal, next);
  if (namesBefore === false && isNamed !== true && !isBeforeBroken) return 'it does not name the seal before';
  if (isNamed === false && names(next, afterNext) === true) return `seal ${number + 1} names another one`;
  // With the hashes, whichever was changed is told above.
  if (namesBefore !== false && start !== null && from !== start && !isBeforeBroken)
    return 'it does not begin where the seal before ends';
  return null;
};

/** Returns where the records of a seal begin and end: as it says, and as those beside it say if that is something else. */
export const rangesOf = ({ seal, next, start }: Link): ReadonlyArray<Pick<Seal, 'from' | 'to'>> => {
  const { number, from, to } = seal;
  const isNext = next?.number === number + 1 && nodeOf(next.from) === nodeOf(from);
  const ends = new Set([to, ...(isNext ? [next.from] : [])]);
  return [...new Set([from, start ?? from])].flatMap((one) => [...ends].map((end) => ({ from: one, to: end })));
};
