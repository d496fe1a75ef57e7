import { makeSeenKeys } from '@carryover/operations/files/seen-keys';
import { describe, expect, it } from 'vitest';

describe('keys seen before in a file', () => {
  it('are known with the line on which they stood first', () => {
    const seen = makeSeenKeys();
    expect(['a', 'b', '', 'a', 'b', '', 'a', 'A', 'a '].map((key, at) => seen.lineBefore(key, at + 1))).toEqual([
      ...[null, null, null],
      ...[1, 2, 3],
      ...[1, null, null],
    ]);
  });

  it('among as many others as are remembered, and forgotten after twice as many', () => {
    const capacity = 1_000;
    const seen = makeSeenKeys(capacity);
    const before = Array.from({ length: 2 * capacity }, (_, at) => seen.lineBefore(`E-${at}`, at + 1));
    expect(before).toEqual(before.map(() => null));
    const lines = (...keys: ReadonlyArray<number>) => keys.map((key) => seen.lineBefore(`E-${key}`, 9));
    expect(lines(0, capacity - 1, capacity, 2 * capacity - 1)).toEqual([1, capacity, capacity + 1, 2 * capacity]);
    seen.lineBefore('new', 9);
    expect(lines(0, capacity - 1, capacity, 2 * capacity - 1)).toEqual([null, null, capacity + 1, 2 * capacity]);
  });
});
