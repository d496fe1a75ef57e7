import { gzipSync } from 'node:zlib';
import type { AccountToImport } from '@carryover/domain/account-import';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import { describe, expect, it } from 'vitest';
import { aFile, allRows, firstRefusal, opened, refusals, sourceOf, taken } from '../../support/a-file.ts';
import { day } from '../../support/a-transaction.ts';

const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';
const ofCsv = (...rows: ReadonlyArray<string>) =>
  allRows(readAccountRows(sourceOf([HEADER, ...rows].join('\n'), 'csv')));
const ofNdjson = (...rows: ReadonlyArray<string>) => allRows(readAccountRows(sourceOf(rows.join('\n'), 'ndjson')));

const NDJSON = `
{"external_account_number":"E-1","status":"IMPORTED","ledgers":[{"ledger_number":"L-1","ledger_code":"ELECTRICITY","main":true,"open_statement":{"from":"2026-11-01","to":"2026-11-30"},"has_finalized_billing_document":false}]}
{"external_account_number":"E, \\"2\\"","status":"STAGED","ledgers":[
 {"ledger_number":"L-1","ledger_code":"GAS","open_statement":{"from":"2026-11-01"}},
 {"ledger_number":"L-2","ledger_code":"WATER","main":true,"has_finalized_billing_document":true}]}
`.replaceAll('\n ', '');
const CSV = `${HEADER}
E-1,IMPORTED,L-1,ELECTRICITY,true,2026-11-01,2026-11-30,false

"E, ""2""",STAGED,L-1,GAS,,2026-11-01,,
"E, ""2""",STAGED,L-2,WATER,true,,,true
`;
const ledger = { isMain: true, openPeriod: null, hasFinalizedBillingDocument: false };
const november = { from: day('2026-11-01'), to: day('2026-11-30') };
const ACCOUNTS: ReadonlyArray<AccountToImport> = [
  {
    externalAccountNumber: 'E-1',
    status: 'IMPORTED',
    ledgers: [{ ...ledger, ledgerNumber: 'L-1', ledgerCode: 'ELECTRICITY', openPeriod: november }],
  },
  {
    externalAccountNumber: 'E, "2"',
    status: 'STAGED',
    ledgers: [
      { ...ledger, ledgerNumber: 'L-1', ledgerCode: 'GAS', isMain: false, openPeriod: { ...november, to: null } },
      { ...ledger, ledgerNumber: 'L-2', ledgerCode: 'WATER', hasFinalizedBillingDocument: true },
    ],
  },
];

describe('accounts from a file (decisions 14)', () => {
  it.each([
    ['accounts.ndjson', NDJSON],
    ['accounts.JSONL', NDJSON],
    ['accounts.csv', CSV],
    ['accounts.ndjson.gz', gzipSync(NDJSON)],
    ['accounts.csv.gz', gzipSync(CSV)],
    ['accounts.csv', gzipSync(CSV)],
    ['accounts', NDJSON],
    ['accounts', gzipSync(CSV)],
    ['accounts.ndjson', `\ufeff${NDJSON.trimStart()}`],
    ['accounts.csv', `\ufeff${CSV}`],
    ['accounts', `\ufeff${CSV}`],
    ['accounts', `\ufeff \t${NDJSON.trim()}`],
    ['accounts.ndjson', NDJSON.replaceAll('\n', '\r\n')],
    ['accounts.csv', CSV.replaceAll('\n', '\r\n')],
    ['accounts.csv', CSV.trim()],
  ])('are the same from %s', async (name, content) => {
    const rows = await allRows(readAccountRows(await opened(aFile(name, content))));
    expect(refusals(rows)).toEqual([]);
    expect(taken(rows)).toEqual(ACCOUNTS);
  });

  it('with the line on which each begins, and its text', async () => {
    const [first, second] = CSV.trim()
      .split('\n\n')
      .map((part) => part.replace(`${HEADER}\n`, ''));
    expect((await ofCsv('', first!, '', second!)).map(({ line, raw }) => ({ line, raw }))).toEqual([
      { line: 3, raw: first },
      { line: 5, raw: second },
    ]);
    const [one, two] = NDJSON.trim().split('\n');
    expect((await ofNdjson(one!, ' ', '\r', two!)).map(({ line, raw }) => ({ line, raw }))).toEqual([
      { line: 1, raw: one },
      { line: 4, raw: two },
    ]);
  });

  it('of which there may be none below a CSV header, but an empty NDJSON file is refused', async () => {
    expect(refusals(await ofNdjson('', '  '))).toEqual(['1: required (stops)']);
    expect(await ofCsv()).toEqual([]);
  });
});

const row = (fields: object = {}, ledgers: ReadonlyArray<object> = [{}]): string =>
  JSON.stringify({
    external_account_number: 'E-1',
    status: 'IMPORTED',
    ledgers: ledgers.map((one) => ({ ledger_number: 'L-1', ledger_code: 'GAS', ...one })),
    ...fields,
  });
const GOOD = ['E-8', 'E-9'].map((external_account_number) => row({ external_account_number }));

describe('a bad NDJSON row, the good ones beside it being taken', () => {
  it.each<[string, string, string]>([
    ['no JSON', '{"external_account_number":', 'parse_error'],
    ['a text after it', `${row()} x`, 'parse_error'],
    ['two rows on one line', `${row()}${row()}`, 'parse_error'],
    ['a key twice', '{"status":"STAGED","status":"IMPORTED"}', 'parse_error'],
    ['33 lists in each other', '['.repeat(33), 'parse_error'],
    ['a list', '[]', 'invalid'],
    ['null', 'null', 'null'],
    ['no status', row({ status: undefined }), 'status: required'],
    ['another field', row({ balance: 1 }), 'balance: unknown_field'],
    ['no ledger', row({}, []), 'ledgers: min_items'],
    ['two main ledgers', row({}, [{ main: true }, { ledger_number: 'L-2', main: true }]), 'ledgers.1.main: invalid'],
    ['a ledger twice', row({}, [{}, {}]), 'ledgers.1.ledger_number: invalid'],
    [
      'a period reversed',
      row({}, [{ open_statement: { from: '2026-11-02', to: '2026-11-01' } }]),
      'ledgers.0.open_statement.to: invalid_period',
    ],
    [
      'the first of two things',
      row({ external_account_number: '', status: 'Staged' }),
      'external_account_number: blank',
    ],
    ['a number of white space only', row({ external_account_number: ' ' }), 'external_account_number: blank'],
    ['a ledger of white space only', row({}, [{ ledger_number: '\t' }]), 'ledgers.0.ledger_number: blank'],
    ['a line too long', row({ status: 'x'.repeat(1_048_576) }), 'max_length'],
  ])('%s', async (_, text, said) => {
    const rows = await allRows(readAccountRows(sourceOf([GOOD[0], text, GOOD[1]].join('\n'), 'ndjson', 65_536)));
    expect(refusals(rows)).toEqual([said.includes(': ') ? `2 ${said}` : `2: ${said}`]);
    expect(taken(rows).map(({ externalAccountNumber }) => externalAccountNumber)).toEqual(['E-8', 'E-9']);
  });

  it('is told with its text and the place', async () => {
    expect(firstRefusal(await ofNdjson('{"a":1,}'))).toEqual({
      line: 1,
      raw: '{"a":1,}',
      detail: 'The line is not JSON at column 8: expected key.',
    });
    const long = firstRefusal(await ofNdjson('é'.repeat(600_000)));
    expect(long).toEqual({
      line: 1,
      raw: 'é'.repeat(500),
      detail: 'The line is longer than 1048576 bytes, and only its beginning is kept here.',
    });
  });

  it('the second time an account occurs there', async () => {
    const rows = await ofNdjson(row(), row({ status: 'x' }), GOOD[0]!, row({ status: 'STAGED' }));
    expect(refusals(rows)).toEqual(['2 status: invalid_choice', '4 external_account_number: invalid']);
    expect(taken(rows)).toHaveLength(2);
    expect((rows[3] as any).row.left.detail).toBe(
      'The account already occurs on line 1. Put all its ledgers in one line.',
    );
  });

  it('and is not remembered: set right on a later line, the account is taken', async () => {
    expect(taken(await ofNdjson(row({ status: 'x' }), row()))).toHaveLength(1);
  });
});
