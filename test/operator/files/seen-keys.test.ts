import { openSeenKeys } from '@carryover/operations/files/seen-keys';
import { expect, it } from 'vitest';

it('keys seen before in a file are known with the line on which they stood first', () => {
  const seen = openSeenKeys();
  expect(['a', 'b', '', 'a', 'b', '', 'a', 'A', 'a '].map((key, at) => seen.lineBefore(key, at + 1))).toEqual([
    ...[null, null, null],
    ...[1, 2, 3],
    ...[1, null, null],
  ]);
  seen.close();
});
