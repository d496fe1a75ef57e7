import { remarks } from '@carryover/operator/report/remarks';
import { outcomeOf, verdict } from '@carryover/operator/report/verdict';
import { describe, expect, it } from 'vitest';
import { aDifference, anEmptyReconciliation, aReconciliation } from './a-reconciliation.ts';

const compared = (number: number, differing: number) =>
  anEmptyReconciliation({
    comparison: {
      compared: number,
      agreeing: number - differing,
      differences: Array.from({ length: differing }, () => aDifference()),
    },
  });

describe('the verdict', () => {
  it.each([
    [
      anEmptyReconciliation(),
      'not_compared',
      'No control totals were given: this is what landed, compared with nothing.',
    ],
    [compared(0, 0), 'not_compared', 'There was nothing to compare: the control totals given are empty.'],
    [compared(1, 0), 'agree', 'The one total there is agrees with its control total.'],
    [compared(1234, 0), 'agree', 'All 1,234 totals agree with the control totals.'],
    [compared(1234, 1), 'differ', '1 of 1,234 totals differs from the control totals.'],
    [compared(1234, 1234), 'differ', '1,234 of 1,234 totals differ from the control totals.'],
  ])('is one sentence (%#)', (reconciliation, outcome, sentence) => {
    expect([outcomeOf(reconciliation), verdict(reconciliation)]).toEqual([outcome, sentence]);
  });
});

describe('the remarks', () => {
  it('are none where nothing is out of the ordinary', () => {
    expect(remarks(compared(3, 0))).toEqual([]);
  });

  it('say what else was found', () => {
    expect(remarks(aReconciliation())).toEqual([
      { id: 'moved', sentence: '1 transaction was moved into the open statement period.' },
      { id: 'conflicts', sentence: '1 transaction was sent again with other content; the first was kept.' },
      {
        id: 'note-conflicts',
        sentence: '1 note was sent again with other documents or another pin; the first was kept.',
      },
      { id: 'repeated', sentence: '1 transaction is on the account more than once, as was asked for.' },
      { id: 'mismatches', sentence: '1 figure does not add up inside supply charges, accepted as sent.' },
      { id: 'unknown-fields', sentence: '1 undocumented field was left out.' },
      { id: 'refusals', sentence: '2 requests were refused; a refused request leaves nothing behind.' },
    ]);
  });
});
