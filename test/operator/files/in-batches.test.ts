import { inBatches } from '@carryover/operator/files/in-batches';
import { expect, it } from 'vitest';
import { all } from './a-file.ts';

async function* count(to: number): AsyncGenerator<number> {
  for (let at = 1; at <= to; at += 1) yield at;
}

it.each([
  [0, []],
  [2, [[1, 2]]],
  [3, [[1, 2, 3]]],
  [4, [[1, 2, 3], [4]]],
  [
    6,
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ],
])('%i items in batches of three', async (to, batches) => {
  expect(await all(inBatches(count(to), 3))).toEqual(batches);
});
