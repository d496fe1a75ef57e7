import { figure, shortened, tableLines, text, word, wrap } from '@carryover/terminal/table';
import { describe, expect, it } from 'vitest';

describe('columns of a terminal', () => {
  it.each([
    ['EXTERNAL-1', 10, 'EXTERNAL-1'],
    ['EXTERNAL-1', 9, 'EXTE…AL-1'],
    ['EXTERNAL-1', 8, 'EXTE…L-1'],
    ['電気電気', 6, '電…気'],
    ['Za\u0308hler-Za\u0308hler', 6, 'Za\u0308h…er'],
    ['🙂🙂🙂', 5, '🙂…🙂'],
  ])('%s in %d is %s', (shown, columns, cut) => {
    expect(shortened(shown, columns)).toBe(cut);
  });

  it('words stay whole', () => {
    expect(wrap('one two three-four five', 7)).toEqual(['one two', 'three-four', 'five']);
  });
});

describe('a table', () => {
  const columns = [text('Account'), word('Type'), figure('Sum')];

  it('is aligned, figures to the right, nothing at the ends of lines', () => {
    expect(
      tableLines(
        [...columns, text('')],
        [
          ['E-1', 'CREDIT', '-1.00', ''],
          ['E-22', 'PAYMENT', '1,000.00', 'rare'],
        ],
        80,
      ),
    ).toEqual(['Account  Type          Sum', 'E-1      CREDIT      -1.00', 'E-22     PAYMENT  1,000.00  rare']);
  });

  it('cuts texts, and nothing else, to fit', () => {
    expect(tableLines(columns, [['EXTERNAL-1234567890', 'SUPPLY_CHARGE', '1.00']], 32)).toEqual([
      'Account      Type            Sum',
      'EXTER…67890  SUPPLY_CHARGE  1.00',
    ]);
  });

  it('goes over the width rather than say nothing', () => {
    expect(tableLines(columns, [['EXTERNAL-1', 'SUPPLY_CHARGE', '1,000,000.00']], 20)[1]).toBe(
      'EXTE…L-1  SUPPLY_CHARGE  1,000,000.00',
    );
  });

  it('can not be broken by what it shows', () => {
    expect(tableLines(columns, [['a\nb\u001b[2J', 'CREDIT', '1.00']], 80)[1]).toBe('a\\nb\\u{1b}[2J  CREDIT  1.00');
  });
});
