import { fromTextCell, toTextCell } from '@carryover/operations/csv/csv-cell';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { csvFields } from './csv-fields.ts';

describe('a text in a CSV file', () => {
  it.each([
    ['EXTERNAL-1', 'EXTERNAL-1'],
    ["O'Hara", "O'Hara"],
    ['a,"b"', '"a,""b"""'],
    ['a\r\nb', '"a\r\'\nb"'],
    [' a ', '" a "'],
    ['-17', "'-17"],
    ['=1+1', "'=1+1"],
    ['+44', "'+44"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    [' =1+1', "' =1+1"],
    ['\t=1', '"\'\t\'=1"'],
    ["'-17", "''-17"],
    ["''=1", "'''=1"],
    // A program set to another separator begins a cell here.
    ['a;=1+1', '"a;\'=1+1"'],
    ['a\t-1', '"a\t\'-1"'],
    ['a\n@b', '"a\n\'@b"'],
    ['a;b', '"a;b"'],
    ['a-1', 'a-1'],
  ])('%j is written %j', (text, cell) => {
    expect([toTextCell(text), fromTextCell(csvFields(cell)[0]!)]).toEqual([cell, text]);
  });

  it.each(['-17', '=1+1', "O'Hara", "'17", 'a;-1'])('%j of a file that was never guarded is read as it is', (cell) => {
    expect(fromTextCell(cell)).toBe(cell);
  });

  const hostile = fc.string({ unit: fc.constantFrom(...'\'"=+-@＝;, \t\r\na1'), maxLength: 12 });

  test.prop([fc.oneof(hostile, fc.string({ unit: 'binary' }))])('comes back exactly', (text) => {
    expect(csvFields(`${toTextCell(text)},next`).map(fromTextCell)).toEqual([text, 'next']);
  });

  test.prop([hostile])('never begins a cell with a formula, whatever separates the cells', (text) => {
    const [cell] = csvFields(toTextCell(text));
    expect(cell!.split(/[;\t\r\n]/).filter((part) => /^ *[=+\-@＝]/.test(part))).toEqual([]);
  });
});
