import { compareKeys, TOTAL_TYPES } from '@carryover/domain/control-total';
import { makeSpools } from '@carryover/files/spool';
import { makeExpectedTotals } from '@carryover/operations/spool/expected-totals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKey, aTotal } from '../operator/report/a-reconciliation.ts';

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

it('control totals are sorted, and of two with one key the first counts', () => {
  const spools = makeSpools();
  const totals = makeExpectedTotals(spools);
  const some = TOTAL_TYPES.map((type) => ({ ...aKey({ type }), ...aTotal(1, '-0.10') }));
  some.forEach((total, at) => {
    totals.add(total, at + 2, `row ${at + 2}`);
  });
  totals.add({ ...some[3]!, ...aTotal(2, '99') }, 50, 'row 50');
  totals.add({ ...some[3]!, ...aTotal(3, '99') }, 51, 'row 51');
  const lines = some.map((total, at) => ({ ...total, line: at + 2 }));
  expect([...totals.sorted()]).toEqual(lines.toSorted(compareKeys));
  expect([...totals.repeated()].map(({ line, raw, lineBefore }) => [line, raw, lineBefore])).toEqual([
    [50, 'row 50', 5],
    [51, 'row 51', 5],
  ]);
  expect([...totals.types.keys()].toSorted()).toEqual([...TOTAL_TYPES].toSorted());
  spools.close();
});
