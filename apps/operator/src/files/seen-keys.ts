import { hash } from 'node:crypto';

/** Keys of one generation. Its table takes 24 MiB of addresses, and of memory what is used. */
const CAPACITY = 1_048_576;
const SLOTS = 2 * CAPACITY;

type Generation = {
  readonly find: (digest: Digest) => number | null;
  readonly add: (digest: Digest, line: number) => void;
};
type Digest = { readonly slot: number; readonly high: number; readonly low: number };

const digestOf = (key: string): Digest => {
  const bytes = hash('sha256', key, 'buffer');
  return { slot: bytes.readUInt32LE(0) % SLOTS, high: bytes.readUInt32LE(4), low: bytes.readUInt32LE(8) };
};

/** Open addressing; three numbers a key: 64 bits of its digest, and its line, 0 where the slot is free. */
const makeGeneration = (): Generation => {
  const table = new Uint32Array(3 * SLOTS);
  const slotOf = ({ slot, high, low }: Digest): number => {
    let at = 3 * slot;
    while (table[at + 2] !== 0 && (table[at] !== high || table[at + 1] !== low)) at = (at + 3) % table.length;
    return at;
  };
  return {
    find: (digest) => table[slotOf(digest) + 2]! || null,
    add: (digest, line) => table.set([digest.high, digest.low, line], slotOf(digest)),
  };
};

export type SeenKeys = {
  /** The line on which the key was seen before; null for a new one, which is remembered from now on. */
  readonly lineBefore: (key: string, line: number) => number | null;
};

/**
 * Remembers at least the last million different keys of a file, in at most 50 MB, and forgets what lies two million back:
 * a file may be of any length. Two of a million keys are taken for each other once in 30 million files.
 */
export const makeSeenKeys = (): SeenKeys => {
  let current = makeGeneration();
  let previous: Generation | null = null;
  let size = 0;
  return {
    lineBefore: (key, line) => {
      const digest = digestOf(key);
      const before = current.find(digest) ?? previous?.find(digest) ?? null;
      if (before !== null) return before;
      if (size === CAPACITY) {
        previous = current;
        current = makeGeneration();
        size = 0;
      }
      current.add(digest, line);
      size += 1;
      return null;
    },
  };
};
