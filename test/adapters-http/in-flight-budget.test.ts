import { makeInFlightBudget } from '@carryover/adapters-http/in-flight-budget';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

const delay = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A task that lasts until it is told to end. */
const aTask = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasBegun = false;
  const run = () => {
    hasBegun = true;
    return promise;
  };
  return { run, end: resolve, hasBegun: () => hasBegun };
};
type Task = ReturnType<typeof aTask>;

const begun = (tasks: ReadonlyArray<Task>) => tasks.map(({ hasBegun }) => hasBegun());

describe('the budget of bodies that are worked on at once', () => {
  it('is what their bytes come to, but always two; the first that came is the first to go on', async () => {
    const budget = makeInFlightBudget(100);
    const tasks = [90, 90, 50, 10].map((bytes) => ({ ...aTask(), bytes }));
    const done = tasks.map(({ bytes, run }) => budget(bytes, run)());
    await delay(10);
    expect(begun(tasks)).toEqual([true, true, false, false]);
    tasks[1]!.end();
    await delay(10);
    expect(begun(tasks)).toEqual([true, true, true, false]);
    tasks[0]!.end();
    await delay(10);
    expect(begun(tasks)).toEqual([true, true, true, true]);
    for (const { end } of tasks) end();
    await Promise.all(done);
  });

  it('is given up by what waits for something else', async () => {
    const budget = makeInFlightBudget(100);
    const locked = Array.from({ length: 2 }, aTask);
    const done = locked.map(({ run }) => budget(100, run)());
    const other = aTask();
    done.push(budget(100, other.run)());
    await delay(100);
    expect(begun([other])).toEqual([false]);
    await delay(1_000);
    expect(begun([other])).toEqual([true]);
    for (const { end } of [...locked, other]) end();
    await Promise.all(done);
  });

  it('is not given up by more than eight times as much', async () => {
    const budget = makeInFlightBudget(100);
    const tasks = Array.from({ length: 12 }, aTask);
    const done = tasks.map(({ run }) => budget(100, run)());
    await delay(20_000);
    expect(begun(tasks)).toEqual([...Array(10).fill(true), false, false]);
    for (const { end } of tasks) end();
    await Promise.all(done);
    expect(begun(tasks)).toEqual(Array(12).fill(true));
  });

  it('is given back by what fails', async () => {
    const budget = makeInFlightBudget(100);
    const fail = () => Promise.reject(new Error('no'));
    await Promise.allSettled([1, 2, 3].map(() => budget(100, fail)()));
    await expect(budget(100, () => Promise.resolve('yes'))()).resolves.toBe('yes');
  });
});
