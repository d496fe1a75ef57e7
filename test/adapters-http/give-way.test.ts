import { makeGiveWay } from '@carryover/adapters-http/limits/give-way';
import { describe, expect, it } from 'vitest';

/** The feed of a process; `limits`: those of the pages that were read. */
const aFeed = (maxWaitMs?: number) => {
  const state = { isBusy: false, isStopping: false };
  const limits: number[] = [];
  const read = makeGiveWay(
    () => state.isBusy,
    () => state.isStopping,
    maxWaitMs,
  )(
    ({ limit }: { readonly limit: number }) =>
      async () =>
        limits.push(limit),
  );
  return { state, limits, read: () => read({ limit: 1_000 })() };
};

describe('the feed beside imports', () => {
  it('does not wait in a process that is not busy', async () => {
    const { limits, read } = aFeed();
    await read();
    expect(limits).toEqual([1_000]);
  });

  it('waits until the process is not busy any more', async () => {
    const { state, limits, read } = aFeed();
    state.isBusy = true;
    const reading = read();
    expect(limits).toEqual([]);
    state.isBusy = false;
    await reading;
    expect(limits).toEqual([1_000]);
  });

  it('gets a short page if it has waited too long', async () => {
    const { state, limits, read } = aFeed(1);
    state.isBusy = true;
    await read();
    expect(limits).toEqual([20]);
  });

  it('does not hold up the stop of the service', async () => {
    const { state, limits, read } = aFeed();
    Object.assign(state, { isBusy: true, isStopping: true });
    await read();
    expect(limits).toEqual([1_000]);
  });
});
