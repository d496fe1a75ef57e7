import { explain, remarkOn } from '@carryover/operator/report/explain';
import { describe, expect, it } from 'vitest';
import { aConflict, aDifference, aTotal, everyExplanation, importId } from './a-reconciliation.ts';

describe('an explanation in plain words', () => {
  it('names what happened, when, and the import record', () => {
    expect(everyExplanation.map(explain)).toEqual([
      `Rejected: transactions/create at 2026-01-05T02:11:09Z with 400 no_open_statement_period (import ${importId(4)}): The main ledger has no open statement period.`,
      `Accepted: transactions/create at 2026-01-05T02:11:09Z stored 2 items (import ${importId(1)}).`,
      `Conflict: transaction 17 was sent again at 2026-01-05T02:11:09Z (import ${importId(3)}) with a different amount, note. The first was kept.`,
      'Repeated: transaction 19 is on the account 3 times.',
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
