import { gzipSync } from 'node:zlib';
import type { AccountToImport } from '@carryover/domain/account-import';
import { isBlank, isWellFormed } from '@carryover/domain/text';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodArb } from '../../domain/arbitraries.ts';
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
    ['another field', row({ balance: 1 }), 'balance: unknown_field'],
    [
      'the first of two things',
      row({ external_account_number: '', status: 'Staged' }),
      'external_account_number: blank',
    ],
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

const ofText = (...lines: ReadonlyArray<string>) => allRows(readAccountRows(sourceOf(lines.join('\n'), 'csv', 65_536)));
const numbersOf = (rows: Awaited<ReturnType<typeof ofText>>) =>
  taken(rows).map(({ externalAccountNumber }) => externalAccountNumber);

describe('the columns of accounts as CSV (decisions 14)', () => {
  it('stand in any order, and those that may be empty may be missing', async () => {
    const [account] = taken(
      await ofText('ledger_code,external_account_number,main,ledger_number,status', 'GAS,1,,2,STAGED'),
    );
    expect(account).toEqual({
      externalAccountNumber: '1',
      status: 'STAGED',
      ledgers: [
        { ledgerNumber: '2', ledgerCode: 'GAS', isMain: false, openPeriod: null, hasFinalizedBillingDocument: false },
      ],
    });
  });

  it.each([
    ['a column is missing', HEADER.replace(',ledger_code', ''), '1 ledger_code: required (stops)'],
    ['a column is unknown', `${HEADER},balance`, '1 balance: unknown_field (stops)'],
    ['a name has other case', HEADER.replace('main', 'Main'), '1 Main: unknown_field (stops)'],
    ['a name is not trimmed', HEADER.replace('main', ' main'), '1  main: unknown_field (stops)'],
    ['a column is there twice', `${HEADER},main`, '1 main: invalid (stops)'],
    ['a name is empty', `${HEADER},`, '1: unknown_field (stops)'],
    ['semicolons separate', HEADER.replaceAll(',', ';'), '1: parse_error (stops)'],
    ['there is none, but a row', 'E-1,IMPORTED,L-1,GAS,,,,', '1: required (stops)'],
    ['a quote is not closed', `"${HEADER}`, '1: parse_error (stops)'],
  ])('nothing is read where in the header %s', async (_, header, said) => {
    expect(refusals(await ofText(header, 'E-1,IMPORTED,L-1,GAS,,,,'))).toEqual([said]);
  });

  it('an empty file has none', async () => {
    expect(refusals(await ofText())).toEqual(['1: required (stops)']);
    expect(refusals(await ofText('', ' '))).toEqual(['1: required (stops)']);
  });
});

describe('a bad CSV row, the good ones beside it being taken', () => {
  it.each([
    ['too few columns', 'E-1,IMPORTED,L-1,GAS', ': parse_error'],
    ['too many', 'E-1,IMPORTED,L-1,GAS,,,,,', ': parse_error'],
    ['a quote that is not closed', '"E-1,IMPORTED,L-1,GAS,,,,', ': parse_error'],
    ['a quote in a field', 'E-1,IMPORTED,12" pipe,GAS,,,,', ': parse_error'],
    ['a text after a quote', '"E-1"x,IMPORTED,L-1,GAS,,,,', ': parse_error'],
    ['no number', ',IMPORTED,L-1,GAS,,,,', ' external_account_number: blank'],
    ['another word for true', 'E-1,IMPORTED,L-1,GAS,TRUE,,,', ' main: invalid'],
    ['a blank for nothing', 'E-1,IMPORTED,L-1,GAS,,,, ', ' has_finalized_billing_document: invalid'],
    ['an end without a beginning', 'E-1,IMPORTED,L-1,GAS,,,2026-02-28,', ' open_from: required'],
    ['a period reversed', 'E-1,IMPORTED,L-1,GAS,,2026-02-28,2026-02-27,', ' open_to: invalid_period'],
    ['a line too long', `E-1,IMPORTED,L-1,${'G'.repeat(1_048_576)},,,,`, ': max_length'],
  ])('%s', async (_, text, said) => {
    const rows = await ofCsv('E-8,STAGED,L-1,GAS,,,,', text, 'E-9,STAGED,L-1,GAS,,,,');
    expect(refusals(rows)).toEqual([`3${said}`]);
    expect(numbersOf(rows)).toEqual(['E-8', 'E-9']);
  });

  it('says how many columns there are', async () => {
    expect(firstRefusal(await ofCsv('E-1,IMPORTED')).detail).toBe('The row has 2 columns, but the header has 8.');
  });
});

describe('the rows of an account with several ledgers', () => {
  const COMPANION = 'The account is not imported because its row on line 3 is rejected.';

  it('are rejected together: one that is wrong, and the others naming its line', async () => {
    const rows = await ofCsv('E-1,STAGED,1,G,,,,', 'E-1,STAGED,2,G,yes,,,', 'E-1,STAGED,3,G,,,,', 'E-2,STAGED,1,G,,,,');
    expect(refusals(rows)).toEqual(['2: account_failed_validation', '3 main: invalid', '4: account_failed_validation']);
    expect(firstRefusal(rows)).toEqual({ line: 2, raw: 'E-1,STAGED,1,G,,,,', detail: COMPANION });
    expect(numbersOf(rows)).toEqual(['E-2']);
  });

  it.each([
    ['a ledger twice', ['E-1,STAGED,1,G,,,,', 'E-1,STAGED,1,G,,,,'], '3 ledger_number: invalid'],
    ['two main ledgers', ['E-1,STAGED,1,G,true,,,', 'E-1,STAGED,2,G,true,,,'], '3 main: invalid'],
    ['two statuses', ['E-1,STAGED,1,G,,,,', 'E-1,IMPORTED,2,G,,,,'], '3 status: invalid'],
  ])('may not have %s', async (_, texts, said) => {
    expect(refusals(await ofCsv(...texts))).toEqual(['2: account_failed_validation', said]);
  });

  it.each([
    ['among them', ['E-1,STAGED,1,G,,,,', 'broken', 'E-1,STAGED,2,G,,,,'], [2, 4]],
    ['after them, which names the account', ['E-1,STAGED,1,G,,,,', '"E-1",STAGED,2,G'], [2]],
    ['before them, which names the account', ['E-9,STAGED,1,G,,,,', 'STAGED,"E-1,2,G', 'E-1,STAGED,1,G,,,,'], [4]],
  ])('are rejected for an unreadable row %s', async (_, texts, companions) => {
    const rows = await ofCsv(...texts, 'E-8,STAGED,1,G,,,,');
    const expected = [
      [3, 'parse_error'] as const,
      ...companions.map((line) => [line, 'account_failed_validation'] as const),
    ];
    expect(refusals(rows)).toEqual(expected.toSorted(([a], [b]) => a - b).map(([line, code]) => `${line}: ${code}`));
    expect(numbersOf(rows)).toContain('E-8');
  });

  it('are taken beside an unreadable row of another account', async () => {
    const rows = await ofCsv('E-1,STAGED,1,G,,,,', 'E-10,STAGED,2,G', 'E-2,STAGED,1,G,,,,');
    expect(refusals(rows)).toEqual(['3: parse_error']);
    expect(numbersOf(rows)).toEqual(['E-1', 'E-2']);
  });

  it('that stand apart from the first ones are rejected, whether those were taken or not', async () => {
    const rows = await ofCsv(
      'E-1,STAGED,1,G,,,,',
      'E-2,x,1,G,,,,',
      'E-1,STAGED,2,G,,,,',
      'E-1,x,3,G,,,,',
      'E-2,STAGED,1,G,,,,',
    );
    expect(refusals(rows)).toEqual([
      '3 status: invalid_choice',
      '4: account_failed_validation',
      '5 status: invalid',
      '6 external_account_number: invalid',
    ]);
    const apart = await ofCsv('E-1,STAGED,1,G,,,,', 'E-2,STAGED,1,G,,,,', 'E-1,STAGED,2,G,,,,', 'E-1,STAGED,3,G,,,,');
    expect(refusals(apart)).toEqual(['4 external_account_number: invalid', '5 external_account_number: invalid']);
    expect(taken(apart).map(({ ledgers }) => ledgers.length)).toEqual([1, 1]);
  });

  it('without a number are accounts each of their own', async () => {
    expect(refusals(await ofCsv(',STAGED,1,G,,,,', ',STAGED,2,G,,,,'))).toEqual([
      '2 external_account_number: blank',
      '3 external_account_number: blank',
    ]);
  });

  it('have no more characters together than a line may have bytes', async () => {
    const texts = Array.from({ length: 40_001 }, (_, at) => `E-1,STAGED,L-${at},ELECTRICITY,,,,`);
    const rows = await ofCsv(...texts, 'E-2,STAGED,1,G,,,,');
    expect(rows).toHaveLength(40_002);
    expect(new Set(refusals(rows).map((said) => said.split(' ')[1]))).toEqual(new Set(['max_length']));
    expect(numbersOf(rows)).toEqual(['E-2']);
    expect(refusals(await ofCsv(...texts.slice(0, 25_000)))).toEqual([]);
  });
});

const identifierArb = fc
  .oneof(
    fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r', ' ', '😀', "'"), minLength: 1, maxLength: 6 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  )
  .filter((text) => !isBlank(text) && isWellFormed(text));
const ledgerArb = fc.record({
  ledgerNumber: identifierArb,
  ledgerCode: identifierArb,
  openPeriod: fc.option(periodArb),
  hasFinalizedBillingDocument: fc.boolean(),
});
const accountArb: fc.Arbitrary<AccountToImport> = fc
  .record({
    externalAccountNumber: identifierArb,
    status: fc.constantFrom('STAGED', 'IMPORTED'),
    ledgers: fc.uniqueArray(ledgerArb, { minLength: 1, maxLength: 4, selector: ({ ledgerNumber }) => ledgerNumber }),
    main: fc.nat(),
  })
  .map(({ main, ledgers, ...account }) => ({
    ...account,
    ledgers: ledgers.map((one, at) => ({ ...one, isMain: at === main % ledgers.length })),
  }));
const accountsArb = fc.uniqueArray(accountArb, {
  minLength: 1,
  maxLength: 5,
  selector: (it) => it.externalAccountNumber,
});

const toNdjson = ({ externalAccountNumber, status, ledgers }: AccountToImport): string =>
  JSON.stringify({
    external_account_number: externalAccountNumber,
    status,
    ledgers: ledgers.map((one) => ({
      ledger_number: one.ledgerNumber,
      ledger_code: one.ledgerCode,
      ...(one.isMain ? { main: true } : {}),
      ...(one.openPeriod === null
        ? {}
        : {
            open_statement: {
              from: one.openPeriod.from,
              ...(one.openPeriod.to === null ? {} : { to: one.openPeriod.to }),
            },
          }),
      has_finalized_billing_document: one.hasFinalizedBillingDocument,
    })),
  });

const cell = (text: string): string => (/[",\r\n]|^\s*$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const toCsv = ({ externalAccountNumber, status, ledgers }: AccountToImport): string =>
  ledgers
    .map((one) =>
      [
        externalAccountNumber,
        status,
        one.ledgerNumber,
        one.ledgerCode,
        one.isMain ? 'true' : '',
        one.openPeriod?.from ?? '',
        one.openPeriod?.to ?? '',
        String(one.hasFinalizedBillingDocument),
      ]
        .map(cell)
        .join(','),
    )
    .join('\n');

describe('accounts written to a file', () => {
  const isReadBack = async (accounts: ReadonlyArray<AccountToImport>, text: string, chunkBytes: number) => {
    const rows = await allRows(readAccountRows(sourceOf(text, null, chunkBytes)));
    expect(refusals(rows)).toEqual([]);
    expect(taken(rows)).toEqual(accounts);
  };
  const chunkArb = fc.integer({ min: 1, max: 200 });

  it('as NDJSON are read back equal', async () => {
    await fc.assert(
      fc.asyncProperty(accountsArb, chunkArb, (accounts, chunkBytes) =>
        isReadBack(accounts, accounts.map(toNdjson).join('\n'), chunkBytes),
      ),
    );
  });

  it('as CSV are read back equal', async () => {
    await fc.assert(
      fc.asyncProperty(accountsArb, chunkArb, fc.constantFrom('\n', '\r\n'), (accounts, chunkBytes, end) =>
        isReadBack(accounts, [HEADER, ...accounts.map(toCsv)].join(end), chunkBytes),
      ),
    );
  });
});
