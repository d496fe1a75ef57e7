import { MAX_PATH_BYTES } from '@carryover/domain/document-path';
import { addStatements, type HistoricalStatement } from '@carryover/domain/statement';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { path } from '../support/a-note.ts';
import { day, decimal } from '../support/a-transaction.ts';

const aStatement = (fields: Partial<HistoricalStatement> = {}): HistoricalStatement => ({
  statementId: '1',
  period: { from: day('2019-09-01'), to: day('2019-09-30') },
  issuedDate: day('2019-10-01'),
  number: 'N-1',
  grossAmount: decimal('100'),
  path: path('a.pdf'),
  ...fields,
});
const byId = (statements: ReadonlyArray<HistoricalStatement>) =>
  new Map(statements.map((statement) => [statement.statementId, statement]));
/** As it is stored where the supplier has no root. */
const located = (statement: HistoricalStatement) => ({ ...statement, document: statement.path });
const conflictAt = (index: number) => ({ kind: 'historical_statement_already_exists', index });

describe('statements are added once (decisions 7)', () => {
  it('where their ids are new', () => {
    const statements = [aStatement(), aStatement({ statementId: '2' }), aStatement({ statementId: '1 ' })];
    expect(addStatements('', new Map())(statements)).toEqual(E.right(statements.map(located)));
    expect(addStatements('', byId([aStatement({ statementId: '3' })]))(statements)).toEqual(
      E.right(statements.map(located)),
    );
    expect(addStatements('', new Map())([])).toEqual(E.right([]));
  });

  it.each<[string, Partial<HistoricalStatement>, Partial<HistoricalStatement>]>([
    ['in every field', {}, {}],
    ['100 is 100.00', {}, { grossAmount: decimal('100.00') }],
    ['without a path, both', { path: null }, { path: null }],
  ])('with the same content they are there already: %s', (_, known, posted) => {
    const other = aStatement({ statementId: '2' });
    expect(addStatements('', byId([aStatement(known)]))([aStatement(posted), other])).toEqual(
      E.right([located(other)]),
    );
  });

  it.each<[string, Partial<HistoricalStatement>]>([
    ['first day', { period: { from: day('2019-09-02'), to: day('2019-09-30') } }],
    ['last day', { period: { from: day('2019-09-01'), to: day('2019-10-01') } }],
    ['issued date', { issuedDate: day('2019-10-02') }],
    ['number', { number: 'n-1' }],
    ['gross amount', { grossAmount: decimal('100.01') }],
    ['sign', { grossAmount: decimal('-100') }],
    ['path', { path: path('b.pdf') }],
    ['path left out', { path: null }],
  ])('with other content they are refused: another %s', (_, fields) => {
    const [one, other] = [aStatement(), aStatement(fields)];
    expect(addStatements('', byId([one]))([other])).toEqual(E.left([conflictAt(0)]));
    expect(addStatements('', byId([other]))([one])).toEqual(E.left([conflictAt(0)]));
  });

  it('all or none: each that is refused is named', () => {
    const known = byId([aStatement(), aStatement({ statementId: '3' })]);
    const posted = ['1', '2', '3'].map((statementId) => aStatement({ statementId, number: 'other' }));
    expect(addStatements('', known)(posted)).toEqual(E.left([conflictAt(0), conflictAt(2)]));
  });

  const statementArb = fc
    .record({
      statementId: fc.constantFrom('1', '2', '3', '4'),
      grossAmount: fc.constantFrom('100', '100.00', '1').map(decimal),
      number: fc.constantFrom('a', 'b'),
    })
    .map(aStatement);
  const statementsArb = fc.uniqueArray(statementArb, { selector: ({ statementId }) => statementId });
  it('and nothing is doubled when they are sent again', () => {
    fc.assert(
      fc.property(statementsArb, statementsArb, (known, posted) => {
        const added = addStatements('', byId(known))(posted);
        if (E.isLeft(added)) return;
        expect(addStatements('', byId([...known, ...added.right]))(posted)).toEqual(E.right([]));
      }),
      { numRuns: 300 },
    );
  });
});

describe("the documents of statements lie below the supplier's root (§1, decisions 9)", () => {
  it('each path is joined to the root; all else stays', () => {
    const statements = [aStatement(), aStatement({ statementId: '2', path: null })];
    expect(addStatements('root/', new Map())(statements)).toEqual(
      E.right([
        { ...statements[0], document: 'root/a.pdf' },
        { ...statements[1], document: null },
      ]),
    );
  });

  it('every document too deep below the root is named', () => {
    const fitting = path('a'.repeat(MAX_PATH_BYTES - 'root/'.length));
    const statements = [fitting, null, path(`${fitting}a`)].map((one) => aStatement({ path: one }));
    expect(addStatements('root', new Map())(statements.slice(0, 1))).toMatchObject(
      E.right([{ document: `root/${fitting}` }]),
    );
    expect(addStatements('root', new Map())(statements)).toEqual(E.left([{ kind: 'path_too_long', index: 2 }]));
  });

  it('beside every statement that is there with other content', () => {
    const tooLong = path('a'.repeat(MAX_PATH_BYTES));
    const posted = [aStatement({ statementId: '2', path: tooLong }), aStatement({ number: 'other', path: tooLong })];
    expect(addStatements('root', byId([aStatement()]))(posted)).toEqual(
      E.left([{ kind: 'path_too_long', index: 0 }, { kind: 'path_too_long', index: 1 }, conflictAt(1)]),
    );
  });
});
