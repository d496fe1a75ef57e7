import { makeSpools } from '@carryover/operations/spool/spool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Item = { readonly key: number; readonly at: number };

const sortedBySpool = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const spools = makeSpools();
  const { add, sorted } = spools.openSorted<Item>({
    key: ({ key }) => [key],
    encode: (item) => JSON.stringify(item),
    decode: (text) => JSON.parse(text),
  });
  try {
    items.forEach(add);
    return [...sorted()];
  } finally {
    spools.close();
  }
};

describe('a sorted spool', () => {
  it('reads all items in order, equal ones as they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (keys) => {
        const items = keys.map((key, at) => ({ key, at }));
        expect(sortedBySpool(items)).toEqual(items.toSorted((a, b) => a.key - b.key));
      }),
      { numRuns: 50 },
    );
  });

  it('can be longer than its memory', () => {
    const items = Array.from({ length: 300_000 }, (_, at) => ({ key: (at * 7_919) % 300_000, at }));
    expect(sortedBySpool(items).map(({ key }) => key)).toEqual(items.map((_, key) => key));
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
