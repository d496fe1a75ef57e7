import { makeRateLimiter, type RateLimiter } from '@carryover/adapters-http/limits/rate-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { aCounter } from '../support/a-counter.ts';

const QUOTA = { name: 'requests', points: 1_000, windowSeconds: 60 };

/** Takes as often as told, all at once. @returns how many were allowed. */
const take = async (limiter: RateLimiter, times: number, key = 'one'): Promise<number> => {
  const taken = await Promise.all(Array.from({ length: times }, () => limiter.take(key)));
  return taken.filter(({ rejected }) => rejected === null).length;
};

describe('processes that share a counter', () => {
  it('allow the quota together, never more, and less by a hundredth per process at most', async () => {
    const counter = aCounter();
    const [one, two, three] = [1, 2, 3].map(() => makeRateLimiter(QUOTA, counter)) as [
      RateLimiter,
      RateLimiter,
      RateLimiter,
    ];
    expect([await take(one, 5), await take(two, 95)]).toEqual([5, 95]);
    expect(await take(three, 2_000)).toBe(890);
    // The rest of the block of the first.
    expect(await take(one, 2_000)).toBe(5);
    expect(await take(two, 1, 'another')).toBe(1);
  });

  it('ask it once for every hundredth of the quota, and no more once it is used up', async () => {
    let asked = 0;
    class Counted extends RateLimiterMemory {
      override consume(...args: Parameters<RateLimiterMemory['consume']>) {
        asked += 1;
        return super.consume(...args);
      }
    }
    const limiter = makeRateLimiter(QUOTA, { ...aCounter(), limiter: (options) => new Counted(options) });
    expect(await take(limiter, 1_000)).toBe(1_000);
    expect(asked).toBe(100);
    expect(await take(limiter, 1_000)).toBe(0);
    expect(asked).toBeLessThanOrEqual(101);
  });
});

describe('a process whose counter does not answer', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('The database is down.'))],
    ['says nothing', () => new Promise<never>(() => undefined)],
  ])('counts alone: one that %s', async (_, answer) => {
    const failures: unknown[] = [];
    class Down extends RateLimiterMemory {
      override consume = answer;
      override get = answer;
    }
    const limiter = makeRateLimiter(
      { ...QUOTA, points: 1 },
      { limiter: (options) => new Down(options), onFailure: (error) => failures.push(error) },
    );
    expect((await limiter.peek('one')).rejected).toBeNull();
    expect(await take(limiter, 3)).toBe(1);
    expect((await limiter.peek('one')).rejected).not.toBeNull();
    expect(failures.length).toBeGreaterThan(0);
  });
});
