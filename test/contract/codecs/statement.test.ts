import { makeCreateHistoricalStatementsBody } from '@carryover/contract/codecs/statement';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { describe, expect, it } from 'vitest';
import { path } from '../../support/a-note.ts';
import { day, decimal } from '../../support/a-transaction.ts';
import { ACCOUNT, decoded, errorsOf, sent } from '../a-body.ts';

const body = makeCreateHistoricalStatementsBody(DEFAULT_LIMITS);
const STATEMENT = {
  bill_period_from_date: '2019-09-01',
  bill_period_to_date: '2019-09-30',
  statement_id: '1',
  issued_date: '2019-10-01',
  number: 'N-1',
  gross_amount: 100,
};
const request = (...statements: ReadonlyArray<unknown>) => sent({ ...ACCOUNT, statements });
const errorsOfStatement = (fields: object): ReadonlyArray<string> =>
  errorsOf(body, request({ ...STATEMENT, ...fields })).map((error) => error.replace(/^statements\.0\.?/, ''));

describe('a historical statement (§2, decisions 7)', () => {
  it('with and without its document', () => {
    const statement = {
      statementId: '1',
      period: { from: day('2019-09-01'), to: day('2019-09-30') },
      issuedDate: day('2019-10-01'),
      number: 'N-1',
      grossAmount: decimal('100'),
      path: null,
    };
    const other = { ...STATEMENT, statement_id: '2', gross_amount: '-100.50', statement_path: 'a/b.pdf' };
    expect(decoded(body, request(STATEMENT, other)).statements).toEqual([
      statement,
      { ...statement, statementId: '2', grossAmount: decimal('-100.5'), path: path('a/b.pdf') },
    ]);
  });

  it.each(Object.keys(STATEMENT))('needs %s', (name) => {
    const without = Object.fromEntries(Object.entries(STATEMENT).filter(([key]) => key !== name));
    expect(errorsOf(body, request(without))).toEqual([`statements.0.${name}: required`]);
    expect(errorsOfStatement({ [name]: null })).toEqual([`${name}: null`]);
    expect(errorsOfStatement({ [name]: {} })).toEqual([`${name}: invalid`]);
  });

  const text = (length: number): string => '😀'.repeat(length);
  it.each<[string, object, ReadonlyArray<string>]>([
    ['a last day that is none', { bill_period_to_date: '2019-02-29' }, ['bill_period_to_date: invalid']],
    ['a first day that is none', { bill_period_from_date: '' }, ['bill_period_from_date: invalid']],
    ['issued in the future', { issued_date: '2199-12-31' }, []],
    ['issued before its period', { issued_date: '1900-01-01' }, []],
    ['an id of 129', { statement_id: text(129) }, ['statement_id: max_length']],
    ['an empty id', { statement_id: '' }, ['statement_id: blank']],
    ['a number of 129', { number: text(129) }, ['number: max_length']],
    ['an empty number', { number: '' }, ['number: blank']],
    ['ten digits and two', { gross_amount: '9999999999.99' }, []],
    ['eleven digits', { gross_amount: '12345678901' }, ['gross_amount: max_digits']],
    ['three places', { gross_amount: '0.001' }, ['gross_amount: max_decimal_places']],
    ['a period reversed', { bill_period_to_date: '2019-08-31' }, ['bill_period_to_date: invalid_period']],
    ['a parent', { statement_path: '../a' }, ['statement_path: invalid_document_path']],
    ['a field of a document', { document_path: 'a' }, ['document_path: unknown_field']],
  ])('%s', (_, fields, errors) => {
    expect(errorsOfStatement(fields)).toEqual(errors);
  });

  it.each([
    [['1', '2', '3'], []],
    [
      ['1', '2', '1', '1'],
      [2, 3],
    ],
  ])('ids %j: those of %j stood in the request before', (ids, repeated) => {
    const statements = ids.map((statement_id) => ({ ...STATEMENT, statement_id }));
    expect(errorsOf(body, request(...statements))).toEqual(
      repeated.map((at) => `statements.${at}.statement_id: duplicate_statement_ids`),
    );
  });

  it('is one of no more than the limit, or of none', () => {
    const two = makeCreateHistoricalStatementsBody({ ...DEFAULT_LIMITS, maxItems: 2 });
    const statements = ['1', '2', '3'].map((statement_id) => ({ ...STATEMENT, statement_id }));
    expect(errorsOf(two, request())).toEqual([]);
    expect(errorsOf(two, request(...statements.slice(1)))).toEqual([]);
    expect(errorsOf(two, request(...statements))).toEqual(['statements: max_items']);
    expect(errorsOf(body, sent(ACCOUNT))).toEqual(['statements: required']);
  });
});
