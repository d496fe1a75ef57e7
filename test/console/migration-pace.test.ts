import { isRising, perSecond } from '@carryover/console/figures/supplier-figures';
import { describe, expect, it } from 'vitest';

describe('the pace of a migration', () => {
  it('is the events per second, of one second at least', () => {
    expect(perSecond({ events: 30, seconds: 60 })).toBe(0.5);
    expect(perSecond({ events: 30, seconds: 0 })).toBe(30);
  });
});

describe('a code of refusals', () => {
  it.each([
    { before: 10, recent: 30, rises: true, because: 'there are three times as many' },
    { before: 0, recent: 20, rises: true, because: 'there were none' },
    { before: 10, recent: 29, rises: false, because: 'there are less than three times as many' },
    { before: 0, recent: 19, rises: false, because: 'there are few' },
  ])('rises: $rises, because $because', ({ before, recent, rises }) => {
    expect(isRising({ events: before, seconds: 600 }, { events: recent, seconds: 600 })).toBe(rises);
  });

  it('is compared by time', () => {
    expect(isRising({ events: 100, seconds: 3_000 }, { events: 60, seconds: 600 })).toBe(true);
  });
});
