/** Longer names are not compared: the interface has none, and the cost is the product of the lengths. */
const MAX_LENGTH = 64;

/** Returns the form that `transactionId`, `Transaction-ID` and `transaction_id` share. */
const canonical = (name: string): string => name.toLowerCase().replaceAll(/[-_. ]/g, '');

/** Returns the number of edits of one letter, or swaps of two neighbouring letters, that turn one text into the other. */
const distance = (one: string, other: string): number => {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const edited = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
      );
      current.push(isSwap ? Math.min(edited, beforePrevious[column - 2]! + 1) : edited);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[other.length]!;
};

/** Returns the known name with the fewest typing errors, at most one for each four letters; null if there is none. */
const leastMistyped = (sent: string, known: Iterable<string>): string | null => {
  let nearest: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const meant = canonical(candidate);
    const allowed = Math.floor(Math.max(sent.length, meant.length) / 4);
    if (Math.abs(meant.length - sent.length) > Math.min(allowed, fewest - 1)) continue;
    const errors = distance(sent, meant);
    if (errors <= allowed && errors < fewest) [nearest, fewest] = [candidate, errors];
  }
  return nearest;
};

/** Returns the only known name that has these words at its end, as `transaction_date` has `date`; else null. */
const onlyOneEndingWith = (sent: string, known: Iterable<string>): string | null => {
  const endsSo = (candidate: string): boolean =>
    candidate.split('_').some((_, at, words) => at > 0 && words.slice(at).join('') === sent);
  const [found, ...others] = [...known].filter(endsSo);
  return found === undefined || others.length > 0 ? null : found;
};

/**
 * Returns the known name that was probably meant: the same letters in another spelling (`transactionId`), else the name
 * with the fewest typing errors, else the only name of which the first words were left out (`date`, `pinned`). Returns
 * null if there is none.
 */
export const nearestName = (name: string, known: Iterable<string>): string | null => {
  if (name.length > MAX_LENGTH) return null;
  const sent = canonical(name);
  return leastMistyped(sent, known) ?? onlyOneEndingWith(sent, known);
};

/** Comparisons of one payload: it may have 100,000 unknown names, and the first ones are enough to learn from. */
const MAX_COMPARED = 500;

/** Finds the nearest names while one payload is read. Each unknown name is compared once, the first ones only. */
export class NearestNames {
  readonly #found = new Map<Iterable<string>, Map<string, string | null>>();
  #compared = 0;

  /** @param known the same list for the same kind of object. */
  of(name: string, known: Iterable<string>): string | null {
    const found = this.#found.get(known) ?? new Map<string, string | null>();
    this.#found.set(known, found);
    const before = found.get(name);
    if (before !== undefined || this.#compared >= MAX_COMPARED) return before ?? null;
    this.#compared += 1;
    const nearest = nearestName(name, known);
    found.set(name, nearest);
    return nearest;
  }
}

/** Returns the sentence of an unknown name, with the nearest known name. */
export const withHint = (sentence: string, nearest: string | null): string =>
  nearest === null ? sentence : `${sentence} Did you mean \`${nearest}\`?`;
