/**
 * A key met before, and what followed: the items of an import repeat the same few sequences of keys, so a key is
 * mostly one of those seen after the previous one. Then it need not be cut out of the text again, and it cannot be a
 * duplicate: every path along `next` is a sequence that some object had. It takes a third off the time of reading.
 */
export type SeenKey = {
  readonly key: string;
  /** The keys up to it, itself among them. */
  readonly count: number;
  /** Another key seen in the same place. */
  readonly other: SeenKey | undefined;
  /** The newest key seen after this one; along its `other`, the earlier ones. */
  next: SeenKey | undefined;
  /** The marker before the first key of the objects under this key. */
  inside: SeenKey | undefined;
};

/** Bounds on what is compared for one key, lest objects that share no keys take many times as long. */
const MAX_TRIES = 4;
const MAX_LENGTH = 64;

const QUOTE = 0x22;

/** The marker before a first key, or for the outermost value. */
export const noKeyYet = (): SeenKey => makeSeenKey('', 0, undefined);

/** The key whose text, with the closing quote after it, is at `start`, if it was seen after `previous`. */
export const findSeenKey = (text: string, start: number, previous: SeenKey): SeenKey | undefined => {
  let seen = previous.next;
  for (let tries = 0; seen !== undefined && tries < MAX_TRIES; tries += 1) {
    if (text.charCodeAt(start + seen.key.length) === QUOTE && text.startsWith(seen.key, start)) return seen;
    seen = seen.other;
  }
  return undefined;
};

/** A new key after `previous`. @param sentLength that of its text between the quotes: longer than the key by escapes. */
export const addSeenKey = (key: string, sentLength: number, previous: SeenKey): SeenKey => {
  const seen = makeSeenKey(key, previous.count + 1, previous.next);
  // A key sent with an escape cannot be found by its text: `"a\"b"` begins like the key `a\`, closing quote and all.
  if (sentLength === key.length && key.length <= MAX_LENGTH) previous.next = seen;
  return seen;
};

const makeSeenKey = (key: string, count: number, other: SeenKey | undefined): SeenKey => ({
  key,
  count,
  other,
  next: undefined,
  inside: undefined,
});
