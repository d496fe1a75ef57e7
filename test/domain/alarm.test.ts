import { areTooManyRefused, openSince } from '@carryover/domain/alarm';
import { describe, expect, it } from 'vitest';

const limits = { stalledMs: 1, heldBackMs: 1, refusedShare: 0.05 };
const isAlarm = (refused: number, requests: number, hasBegun = false) =>
  areTooManyRefused({ refused, requests }, limits, hasBegun);

describe('refused requests', () => {
  it('are an alarm from twenty on, if they are the share of all or more', () => {
    expect([isAlarm(19, 19), isAlarm(20, 20), isAlarm(20, 400), isAlarm(20, 401), isAlarm(0, 0)]).toEqual([
      ...[false, true, true, false, false],
    ]);
  });

  it('that began as an alarm end below half of that', () => {
    expect([isAlarm(10, 400, true), isAlarm(10, 401, true), isAlarm(9, 9, true)]).toEqual([true, false, false]);
  });
});

describe('open transactions', () => {
  it('are known since they were found first, and forgotten once they have ended', () => {
    const first = openSince(new Map(), ['7', '17592186044420'], 100);
    expect([...first]).toEqual([
      ['7', 100],
      ['17592186044420', 100],
    ]);
    expect([...openSince(first, ['9', '17592186044420'], 200)]).toEqual([
      ['9', 200],
      ['17592186044420', 100],
    ]);
  });
});
