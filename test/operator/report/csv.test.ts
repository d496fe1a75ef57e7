import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import { fromTextCell, toTextCell } from '@carryover/files/csv/csv-cell';
import { csvLines, csvRow, storedRow } from '@carryover/operations/csv/csv';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { aComparison, aDifference, aKey, aTotal, someTotals } from './a-reconciliation.ts';

const HEADER =
  'external_account_number,ledger_number,type,count,sum,expected_count,expected_sum,count_difference,sum_difference,agrees,cause,explanations,verdict\r\n';

describe('the totals as CSV', () => {
  it('are a header if nothing is stored', () => {
    expect([...csvLines([], null)]).toEqual([HEADER]);
  });

  it('are beside what was expected, with the cause of a difference, the verdict, and what explains it', () => {
    const unexplained = { count: 1, sum: aTotal(0, '71').sum };
    const first = aDifference({ explanations: [{ kind: 'no_such_account' }, { kind: 'sign' }], unexplained });
    expect([...csvLines(someTotals.map(csvRow), aComparison({ differences: [first] }))]).toEqual([
      HEADER,
      'EXTERNAL-1,L-1,PAYMENT,2,142.00,3,213.00,-1,-71.00,false,lost,"No such account: the import supplier has no account of this number. Sign: the control total has the stored sum with the other sign. Unexplained: 1 item, 71.00.",differ\r\n',
      'EXTERNAL-2,L-1,SUPPLY_CHARGE,3,-1234567.80,3,-1234567.80,0,0.00,true,,,differ\r\n',
      'EXTERNAL-3,L-1,CREDIT,0,0.00,1,5.00,-1,-5.00,false,lost,,differ\r\n',
    ]);
  });

  it('stand alone where no control totals were given', () => {
    expect([...csvLines(someTotals.slice(0, 1).map(storedRow), null)]).toEqual([
      HEADER,
      'EXTERNAL-1,L-1,PAYMENT,2,142.00,,,,,,,,\r\n',
    ]);
  });

  it('can be given back as control totals, hostile account numbers and all', () => {
    const numbers = ['-17', '=1+1', '+44', '@SUM(A1)', '\ttab', '\rreturn', "'-17", 'a,"b"', 'a\r\nb', ' a ', 'a;=1'];
    const totals = numbers.map(
      (number): ReportedTotal => ({
        ...aKey({ externalAccountNumber: number, ledgerNumber: number }),
        expected: aTotal(0, '0'),
        actual: aTotal(1, '-0.01'),
        line: null,
        cause: null,
      }),
    );
    const rows = [...csvLines(totals.map(storedRow), null)].map((line) => csvFields(line.slice(0, -2)).slice(0, 5));
    expect(
      rows.slice(1).map(([account, ledger, ...rest]) => [fromTextCell(account!), fromTextCell(ledger!), ...rest]),
    ).toEqual(numbers.map((number) => [number, number, 'PAYMENT', '1', '-0.01']));
  });
});

/** The unquoted fields of one RFC 4180 record: a reader that knows nothing of the writer under test. */
const csvFields = (record: string): ReadonlyArray<string> =>
  [...`,${record}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  );

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
