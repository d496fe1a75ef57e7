import { readFileSync } from 'node:fs';
import type { ControlTotal } from '@carryover/domain/control-total';
import { toTextCell } from '@carryover/files/csv/csv-cell';
import { readControlTotals } from '@carryover/files/rows/control-total-rows';
import { makeSpools } from '@carryover/files/spool';
import { CSV_COLUMNS } from '@carryover/operations/csv/csv';
import { readControlFile } from '@carryover/operations/files/control-file';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFile, allRows, refusals, sourceOf, taken } from '../../support/a-file.ts';
import { decimal } from '../../support/a-transaction.ts';

const HEADER = 'external_account_number,ledger_number,type,count,sum';
const ofText = (...lines: ReadonlyArray<string>) => allRows(readControlTotals(sourceOf(lines.join('\n'))));

const TOTALS: ReadonlyArray<ControlTotal> = [
  { externalAccountNumber: 'E-1', ledgerNumber: 'L-1', type: 'CHARGE', count: 0, sum: decimal('0') },
  { externalAccountNumber: 'E-1', ledgerNumber: 'L-1', type: 'CREDIT', count: 12, sum: decimal('-71.5') },
  {
    externalAccountNumber: 'E-2',
    ledgerNumber: 'L-1',
    type: 'CREDIT',
    count: 3,
    sum: decimal('12345678901234567890.25'),
  },
];

describe('control totals from a file (decisions 14)', () => {
  it.each([
    [
      'NDJSON',
      '{"external_account_number":"E-1","ledger_number":"L-1","type":"CHARGE","count":0,"sum":0}\n' +
        '{"external_account_number":"E-1","ledger_number":"L-1","type":"CREDIT","count":"12","sum":-71.50}\n' +
        '{"external_account_number":"E-2","ledger_number":"L-1","type":"CREDIT","count":3,"sum":"12345678901234567890.25"}',
    ],
    ['CSV', `${HEADER}\nE-1,L-1,CHARGE,0,0\nE-1,L-1,CREDIT,12,-71.50\nE-2,L-1,CREDIT,3,12345678901234567890.25`],
    [
      'CSV, its columns in another order',
      'sum,count,type,ledger_number,external_account_number\n0.00,0,CHARGE,L-1,E-1\n-71.50,12,CREDIT,L-1,E-1\n' +
        '12345678901234567890.25,3,CREDIT,L-1,E-2',
    ],
    [
      "CSV as the operator's reconciliation writes it",
      `${CSV_COLUMNS.join(',')}\r\nE-1,L-1,CHARGE,0,0.00,1,7.00,-1,-7.00,false,lost,,differ\r\nE-1,L-1,CREDIT,12,-71.50,12,-71.50,0,0.00,true,,,differ\r\n` +
        'E-2,L-1,CREDIT,3,12345678901234567890.25,,,,,,,,\r\n',
    ],
  ])('are the same from %s', async (_, text) => {
    const rows = await ofText(text);
    expect(refusals(rows)).toEqual([]);
    expect(taken(rows)).toEqual(TOTALS);
  });

  it.each([
    ['another column', `${HEADER},currency`, '1 currency: unknown_field (stops)'],
    ['a missing one', HEADER.replace(',sum', ''), '1 sum: required (stops)'],
  ])('nothing is read with %s', async (_, header, said) => {
    expect(refusals(await ofText(header, 'E-1,L-1,CHARGE,0,0'))).toEqual([said]);
  });

  it.each([
    ['E-1,L-1,CHARGE,,0', '2 count: invalid'],
    ['E-1,L-1,CHARGE,1.0,0', '2 count: invalid'],
    ['E-1,L-1,CHARGE,1,0.005', '2 sum: max_decimal_places'],
    ['E-1,L-1,CHARGE,1,1e2', '2 sum: invalid'],
    ['E-1,L-1,CHARGE,1,"1,000.00"', '2 sum: invalid'],
    ['E-1,L-1,charge,1,0', '2 type: invalid_choice'],
    [',L-1,CHARGE,1,0', '2 external_account_number: blank'],
    ['E-1,,CHARGE,1,0', '2 ledger_number: blank'],
    ['E-1,L-1,CHARGE,1', '2: parse_error'],
    ['E-1,,NOTE,3,0', '2 sum: field_not_used_with_type'],
    ['E-1,L-1,STATEMENT,3,', '2 ledger_number: field_not_used_with_type'],
    ['E-1,,STATEMENT,3,"1,12"', '2 sum: invalid'],
    ['E-1,,STATEMENT,3,0.001', '2 sum: max_decimal_places'],
    ['E-1,L-1,BILLING_DOCUMENT,3,0', '2 sum: field_not_used_with_type'],
    ['E-1,,BILLING_DOCUMENT,3,', '2 ledger_number: blank'],
    ['E-1,,NOTE,three,', '2 count: invalid'],
    ['E-1,,NOTES,3,', '2 type: invalid_choice'],
  ])('the row %s is refused, the next is taken', async (text, said) => {
    const rows = await ofText(HEADER, text, 'E-2,L-1,CHARGE,1,2');
    expect(refusals(rows)).toEqual([said]);
    expect(taken(rows)).toHaveLength(1);
  });

  it.each([
    ['CSV', `${HEADER}\nE-1,,NOTE,3,\nE-1,,STATEMENT,0,\nE-1,L-1,BILLING_DOCUMENT,2,`],
    [
      'NDJSON',
      '{"external_account_number":"E-1","type":"NOTE","count":3}\n' +
        '{"external_account_number":"E-1","ledger_number":"","type":"STATEMENT","count":0,"sum":""}\n' +
        '{"external_account_number":"E-1","ledger_number":"L-1","type":"BILLING_DOCUMENT","count":2}',
    ],
  ])('may be counts of notes, statements and billing documents: %s', async (_, text) => {
    const rows = await ofText(text);
    expect(refusals(rows)).toEqual([]);
    const counted = { externalAccountNumber: 'E-1', sum: null };
    expect(taken(rows)).toEqual([
      { ...counted, ledgerNumber: '', type: 'NOTE', count: 3 },
      { ...counted, ledgerNumber: '', type: 'STATEMENT', count: 0 },
      { ...counted, ledgerNumber: 'L-1', type: 'BILLING_DOCUMENT', count: 2 },
    ]);
  });

  it('of statements, a total may have the sum of their gross amounts', async () => {
    const csv = await ofText(HEADER, 'E-1,,STATEMENT,2,112.12', 'E-2,,STATEMENT,1,0', 'E-3,,STATEMENT,1,');
    const ndjson = await ofText(
      '{"external_account_number":"E-1","type":"STATEMENT","count":2,"sum":112.12}',
      '{"external_account_number":"E-2","type":"STATEMENT","count":1,"sum":"0.00"}',
      '{"external_account_number":"E-3","type":"STATEMENT","count":1}',
    );
    for (const rows of [csv, ndjson]) {
      expect(refusals(rows)).toEqual([]);
      expect(taken(rows).map(({ count, sum }) => [count, sum?.text])).toEqual([
        [2, '112.12'],
        [1, '0'],
        [1, undefined],
      ]);
    }
  });

  it('a second total of an account, ledger and type is refused, equal or not', async () => {
    const unreadIn = async (name: string, ...lines: ReadonlyArray<string>) => {
      const spools = makeSpools();
      onTestFinished(spools.close);
      const read = await readControlFile(aFile(name, lines.join('\n')), spools, () => {})();
      if (E.isLeft(read)) throw new Error(read.left.detail);
      const { rowsRead, unread, rejectsFile } = read.right.file;
      expect(readFileSync(rejectsFile, 'utf8').trimEnd().split('\n')).toHaveLength(unread.length);
      return [rowsRead, ...unread.map(({ line, code, row }) => `${line} ${code}: ${row}`)];
    };
    const rows = ['E,L,CHARGE,1,1', 'E,L,CREDIT,1,1', 'E,L,CHARGE,1,01', 'EL,,CHARGE,1,1', 'E,L,CHARGE,1,1'];
    expect(await unreadIn('totals.csv', HEADER, ...rows)).toEqual([
      2,
      '4 invalid: E,L,CHARGE,1,01',
      '5 blank: EL,,CHARGE,1,1',
      '6 invalid: E,L,CHARGE,1,1',
    ]);
    const total = (count: number) =>
      JSON.stringify({ external_account_number: 'E-1', ledger_number: 'L-1', type: 'CHARGE', count, sum: 1 });
    expect(await unreadIn('totals.ndjson', total(1), total(2))).toEqual([1, `2 invalid: ${total(2)}`]);
  });

  it("numbers are read byte for byte, and in the reconciliation's own file without its guard", async () => {
    const numbers = ['-17', "'-17", '=A1', "''@", ' x '];
    const read = async (...lines: ReadonlyArray<string>) =>
      taken(await ofText(...lines)).map(({ externalAccountNumber }) => externalAccountNumber);
    expect(await read(HEADER, ...numbers.map((number) => `${number},L,CHARGE,1,1`))).toEqual(numbers);
    const own = numbers.map((number) => `${toTextCell(number)},L,CHARGE,1,1,,,,,,,,`);
    expect(await read(CSV_COLUMNS.join(','), ...own)).toEqual(numbers);
  });
});
