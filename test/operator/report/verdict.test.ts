import { remarksOf, verdictSentence } from '@carryover/operations/report/sentences';
import { viewOf } from '@carryover/operations/report/view';
import { describe, expect, it } from 'vitest';
import { aComparison, aDifference, anEmptyReconciliation, aReconciliation } from './a-reconciliation.ts';

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
