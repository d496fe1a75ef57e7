import { makeAdmission } from '@carryover/adapters-http/admission';
import { describe, expect, it } from 'vitest';

describe('admission', () => {
  it('bounds the bodies that are held, however many connections send them', () => {
    const admission = makeAdmission(8, 100);
    const [first, second] = [admission.enter('a')!, admission.enter('a')!];
    expect(first.hold(60)).toBe(true);
    expect(second.hold(50)).toBe(false);
    expect(second.hold(40)).toBe(true);
    first.leave();
    expect(second.hold(60)).toBe(true);
    second.leave();
    expect(admission.inside()).toBe(0);
  });

  it('lets as many requests in as are allowed, and as many again once they have left', () => {
    const admission = makeAdmission(3, 100);
    const enter = () => [1, 2, 3, 4].map(() => admission.enter('a'));
    const visits = enter();
    expect(visits.map((visit) => visit !== null)).toEqual([true, true, true, false]);
    for (const visit of visits) visit?.leave();
    expect(enter().map((visit) => visit !== null)).toEqual([true, true, true, false]);
  });

  it('keeps room for others, whatever one organisation holds', () => {
    const admission = makeAdmission(16, 160);
    const visits = Array.from({ length: 16 }, () => admission.enter('a')!);
    expect(visits[0]!.hold(160)).toBe(true);
    expect(admission.enter('a')).toBeNull();

    const other = admission.enter('b')!;
    expect(other.hold(20)).toBe(true);
    expect(other.hold(1)).toBe(false);
    expect(admission.enter('b')).not.toBeNull();
    expect(admission.enter('c')).toBeNull();
  });

  it('has room again for one that has left what it held', () => {
    const admission = makeAdmission(1, 10);
    for (let round = 0; round < 3; round += 1) {
      const visit = admission.enter('a')!;
      expect([visit.hold(10), visit.hold(1), admission.enter('a')]).toEqual([true, false, null]);
      visit.leave();
    }
  });
});
