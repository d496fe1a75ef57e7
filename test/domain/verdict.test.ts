import { verdictOf } from '@carryover/domain/verdict';
import { expect, it } from 'vitest';

it.each([
  [0, 0, 'agree'],
  [0, 1, 'differ'],
  [1, 0, 'incomplete'],
  [1, 1, 'incomplete'],
])('with %d unread and %d differing control totals the verdict is: %3$s', (unread, differing, verdict) => {
  expect(verdictOf({ unread, differing })).toBe(verdict);
});
