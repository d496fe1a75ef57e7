import type { VocabularyCount } from '@carryover/adapters-persistence/queries/stored-counts';
import { sectionsOf } from '@carryover/operations/report/sections';
import { describe, expect, it } from 'vitest';
import { aComparison, anEmptyReconciliation, aTotal } from './a-reconciliation.ts';

const reason = (value: string, count: number): VocabularyCount => ({ field: 'reason', value, count });

const itemsOf = (id: string, ...[fields]: Parameters<typeof anEmptyReconciliation>) =>
  sectionsOf(anEmptyReconciliation(fields)).find((section) => section.id === id)?.items;

describe('the values of open fields', () => {
  it('are those of each field, the most frequent first', () => {
    const vocabulary = [
      { field: 'tax_type', value: 'VAT', count: 2 } as const,
      reason('B', 1),
      reason('A', 1),
      reason('C', 400),
    ];
    expect(itemsOf('vocabulary', { vocabulary })).toEqual([
      { heading: 'tax_type', rows: [['VAT', '2', { share: 1 }]] },
      {
        heading: 'reason',
        rows: [
          ['C', '400', { share: 1 }],
          [{ rare: 'A' }, '1', { share: 1 / 400 }],
          [{ rare: 'B' }, '1', { share: 1 / 400 }],
        ],
      },
    ]);
  });

  it('are cut in the middle, so that the rarest stay', () => {
    const vocabulary = Array.from({ length: 26 }, (_, at) => reason(`R${at}`, 100 - at));
    const [item] = itemsOf('vocabulary', { vocabulary })!;
    const shown = [...Array(12).keys(), ...Array.from({ length: 12 }, (_, at) => 14 + at)].map((at) => `R${at}`);
    expect(item!.rows.map(([value]) => value)).toEqual(shown);
    expect(item!.notes!.map(({ text }) => text)).toEqual([
      'The 12 most frequent and the 12 rarest of 26 values are shown; all of them are in the file made with --json.',
    ]);
  });
});

describe('totals by type', () => {
  const byType = [{ type: 'CREDIT' as const, stored: aTotal(1, '1.5'), expected: aTotal(2, '5'), differing: 3 }];

  it('are what is stored if nothing was compared', () => {
    expect(itemsOf('by-type', { byType })).toEqual([{ rows: [['CREDIT', '1', '1.50']] }]);
  });

  it('say what was expected, the difference, and how many totals differ', () => {
    expect(itemsOf('by-type', { byType, comparison: aComparison() })).toEqual([
      { rows: [['CREDIT', '2', '5.00', '1', '1.50', '-1', '-3.50', '3']] },
    ]);
  });
});
