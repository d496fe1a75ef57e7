import { repeatedIds } from '@carryover/contract/codecs/codec';
import { attrOf, complain } from '@carryover/contract/issue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Returns the reported positions of a list with these identifiers. */
const reportedIn = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  repeatedIds(
    'id',
    complain('duplicate_transaction_ids'),
    lists.map((ids, at) => ({ list: ids.map((id) => ({ id })), path: [at] })),
  ).map(({ path }) => attrOf(path));

describe('identifiers that stand in a payload twice', () => {
  it.each([
    [[], []],
    [['a'], []],
    [['a', 'b', 'A', 'a ', '\u00e9', 'e\u0301'], []],
    [['a', 'b', 'a'], ['0.2.id']],
    [
      ['a', 'a', 'b', 'a', 'b'],
      ['0.1.id', '0.3.id', '0.4.id'],
    ],
    [['__proto__', 'constructor', '__proto__'], ['0.2.id']],
  ])('of %j are reported at %j', (ids, expected) => {
    expect(reportedIn(ids)).toEqual(expected);
  });

  it('are reported wherever they stood before', () => {
    const ids = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, (first, second) => {
        const all = [...first, ...second];
        const later = all.flatMap((id, at) => (all.indexOf(id) < at ? [at] : []));
        const place = (at: number) => (at < first.length ? `0.${at}.id` : `1.${at - first.length}.id`);
        expect(reportedIn(first, second)).toEqual(later.map(place));
      }),
      { numRuns: 300 },
    );
  });

  it('are looked for in what was sent, valid or not, and reported a hundred times at most', () => {
    const list = [null, 1, 'x', { id: 1 }, {}, [], ...Array.from({ length: 300 }, () => ({ id: 'x' }))];
    expect(
      repeatedIds('id', complain('duplicate_transaction_ids'), [
        { list: null, path: [] },
        { list: undefined, path: [] },
      ]),
    ).toEqual([]);
    expect(repeatedIds('id', complain('duplicate_transaction_ids'), [{ list: list as never, path: [] }])).toHaveLength(
      100,
    );
  });
});
