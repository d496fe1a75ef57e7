import { makeAdmission } from '@carryover/adapters-http/limits/admission';
import { describe, expect, it } from 'vitest';

describe('admission', () => {
  it('bounds the bytes of all bodies, however many connections send them', () => {
    const admission = makeAdmission(8, 100);
    const [first, second] = [admission.acquire('a')!, admission.acquire('a')!];
    expect(first.reserve(60)).toBe(true);
    expect(second.reserve(50)).toBe(false);
    expect(second.reserve(40)).toBe(true);
    first.release();
    expect(second.reserve(60)).toBe(true);
    second.release();
    expect(admission.admitted()).toBe(0);
  });

  it('admits as many requests as are allowed, and as many again after their release', () => {
    const admission = makeAdmission(3, 100);
    const acquire = () => [1, 2, 3, 4].map(() => admission.acquire('a'));
    const permits = acquire();
    expect(permits.map((permit) => permit !== null)).toEqual([true, true, true, false]);
    for (const permit of permits) permit?.release();
    expect(acquire().map((permit) => permit !== null)).toEqual([true, true, true, false]);
  });

  it('keeps capacity for others, whatever one organisation uses', () => {
    const admission = makeAdmission(16, 160);
    const permits = Array.from({ length: 16 }, () => admission.acquire('a')!);
    expect(permits[0]!.reserve(160)).toBe(true);
    expect(admission.acquire('a')).toBeNull();

    const other = admission.acquire('b')!;
    expect(other.reserve(20)).toBe(true);
    expect(other.reserve(1)).toBe(false);
    expect(admission.acquire('b')).not.toBeNull();
    expect(admission.acquire('c')).toBeNull();
  });

  it('has its capacity again after a release', () => {
    const admission = makeAdmission(1, 10);
    for (let round = 0; round < 3; round += 1) {
      const permit = admission.acquire('a')!;
      expect([permit.reserve(10), permit.reserve(1), admission.acquire('a')]).toEqual([true, false, null]);
      permit.release();
    }
  });
});
