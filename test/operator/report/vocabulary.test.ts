import type { VocabularyCount } from '@carryover/adapters-persistence/queries/stored-counts';
import { vocabularies } from '@carryover/operator/report/vocabulary';
import { describe, expect, it } from 'vitest';

const reason = (value: string, count: number): VocabularyCount => ({ field: 'reason', value, count });

describe('the values of open fields', () => {
  it('are those of each field, the most frequent first', () => {
    expect(
      vocabularies([{ field: 'tax_type', value: 'VAT', count: 2 }, reason('B', 1), reason('A', 1), reason('C', 3)], 9),
    ).toEqual([
      { field: 'tax_type', frequent: [{ value: 'VAT', count: 2, isRare: false }], left: 0, rarest: [], most: 2 },
      {
        field: 'reason',
        frequent: [
          { value: 'C', count: 3, isRare: false },
          { value: 'A', count: 1, isRare: false },
          { value: 'B', count: 1, isRare: false },
        ],
        left: 0,
        rarest: [],
        most: 3,
      },
    ]);
  });

  it('are cut in the middle, so that the rarest stay', () => {
    const counts = [500, 400, 300, 200, 100, 6, 5].map((count) => reason(`R${count}`, count));
    expect(vocabularies(counts, 4)).toEqual([
      {
        field: 'reason',
        frequent: [
          { value: 'R500', count: 500, isRare: false },
          { value: 'R400', count: 400, isRare: false },
        ],
        left: 3,
        rarest: [
          { value: 'R6', count: 6, isRare: false },
          { value: 'R5', count: 5, isRare: true },
        ],
        most: 500,
      },
    ]);
  });
});
