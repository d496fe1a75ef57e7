import { makeSortedSpool } from '@carryover/operations/spool/sorted-spool';
import { makeSpools } from '@carryover/operations/spool/spool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Item = { readonly key: number; readonly at: number };

const sortedBySpool = (items: ReadonlyArray<Item>, run: number): ReadonlyArray<Item> => {
  const spools = makeSpools();
  const { add, sorted } = makeSortedSpool<Item>(spools, {
    compare: (a, b) => a.key - b.key,
    encode: (item) => JSON.stringify(item),
    decode: (text) => JSON.parse(text),
    run,
  });
  try {
    items.forEach(add);
    return [...sorted()];
  } finally {
    spools.close();
  }
};

describe('a sorted spool', () => {
  it('reads all items in order, equal ones as they were added, whatever fits into memory', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 60 }), fc.integer({ min: 1, max: 70 }), (keys, run) => {
        const items = keys.map((key, at) => ({ key, at }));
        expect(sortedBySpool(items, run)).toEqual(items.toSorted((a, b) => a.key - b.key));
      }),
      { numRuns: 200 },
    );
  });

  it('can be longer than a block of its file', () => {
    const items = Array.from({ length: 30_000 }, (_, at) => ({ key: (at * 7_919) % 30_000, at }));
    expect(sortedBySpool(items, 1_000).map(({ key }) => key)).toEqual(items.map((_, key) => key));
  });
});

describe('a spool', () => {
  it('keeps texts as they are, and reads them again while others are added', () => {
    const spools = makeSpools();
    const { add, texts } = spools.open();
    const hostile = ['', 'two\nlines', '\u{1f600}'.repeat(40_000), 'ü', '"\\'];
    hostile.forEach(add);
    expect([...texts()]).toEqual(hostile);
    add('one more');
    expect([...texts()]).toEqual([...hostile, 'one more']);
    spools.close();
  });
});
