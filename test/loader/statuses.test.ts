import { statusesIn, statusesOf } from '@carryover/loader/service/statuses';
import { describe, expect, it } from 'vitest';

const ADDED = 'TRANSACTION_ADDED_TO_ACCOUNT';
const EXISTS = 'TRANSACTION_ALREADY_EXISTS';
const result = (status: string, fields: object = {}, more: object = {}) => ({
  status,
  transaction_data: { transaction_id: 'T-1', ...fields },
  ...more,
});

const answerOf = (body: unknown, space = 0) => {
  const text = JSON.stringify(body, null, space);
  return { text, json: () => JSON.parse(text) };
};

describe('the statuses of an answer', () => {
  it.each([
    ['all added', [result(ADDED), result(ADDED)]],
    ['one that existed', [result(ADDED), result(EXISTS)]],
    ['one that differs', [result(EXISTS, {}, { differing_fields: ['amount'] }), result(ADDED)]],
    ['a note with the text of a status', [result(EXISTS), result(ADDED, { note: `"status":"${ADDED}"` })]],
    ['a field like a status', [result(EXISTS), result(ADDED, { status: ADDED })]],
    ['fewer results', [result(ADDED)]],
    ['more results', [result(ADDED), result(ADDED), result(ADDED)]],
  ])('are the same whether it is parsed or searched: %s', (_, results) => {
    for (const space of [0, 2])
      expect(statusesIn('transactions', answerOf({ results }, space), 2)).toEqual(
        statusesOf('transactions', { results }, 2),
      );
  });
});
