import { explain, remarkOn, whyRepeated } from '@carryover/operations/report/sentences';
import { describe, expect, it } from 'vitest';
import {
  aConflict,
  aDifference,
  anEmptyReconciliation,
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
