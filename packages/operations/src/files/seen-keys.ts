import { hash } from 'node:crypto';

/** Keys of one generation, at 24 bytes each. */
const CAPACITY = 1_048_576;

type Digest = { readonly slot: number; readonly high: number; readonly low: number };
type Generation = {
  readonly find: (digest: Digest) => number | null;
  readonly add: (digest: Digest, line: number) => void;
};

// As text: a buffer for each key takes three times as long, and memory outside the heap.
const digestOf = (key: string): Digest => {
  const hex = hash('sha256', key, 'hex');
  const [slot, high, low] = [0, 8, 16].map((at) => Number.parseInt(hex.slice(at, at + 8), 16));
  return { slot: slot!, high: high!, low: low! };
};

/** Open addressing, at most half full; three numbers per key: 64 bits of its digest, and its line, 0 for a free slot. */
const makeGeneration = (capacity: number): Generation => {
  const slots = 2 * capacity;
  const table = new Uint32Array(3 * slots);
  const placeOf = ({ slot, high, low }: Digest): number => {
    let at = 3 * (slot % slots);
    while (table[at + 2] !== 0 && (table[at] !== high || table[at + 1] !== low)) at = (at + 3) % table.length;
    return at;
  };
  return {
    find: (digest) => table[placeOf(digest) + 2]! || null,
    add: (digest, line) => table.set([digest.high, digest.low, line], placeOf(digest)),
  };
};

export type SeenKeys = {
  /** The line on which the key was seen before; null for a new one, which is remembered from now on. */
  readonly lineBefore: (key: string, line: number) => number | null;
};

/**
 * Remembers at least the last million different keys of a file, in at most 50 MB, and forgets what lies two million back:
 * a file may have any length. Two of a million keys are confused in one of 30 million files.
 *
 * @param capacity how many keys back are remembered at least; twice as many at most.
 */
export const makeSeenKeys = (capacity = CAPACITY): SeenKeys => {
  let current = makeGeneration(capacity);
  let previous: Generation | null = null;
  let size = 0;
  return {
    lineBefore: (key, line) => {
      const digest = digestOf(key);
      const before = current.find(digest) ?? previous?.find(digest) ?? null;
      if (before !== null) return before;
      if (size === capacity) {
        previous = current;
        current = makeGeneration(capacity);
        size = 0;
      }
      current.add(digest, line);
      size += 1;
      return null;
    },
  };
};
