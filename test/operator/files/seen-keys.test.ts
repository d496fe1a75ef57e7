import { makeSeenKeys } from '@carryover/operator/files/seen-keys';
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

  it('among a million others, and forgotten after two million', () => {
    const seen = makeSeenKeys();
    const MILLION = 1_048_576;
    const doubles = Array.from({ length: 2 * MILLION }, (_, at) => seen.lineBefore(`E-${at}`, at + 1)).filter(
      (before) => before !== null,
    );
    expect(doubles).toEqual([]);
    expect([0, MILLION, 2 * MILLION - 1].map((at) => seen.lineBefore(`E-${at}`, 9))).toEqual([
      1,
      MILLION + 1,
      2 * MILLION,
    ]);
    seen.lineBefore('new', 9);
    expect([MILLION - 1, MILLION].map((at) => seen.lineBefore(`E-${at}`, 9))).toEqual([null, MILLION + 1]);
  });
});
