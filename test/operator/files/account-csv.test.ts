import { readAccountRows } from '@carryover/operations/files/account-rows';
import { describe, expect, it } from 'vitest';
import { allRows, firstRefusal, refusals, sourceOf, taken } from '../../support/a-file.ts';

const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';
const ofText = (...lines: ReadonlyArray<string>) => allRows(readAccountRows(sourceOf(lines.join('\n'), 'csv', 65_536)));
const ofRows = (...rows: ReadonlyArray<string>) => ofText(HEADER, ...rows);
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
    ['no status', 'E-1,,L-1,GAS,,,,', ' status: invalid_choice'],
    ['no ledger', 'E-1,IMPORTED,,GAS,,,,', ' ledger_number: blank'],
    ['a code of 129 characters', `E-1,IMPORTED,L-1,${'G'.repeat(129)},,,,`, ' ledger_code: max_length'],
    ['another word for true', 'E-1,IMPORTED,L-1,GAS,TRUE,,,', ' main: invalid'],
    ['a blank for nothing', 'E-1,IMPORTED,L-1,GAS,,,, ', ' has_finalized_billing_document: invalid'],
    ['30 February', 'E-1,IMPORTED,L-1,GAS,,2026-02-30,,', ' open_from: invalid'],
    ['an end without a beginning', 'E-1,IMPORTED,L-1,GAS,,,2026-02-28,', ' open_from: required'],
    ['a period reversed', 'E-1,IMPORTED,L-1,GAS,,2026-02-28,2026-02-27,', ' open_to: invalid_period'],
    ['U+0000', 'E-1,IMPORTED,L\0,GAS,,,,', ' ledger_number: invalid_characters'],
    ['a line too long', `E-1,IMPORTED,L-1,${'G'.repeat(1_048_576)},,,,`, ': max_length'],
  ])('%s', async (_, text, said) => {
    const rows = await ofRows('E-8,STAGED,L-1,GAS,,,,', text, 'E-9,STAGED,L-1,GAS,,,,');
    expect(refusals(rows)).toEqual([`3${said}`]);
    expect(numbersOf(rows)).toEqual(['E-8', 'E-9']);
  });

  it('says how many columns there are', async () => {
    expect(firstRefusal(await ofRows('E-1,IMPORTED')).detail).toBe('The row has 2 columns, but the header has 8.');
  });
});

describe('the rows of an account with several ledgers', () => {
  const COMPANION = 'The account is not imported because its row on line 3 is rejected.';

  it('are rejected together: one that is wrong, and the others naming its line', async () => {
    const rows = await ofRows(
      'E-1,STAGED,1,G,,,,',
      'E-1,STAGED,2,G,yes,,,',
      'E-1,STAGED,3,G,,,,',
      'E-2,STAGED,1,G,,,,',
    );
    expect(refusals(rows)).toEqual(['2: account_failed_validation', '3 main: invalid', '4: account_failed_validation']);
    expect(firstRefusal(rows)).toEqual({ line: 2, raw: 'E-1,STAGED,1,G,,,,', detail: COMPANION });
    expect(numbersOf(rows)).toEqual(['E-2']);
  });

  it.each([
    ['a ledger twice', ['E-1,STAGED,1,G,,,,', 'E-1,STAGED,1,G,,,,'], '3 ledger_number: invalid'],
    ['two main ledgers', ['E-1,STAGED,1,G,true,,,', 'E-1,STAGED,2,G,true,,,'], '3 main: invalid'],
    ['two statuses', ['E-1,STAGED,1,G,,,,', 'E-1,IMPORTED,2,G,,,,'], '3 status: invalid'],
  ])('may not have %s', async (_, texts, said) => {
    expect(refusals(await ofRows(...texts))).toEqual(['2: account_failed_validation', said]);
  });

  it.each([
    ['among them', ['E-1,STAGED,1,G,,,,', 'broken', 'E-1,STAGED,2,G,,,,'], [2, 4]],
    ['after them, which names the account', ['E-1,STAGED,1,G,,,,', '"E-1",STAGED,2,G'], [2]],
    ['before them, which names the account', ['E-9,STAGED,1,G,,,,', 'STAGED,"E-1,2,G', 'E-1,STAGED,1,G,,,,'], [4]],
  ])('are rejected for an unreadable row %s', async (_, texts, companions) => {
    const rows = await ofRows(...texts, 'E-8,STAGED,1,G,,,,');
    const expected = [
      [3, 'parse_error'] as const,
      ...companions.map((line) => [line, 'account_failed_validation'] as const),
    ];
    expect(refusals(rows)).toEqual(expected.toSorted(([a], [b]) => a - b).map(([line, code]) => `${line}: ${code}`));
    expect(numbersOf(rows)).toContain('E-8');
  });

  it('are taken beside an unreadable row of another account', async () => {
    const rows = await ofRows('E-1,STAGED,1,G,,,,', 'E-10,STAGED,2,G', 'E-2,STAGED,1,G,,,,');
    expect(refusals(rows)).toEqual(['3: parse_error']);
    expect(numbersOf(rows)).toEqual(['E-1', 'E-2']);
  });

  it('that stand apart from the first ones are rejected, whether those were taken or not', async () => {
    const rows = await ofRows(
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
    const apart = await ofRows('E-1,STAGED,1,G,,,,', 'E-2,STAGED,1,G,,,,', 'E-1,STAGED,2,G,,,,', 'E-1,STAGED,3,G,,,,');
    expect(refusals(apart)).toEqual(['4 external_account_number: invalid', '5 external_account_number: invalid']);
    expect(taken(apart).map(({ ledgers }) => ledgers.length)).toEqual([1, 1]);
  });

  it('without a number are accounts each of their own', async () => {
    expect(refusals(await ofRows(',STAGED,1,G,,,,', ',STAGED,2,G,,,,'))).toEqual([
      '2 external_account_number: blank',
      '3 external_account_number: blank',
    ]);
  });

  it('have no more characters together than a line may have bytes', async () => {
    const texts = Array.from({ length: 40_001 }, (_, at) => `E-1,STAGED,L-${at},ELECTRICITY,,,,`);
    const rows = await ofRows(...texts, 'E-2,STAGED,1,G,,,,');
    expect(rows).toHaveLength(40_002);
    expect(new Set(refusals(rows).map((said) => said.split(' ')[1]))).toEqual(new Set(['max_length']));
    expect(numbersOf(rows)).toEqual(['E-2']);
    expect(refusals(await ofRows(...texts.slice(0, 25_000)))).toEqual([]);
  });
});
