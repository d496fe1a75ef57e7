import { KINDS, type KindName } from '@carryover/bench/items/kinds';
import { copyRequest } from '@carryover/bench/load/copy-connection';
import { SLOT } from '@carryover/bench/load/template';
import { describe, expect, it } from 'vitest';

const content = { items: 20, variant: 0, isMoved: false, mix: 'mixed' } as const;
const slots = (text: string, slot: string): number => text.split(slot).length - 1;

describe.each(Object.keys(KINDS) as ReadonlyArray<KindName>)('requests of %s', (name) => {
  const kind = KINDS[name];

  it('have a number for each item, in the body and in the rows', () => {
    const rows = kind.rows(content).find(({ table }) => table === kind.table)!;
    expect(slots(JSON.stringify(kind.body(content)), SLOT.item)).toBe(content.items);
    expect(slots(rows.text, SLOT.item)).toBe(content.items);
    expect(rows.text.split('\n')).toHaveLength(content.items + 1);
  });

  it('are the same in every run', () => {
    expect(kind.body(content)).toEqual(kind.body(content));
  });
});

describe('a transaction of COPY', () => {
  it('escapes what its format gives a meaning', () => {
    const [rows] = KINDS.transactions.rows({ ...content, isMoved: true });
    expect(rows!.text).toContain('\\nTransaction date changed from 2025-11-');
    expect(rows!.text.split('\n')).toHaveLength(content.items + 1);
  });

  it('is one message of statements, then data and its end for each', () => {
    const bytes = copyRequest([
      { table: 'a', columns: ['x', 'y'], text: '1\t2\n' },
      { table: 'b', columns: ['z'], text: '3\n' },
    ]);
    expect(bytes.toString('latin1')).toBe(
      'Q\0\0\0\x34copy a (x, y) from stdin; copy b (z) from stdin\0' +
        'd\0\0\0\x081\t2\nc\0\0\0\x04d\0\0\0\x063\nc\0\0\0\x04',
    );
  });
});
