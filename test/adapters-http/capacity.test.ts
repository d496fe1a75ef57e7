import { makeCapacity } from '@carryover/adapters-http/limits/capacity';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const makeAdmission = (maxRequests: number, maxBytes: number) =>
  makeCapacity({ maxRequests, maxBytes, maxProcessedBytes: 1 });

describe('admission', () => {
  it('bounds the bytes of all bodies, however many connections send them', () => {
    const capacity = makeAdmission(8, 100);
    const [first, second] = [capacity.admit('a')!, capacity.admit('a')!];
    expect(first.reserve(60)).toBe(true);
    expect(second.reserve(50)).toBe(false);
    expect(second.reserve(40)).toBe(true);
    first.release();
    expect(second.reserve(60)).toBe(true);
    second.release();
    expect(capacity.admitted()).toBe(0);
  });

  it('admits as many requests as are allowed, and as many again after their release', () => {
    const capacity = makeAdmission(3, 100);
    const admit = () => [1, 2, 3, 4].map(() => capacity.admit('a'));
    const permits = admit();
    expect(permits.map((permit) => permit !== null)).toEqual([true, true, true, false]);
    for (const permit of permits) permit?.release();
    expect(admit().map((permit) => permit !== null)).toEqual([true, true, true, false]);
  });

  it('is busy with eight requests at once, and for a moment after them', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const capacity = makeAdmission(16, 100);
    const permits = Array.from({ length: 7 }, () => capacity.admit('a')!);
    const few = capacity.isBusy();
    permits.push(capacity.admit('a')!);
    for (const { release } of permits) release();
    const states = [few, capacity.isBusy()];
    vi.advanceTimersByTime(500);
    expect([...states, capacity.isBusy()]).toEqual([false, true, false]);
    vi.useRealTimers();
  });

  it('keeps capacity for others, whatever one organisation uses', () => {
    const capacity = makeAdmission(16, 160);
    const permits = Array.from({ length: 16 }, () => capacity.admit('a')!);
    expect(permits[0]!.reserve(160)).toBe(true);
    expect(capacity.admit('a')).toBeNull();

    const other = capacity.admit('b')!;
    expect(other.reserve(20)).toBe(true);
    expect(other.reserve(1)).toBe(false);
    expect(capacity.admit('b')).not.toBeNull();
    expect(capacity.admit('c')).toBeNull();
  });

  it('has its capacity again after a release', () => {
    const capacity = makeAdmission(1, 10);
    for (let round = 0; round < 3; round += 1) {
      const permit = capacity.admit('a')!;
      expect([permit.reserve(10), permit.reserve(1), capacity.admit('a')]).toEqual([true, false, null]);
      permit.release();
    }
  });
});

const delay = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Asks to process bodies of so many bytes each; `granted` says which were granted so far. */
const process = (sizes: ReadonlyArray<number>) => {
  const capacity = makeCapacity({ maxRequests: 100, maxBytes: 100_000, maxProcessedBytes: 100 });
  const granted = sizes.map(() => false);
  const permits = sizes.map((bytes, index) => {
    const permit = capacity.admit('a')!;
    permit.reserve(bytes);
    void permit.process().then(() => {
      granted[index] = true;
    });
    return permit;
  });
  return { granted: () => granted, release: (index: number) => permits[index]!.release() };
};

describe('processing', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => vi.useRealTimers());

  it('bounds the bytes being processed, but always admits two bodies, in the order of their requests', async () => {
    const { granted, release } = process([90, 90, 50, 10]);
    await delay(10);
    expect(granted()).toEqual([true, true, false, false]);
    release(1);
    await delay(10);
    expect(granted()).toEqual([true, true, true, false]);
    release(0);
    await delay(10);
    expect(granted()).toEqual([true, true, true, true]);
  });

  it('sets aside what is processed for so long that it must be waiting for something else', async () => {
    const { granted } = process([100, 100, 100]);
    await delay(100);
    expect(granted()).toEqual([true, true, false]);
    await delay(1_000);
    expect(granted()).toEqual([true, true, true]);
  });

  it('has small bodies wait for no larger ones', async () => {
    const { granted } = process([8_193, 8_193, 8_193, 8_192]);
    await delay(10);
    expect(granted()).toEqual([true, true, false, true]);
  });

  it('sets aside at most eight times its size', async () => {
    const { granted, release } = process(Array(12).fill(100));
    await delay(20_000);
    expect(granted()).toEqual([...Array(10).fill(true), false, false]);
    for (let index = 0; index < 10; index += 1) release(index);
    await delay(10);
    expect(granted()).toEqual(Array(12).fill(true));
  });
});
