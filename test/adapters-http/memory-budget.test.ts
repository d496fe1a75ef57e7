import { makeMemoryBudget } from '@carryover/adapters-http/limits/memory-budget';
import type { Permit } from '@carryover/adapters-http/pipeline/context';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

const delay = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Asks for so many bytes each; `granted` says which were granted so far. */
const acquire = (sizes: ReadonlyArray<number>) => {
  const budget = makeMemoryBudget(100);
  const permits: (Permit | null)[] = sizes.map(() => null);
  sizes.forEach(async (bytes, index) => {
    permits[index] = await budget.acquire(bytes);
  });
  return {
    granted: () => permits.map((permit) => permit !== null),
    release: (index: number) => permits[index]!.release(),
  };
};

describe('the memory budget', () => {
  it('bounds the bytes being processed, but always admits two bodies, in the order of their requests', async () => {
    const { granted, release } = acquire([90, 90, 50, 10]);
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
    const { granted } = acquire([100, 100, 100]);
    await delay(100);
    expect(granted()).toEqual([true, true, false]);
    await delay(1_000);
    expect(granted()).toEqual([true, true, true]);
  });

  it('sets aside at most eight times its size', async () => {
    const { granted, release } = acquire(Array(12).fill(100));
    await delay(20_000);
    expect(granted()).toEqual([...Array(10).fill(true), false, false]);
    for (let index = 0; index < 10; index += 1) release(index);
    await delay(10);
    expect(granted()).toEqual(Array(12).fill(true));
  });
});
