import { judgeUndos, type TouchedLedger, type UndoFacts } from '@carryover/domain/undo';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { day } from '../support/a-transaction.ts';

const period = (from: string, to: string) => ({ from: day(from), to: day(to) });
const OCTOBER = period('2019-10-01', '2019-10-31');
const aLedger = (fields: Partial<TouchedLedger> = {}): TouchedLedger => ({
  ledgerNumber: 'L-1',
  hasFinalizedBillingDocument: false,
  openPeriod: OCTOBER,
  dates: OCTOBER,
  ...fields,
});
const facts = (fields: Partial<UndoFacts> = {}): UndoFacts => ({
  accountErasedAt: null,
  undone: null,
  ledgers: [],
  answered: [],
  ...fields,
});
const judge = (evenIfAnswered: boolean) => (of: UndoFacts) =>
  judgeUndos({ evenIfAnswered })([{ importId: 'this', facts: of }])[0]!.verdict;
const strictly = judge(false);

describe('an import may be undone', () => {
  it.each<[string, UndoFacts]>([
    ['that stored nothing on a ledger', facts()],
    ['whose transactions are in the open statement period', facts({ ledgers: [aLedger()] })],
    ['whose period has no end', facts({ ledgers: [aLedger({ openPeriod: { ...OCTOBER, to: null } })] })],
    ['that is a history: no period applies', facts({ ledgers: [aLedger({ openPeriod: null, dates: null })] })],
  ])('%s', (_, of) => {
    expect(strictly(of)).toEqual(E.right({ importId: 'this', facts: of }));
  });

  it('that later imports were answered by, if the operator says so', () => {
    const answered = [{ importId: 'later', items: [{ transaction_id: 'T-1' }] }];
    expect(judge(true)(facts({ answered }))).toMatchObject(E.right({ facts: facts({ answered }) }));
  });
});

describe('an import is not undone', () => {
  it('twice', () => {
    const undone = { at: new Date('2026-11-22T10:00:00Z'), by: 'ana' };
    expect(strictly(facts({ undone }))).toEqual(E.left({ kind: 'import_already_undone', ...undone }));
  });

  it('if one of its ledgers has a finalized billing document', () => {
    const ledgers = [aLedger(), aLedger({ ledgerNumber: 'L-2', hasFinalizedBillingDocument: true })];
    expect(strictly(facts({ ledgers }))).toEqual(
      E.left({ kind: 'ledger_has_finalized_billing_document', ledgerNumber: 'L-2' }),
    );
  });

  it.each([
    ['none is open', null],
    ['another one is open', period('2019-11-01', '2019-11-30')],
    ['the open one ends before its last transaction', period('2019-10-01', '2019-10-30')],
    ['the open one begins after its first transaction', period('2019-10-02', '2019-10-31')],
  ])('if the statement period of its transactions was closed: %s', (_, openPeriod) => {
    expect(strictly(facts({ ledgers: [aLedger({ openPeriod })] }))).toEqual(
      E.left({ kind: 'statement_period_closed', ledgerNumber: 'L-1', dates: OCTOBER }),
    );
  });

  it('if later imports were answered because of it', () => {
    const answered = [{ importId: 'later', items: [{ transaction_id: 'T-1' }] }];
    expect(strictly(facts({ answered }))).toEqual(E.left({ kind: 'later_imports_answered', answered }));
  });
});

describe('imports that are undone together', () => {
  const answeredTo = (...importIds: ReadonlyArray<string>) =>
    facts({ answered: importIds.map((importId) => ({ importId, items: [{ transaction_id: `of ${importId}` }] })) });
  const closed = (...importIds: ReadonlyArray<string>) => ({
    ...answeredTo(...importIds),
    ledgers: [aLedger({ hasFinalizedBillingDocument: true })],
  });
  const judged = (imports: Readonly<Record<string, UndoFacts>>, evenIfAnswered = false) =>
    judgeUndos({ evenIfAnswered })(
      Object.entries(imports).map(([importId, before]) => ({ importId, facts: before })),
    ).map(({ importId, verdict }) => {
      const answered = E.isRight(verdict)
        ? verdict.right.facts.answered
        : verdict.left.kind === 'later_imports_answered'
          ? verdict.left.answered
          : [];
      const shown = answered.map((later) => later.importId).join();
      return [importId, E.isLeft(verdict) ? verdict.left.kind : 'undone', shown];
    });

  it('are undone although they were answered because of each other, if none of them stays', () => {
    expect(judged({ c: facts(), b: answeredTo('c'), a: answeredTo('b', 'c') })).toEqual([
      ['c', 'undone', ''],
      ['b', 'undone', ''],
      ['a', 'undone', ''],
    ]);
  });

  it('stay if one that stays was answered because of them, over any number of steps and in any order', () => {
    expect(judged({ d: facts(), a: answeredTo('b'), b: answeredTo('c', 'd'), c: closed() })).toEqual([
      ['d', 'undone', ''],
      ['a', 'later_imports_answered', 'b'],
      ['b', 'later_imports_answered', 'c'],
      ['c', 'ledger_has_finalized_billing_document', ''],
    ]);
  });

  it('are undone nevertheless if the operator says so, with the answers of those that stay', () => {
    expect(judged({ b: closed('outside'), a: answeredTo('b', 'other'), other: facts() }, true)).toEqual([
      ['b', 'ledger_has_finalized_billing_document', ''],
      ['a', 'undone', 'b'],
      ['other', 'undone', ''],
    ]);
  });

  it('are decided in time that grows with their number: each of 50,000 was answered because of the one before', () => {
    const imports = Array.from({ length: 50_000 }, (_, at) => ({
      importId: String(at),
      facts: at === 49_999 ? closed() : answeredTo(String(at + 1)),
    }));
    expect(judgeUndos({ evenIfAnswered: false })(imports).every(({ verdict }) => E.isLeft(verdict))).toBe(true);
  });
});
