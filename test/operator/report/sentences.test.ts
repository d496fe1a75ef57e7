import { explain, remarkOn, remarksOf, verdictSentence, whyRepeated } from '@carryover/operations/report/sentences';
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
      `Rejected: transactions/create at 2026-01-05T02:11:09Z with 400 no_open_statement_period (import ${importId(4)}): The main ledger has no open statement period.`,
      `Accepted: transactions/create at 2026-01-05T02:11:09Z stored 2 items (import ${importId(1)}).`,
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

  it('says what was undone, what is not stored though it was accepted, and what was not sent', () => {
    const receivedAt = new Date('2026-01-05T02:11:09Z');
    const of = { importId: importId(1), endpoint: 'transactions/create' };
    expect([
      explain({ kind: 'undone_import', ...of, undoneAt: receivedAt, undoneBy: 'Ada', itemCount: 1 }),
      explain({ kind: 'accepted_not_stored', ...of, receivedAt, itemCount: 1, item: '17' }),
      explain({ kind: 'accepted_not_stored', ...of, receivedAt, itemCount: 2, item: '17' }),
      explain({ kind: 'not_sent', itemCount: 0 }),
    ]).toEqual([
      `Undone: import ${importId(1)} (transactions/create) was undone at 2026-01-05T02:11:09Z by Ada, which removed 1 item.`,
      `Accepted and not stored: transactions/create at 2026-01-05T02:11:09Z (import ${importId(1)}) has 17, which is not on the account, though the import was not undone.`,
      `Accepted and not stored: transactions/create at 2026-01-05T02:11:09Z (import ${importId(1)}) has 2 items, such as 17, that are not on the account, though the import was not undone.`,
      'Not sent: the client did not send it for this account. The accepted requests have 0 items of this total, and none was rejected.',
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
