import { explain } from '@carryover/operations/report/explanation-words';
import { remarkOn, remarksOf, verdictSentence, whyRepeated } from '@carryover/operations/report/sentences';
import { viewOf } from '@carryover/operations/report/view';
import { describe, expect, it } from 'vitest';
import {
  aComparison,
  aConflict,
  aDifference,
  anEmptyReconciliation,
  aReconciliation,
  aTotal,
  everyExplanation,
  importId,
} from './a-reconciliation.ts';

describe('an explanation in plain words', () => {
  it('names what happened, when, and the import record', () => {
    expect(everyExplanation.map(explain)).toEqual([
      `Rejected: transactions/create at 2026-01-05T02:11:09Z with 400 no_open_statement_period (import ${importId(4)}) had 20, not stored since. The main ledger has no open statement period.`,
      `Accepted: transactions/create at 2026-01-05T02:11:09Z (import ${importId(1)}) stored 2 items, such as 21.`,
      `Conflict: transaction 17 was sent again at 2026-01-05T02:11:09Z (import ${importId(3)}) with a different amount, note. The first was kept.`,
      'Repeated: transaction 19 is on the account 3 times, because a request had check_previously_added=false.',
    ]);
  });

  it('says of a repetition why only if a request had the parameter', () => {
    const repeated = { externalAccountNumber: 'E', ledgerNumber: 'L', transactionId: '19', count: 2 };
    expect(explain({ kind: 'repeated', repeated: { ...repeated, isUnchecked: false } })).toBe(
      'Repeated: transaction 19 is on the account 2 times.',
    );
    expect(
      [2, 1, 0].map((unchecked) =>
        whyRepeated(anEmptyReconciliation({ repeated: { count: 2, first: [], unchecked } })),
      ),
    ).toEqual([
      'Requests with check_previously_added=false added them again.',
      'Requests with check_previously_added=false added 1 of them again.',
      'No request with check_previously_added=false added them.',
    ]);
  });

  it('says what was undone, changed, sent again, and not sent', () => {
    const receivedAt = new Date('2026-01-05T02:11:09Z');
    const of = { importId: importId(1), endpoint: 'transactions/create' };
    const request = { ...of, receivedAt };
    const from = `transactions/create at 2026-01-05T02:11:09Z (import ${importId(1)})`;
    const outside = 'The database was changed outside of the service.';
    const item = '17';
    expect([
      explain({ kind: 'undone_import', ...of, undoneAt: receivedAt, undoneBy: 'Ada', itemCount: 1, item }),
      explain({ kind: 'accepted_not_stored', ...request, itemCount: 1, item }),
      explain({ kind: 'accepted_not_stored', ...request, itemCount: 2, item }),
      explain({
        kind: 'stored_otherwise',
        ...request,
        itemCount: 2,
        item,
        accepted: 'CHARGE 1.00',
        stored: 'CREDIT 1.00',
      }),
      explain({ kind: 'stored_not_accepted', importId: importId(1), itemCount: 1, item }),
      explain({ kind: 'sent_again', ...request, itemCount: 1, item }),
      explain({ kind: 'extra_item', ...request, item, alike: 2 }),
      explain({ kind: 'not_sent', itemCount: 0 }),
    ]).toEqual([
      `Undone: import ${importId(1)} (transactions/create) was undone at 2026-01-05T02:11:09Z by Ada, which removed 17. No later request stored it again.`,
      `Accepted and not stored: ${from} has 17, which is not on the account, though the import was not undone. ${outside}`,
      `Accepted and not stored: ${from} has 2 items, such as 17, which are not on the account, though the import was not undone. ${outside}`,
      `Changed: ${from} has 17 as CHARGE 1.00, and CREDIT 1.00 is stored. 2 items of this import differ. ${outside}`,
      `Stored and not accepted: the account has 17, which import ${importId(1)} did not store. ${outside}`,
      `Sent again: ${from} has 17, which an earlier request had with the same content. It is stored once, and the control total counts it again.`,
      `Extra: 17, which ${from} stored, makes exactly what is too much. 2 items of this total have its amount.`,
      'Not sent: the client did not send it for this account. The accepted requests have 0 items of this total, and no rejected request has what is missing.',
    ]);
  });

  it('says of the control total what is wrong with it, and what cannot be known', () => {
    const name = { expected: 'e-1', stored: 'E-1' };
    expect([
      explain({ kind: 'no_such_account' }),
      explain({ kind: 'other_case', field: 'external_account_number', ...name }),
      explain({ kind: 'other_case', field: 'ledger_number', ...name }),
      explain({ kind: 'sign' }),
      explain({ kind: 'as_sent', importId: importId(1), ...aTotal(2, '142') }),
      explain({ kind: 'as_sent', importId: null, ...aTotal(0, '0') }),
      explain({ kind: 'not_known', reason: 'account_erased', importId: null }),
    ]).toEqual([
      'No such account: the import supplier has no account of this number.',
      'Case of letters: the control total is of account e-1, and account E-1 is stored.',
      'Case of letters: the control total is of ledger e-1, and ledger E-1 is stored.',
      'Sign: the control total has the stored sum with the other sign.',
      `As sent: what is stored of this total is what the client sent (2 items, 142.00; the last by import ${importId(1)}); nothing else that it sent is missing. The control total is something else.`,
      'As sent: what is stored of this total is what the client sent (0 items); nothing else that it sent is missing. The control total is something else.',
      'Not known: the account was erased, so that only counts and sums are left of what was sent.',
    ]);
  });

  it('says of a rejected request what it had, or that it may have had it', () => {
    const [refused] = everyExplanation;
    if (refused?.kind !== 'refused_request') throw new Error('It is the first.');
    const item = {
      identifier: '18',
      code: 'invalid',
      path: 'transactions.1.amount',
      value: '"x"',
      state: 'not sent again',
    };
    const items = [...refused.items, item, { ...item, identifier: null, value: null }];
    const code = 'historical_statement_already_exists';
    expect([
      explain({ ...refused, items, itemCount: 5 }),
      explain({ ...refused, items: [], itemCount: null }),
      explain({ ...refused, code }),
    ]).toEqual([
      expect.stringContaining(
        'had 20, 18 (invalid, "x"), an item without identifier (invalid) and 2 more, not stored since.',
      ),
      expect.stringContaining('may have had items of this total, which its record does not name.'),
      expect.stringContaining('which is stored with other content.'),
    ]);
  });

  it('shows an id as it is', () => {
    expect(explain({ kind: 'conflict', conflict: aConflict({ transactionId: '17 ' }) })).toContain(
      'transaction 17\\u{20} was',
    );
  });

  it('says where a figure is missing altogether', () => {
    expect([
      remarkOn(aDifference({ actual: aTotal(0, '0') }), { unread: 0 }),
      remarkOn(aDifference({ expected: aTotal(0, '0') }), { unread: 0 }),
      remarkOn(aDifference({ expected: aTotal(0, '0') }), { unread: 1 }),
      remarkOn(aDifference(), { unread: 1 }),
    ]).toEqual([
      'None of it is stored.',
      'It has no control total.',
      'It has no control total among the rows that could be read.',
      null,
    ]);
  });
});

const compared = (number: number, differing: number, unread = 0) =>
  anEmptyReconciliation({
    comparison: aComparison({
      agreeing: number - differing,
      differences: Array.from({ length: differing }, () => aDifference()),
      unread,
    }),
  });

describe('the verdict', () => {
  it.each([
    [
      anEmptyReconciliation(),
      'not_compared',
      'No control totals were given, so nothing was compared. This is what is stored.',
    ],
    [compared(0, 0), 'agree', 'Nothing was compared: the control totals have no rows, and nothing is stored.'],
    [
      compared(1234, 0, 1),
      'incomplete',
      'Incomplete: 1 row of the control totals could not be read and was not compared. No difference was found in the other 1,234 totals.',
    ],
    [
      compared(3, 1, 1234),
      'incomplete',
      'Incomplete: 1,234 rows of the control totals could not be read and were not compared. 1 of 3 totals differs from the control totals.',
    ],
    [compared(1, 0), 'agree', 'The only total agrees with its control total.'],
    [compared(1234, 0), 'agree', 'All 1,234 totals agree with the control totals.'],
    [compared(1234, 1), 'differ', '1 of 1,234 totals differs from the control totals.'],
    [compared(1234, 1234), 'differ', '1,234 of 1,234 totals differ from the control totals.'],
  ])('is said in words (%#)', (reconciliation, outcome, sentence) => {
    expect([viewOf(reconciliation).outcome, verdictSentence(reconciliation)]).toEqual([outcome, sentence]);
  });
});

describe('the remarks', () => {
  it('are none where nothing is out of the ordinary', () => {
    expect(remarksOf(compared(3, 0))).toEqual([]);
  });

  it('say what else was found', () => {
    expect(remarksOf(aReconciliation())).toEqual([
      { id: 'moved', sentence: '1 transaction was moved into the open statement period.' },
      { id: 'conflicts', sentence: '1 transaction was sent again with different content. The first was kept.' },
      {
        id: 'note-conflicts',
        sentence: '1 note was sent again with different documents or pins. The first was kept.',
      },
      {
        id: 'repeated',
        sentence:
          '1 transaction is on the account more than once. Requests with check_previously_added=false added them again.',
      },
      { id: 'mismatches', sentence: '1 figure does not add up inside supply charges. They were accepted as sent.' },
      { id: 'unknown-fields', sentence: '1 undocumented field was left out.' },
      { id: 'refusals', sentence: '2 requests were rejected. A rejected request stores nothing on the account.' },
    ]);
  });
});
