import { makeCsvRecords } from '@carryover/files/csv/csv-records';
import { linesOf } from '@carryover/files/source/lines';
import { describe, expect, it } from 'vitest';
import { all, chunksOf, refusals, taken } from '../support/a-file.ts';

const recordsIn = async (lines: ReturnType<typeof linesOf>) => {
  const records = makeCsvRecords();
  const rows = (await all(lines)).flatMap((line) => records.add(line));
  return [...rows, ...records.end()];
};
const recordsOf = (text: string) => recordsIn(linesOf(chunksOf(Buffer.from(text), 65_536)));
const NOT_CLOSED = 'A quoted field is not closed.';
const rowsOf = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, at) => `${at},x`);

describe('the rows of a CSV file', () => {
  it('with line breaks in quotes begin on the first of their lines', async () => {
    const rows = await recordsOf('a,b\r\n\r\n"1\r\n\r\n2",x\r\n3,"\n"\n4,y');
    expect(rows.map(({ line, raw }) => [line, raw])).toEqual([
      [1, 'a,b\r'],
      [3, '"1\r\n\r\n2",x\r'],
      [6, '3,"\n"'],
      [8, '4,y'],
    ]);
    expect(taken(rows)).toEqual([
      ['a', 'b'],
      ['1\r\n\r\n2', 'x'],
      ['3', '\n'],
      ['4', 'y'],
    ]);
  });

  it.each([
    ['before rows without any', ['"1,x', ...rowsOf(1_000)], [2]],
    ['before rows with some', ['"1,x', '"2",x', '"3",x', '4,"x"'], [2]],
    ['at the end of a row', ['1,"x', '2,x', '3,x'], [2]],
    ['in the last row', ['1,x', '"2,x'], [3]],
    ['twice, so that the two make one row too wide', ['"1,x', '2,"x', '3,x', '4",x'], [2, 3, 5]],
    ['many times', ['"1,x', '"2,x', '"3,x', '4,x'], [2, 3, 4]],
  ])('a quote that is not closed costs its line alone: %s', async (_, lines, refused) => {
    const rows = await recordsOf(['a,b', ...lines].join('\n'));
    expect(refusals(rows)).toEqual(refused.map((line) => `${line}: parse_error`));
    expect(rows).toHaveLength(lines.length + 1);
  });

  it('the end of a quoted field is looked for over 100 lines', async () => {
    const breaks = (count: number) => `a,b\n"${'\n'.repeat(count)}",x`;
    expect(taken(await recordsOf(breaks(99)))[1]).toEqual(['\n'.repeat(99), 'x']);
    const [, first, ...rest] = await recordsOf(breaks(100));
    expect(first).toMatchObject({ line: 2, raw: '"', row: { left: { detail: NOT_CLOSED } } });
    expect(refusals(rest)).toEqual(['102: parse_error']);
  });

  it('and over 65,536 characters', async () => {
    const [, first, second] = await recordsOf(`a,b\n"${'x'.repeat(70_000)}\n",x\n1,y`);
    expect(first).toMatchObject({ line: 2, row: { left: { detail: NOT_CLOSED } } });
    expect(second).toMatchObject({ line: 3, row: { left: { code: 'parse_error' } } });
  });

  it('a row in one line may be as long as a line', async () => {
    expect(taken(await recordsOf(`a,b\n"${'x'.repeat(1_000_000)}",x`))).toHaveLength(2);
  });

  it('a bad line inside quotes ends the row before it', async () => {
    const text = Buffer.concat([Buffer.from('a,b\n"1\n'), Buffer.from([0xff]), Buffer.from('\n2,x\n')]);
    const rows = await recordsIn(linesOf(chunksOf(text, 5)));
    expect(refusals(rows)).toEqual(['2: parse_error', '3: parse_error']);
    expect(taken(rows)).toEqual([
      ['a', 'b'],
      ['2', 'x'],
    ]);
  });
});
