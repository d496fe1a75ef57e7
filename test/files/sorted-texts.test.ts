import { SortedTexts } from '@carryover/files/sorted-texts';
import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';

const added = fc.array(
  fc.record({
    group: fc.nat(2),
    key: fc.oneof(fc.constantFrom('', 'a', 'b', 'ä', '\u{1f600}'), fc.string({ unit: 'binary', maxLength: 6 })),
    text: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x'.repeat(70_000))),
  }),
  { maxLength: 60 },
);
/** Few bytes and runs, so that runs are merged again and again. */
const sizes = fc.record({ sortedBytes: fc.constantFrom(1, 50, 1_000), maxRuns: fc.integer({ min: 2, max: 5 }) });

it.prop([added, sizes], { numRuns: 40 })(
  'texts of any size are read in the order of their keys, those of a key and a group in the order added, as often as asked',
  (all, own) => {
    const texts = new SortedTexts(own);
    for (const { group, key, text } of all) texts.add(group, key, text);
    const sorted = all
      .map(({ group, key, text }) => [key, text, group] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    for (const group of [0, 1, 2, 0])
      expect([...texts.texts(group)]).toEqual(sorted.filter(([, , of]) => of === group));
    const together = [...texts.texts()];
    expect(together.map(([key]) => key)).toEqual(sorted.map(([key]) => key));
    for (const group of [0, 1, 2])
      expect(together.filter(([, , of]) => of === group)).toEqual(sorted.filter(([, , of]) => of === group));
    texts.close();
  },
);
