import { checkPeriod } from '@carryover/domain/period';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { day } from '../support/a-transaction.ts';

describe('a period does not end before it begins (decisions 6, 7)', () => {
  it.each([
    ['2019-09-01', '2019-09-30', true],
    ['2019-09-01', '2019-09-01', true],
    ['2019-09-02', '2019-09-01', false],
    ['2019-12-31', '2020-01-01', true],
    ['2020-01-01', '2019-12-31', false],
  ])('%s to %s: %s', (from, to, isRight) => {
    const period = { from: day(from), to: day(to) };
    expect(checkPeriod(period)).toEqual(isRight ? E.right(period) : E.left({ kind: 'invalid_period' }));
  });
});
