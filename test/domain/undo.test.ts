import { judgeUndo, type TouchedLedger, type UndoFacts } from '@carryover/domain/undo';
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
const facts = (fields: Partial<UndoFacts> = {}): UndoFacts => ({ undone: null, ledgers: [], answered: [], ...fields });
const strictly = judgeUndo({ evenIfAnswered: false });

describe('an import may be undone', () => {
  it.each<[string, UndoFacts]>([
    ['that stored nothing on a ledger', facts()],
    ['whose transactions are in the open statement period', facts({ ledgers: [aLedger()] })],
    ['whose period has no end', facts({ ledgers: [aLedger({ openPeriod: { ...OCTOBER, to: null } })] })],
    ['that is a history: no period applies', facts({ ledgers: [aLedger({ openPeriod: null, dates: null })] })],
  ])('%s', (_, of) => {
    expect(strictly(of)).toEqual(E.right(undefined));
  });

  it('that later imports were answered by, if the operator says so', () => {
    const answered = [{ importId: 'later', itemCount: 2 }];
    expect(judgeUndo({ evenIfAnswered: true })(facts({ answered }))).toEqual(E.right(undefined));
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
    const answered = [{ importId: 'later', itemCount: 2 }];
    expect(strictly(facts({ answered }))).toEqual(E.left({ kind: 'later_imports_answered', answered }));
  });
});
