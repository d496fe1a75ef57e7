import { makeGiveWay } from '@carryover/adapters-http/limits/give-way';
import { describe, expect, it } from 'vitest';

/** A page of the feed beside so many admitted requests; `limits`: those of the pages that were read. */
const aFeed = (maxWaitMs?: number) => {
  const state = { admitted: 0, isStopping: false };
  const limits: number[] = [];
  const read = makeGiveWay(
    () => state.admitted,
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
  it('does not wait for a few', async () => {
    const { state, limits, read } = aFeed();
    state.admitted = 7;
    await read();
    expect(limits).toEqual([1_000]);
  });

  it('waits until there are few again', async () => {
    const { state, limits, read } = aFeed();
    state.admitted = 8;
    const reading = read();
    expect(limits).toEqual([]);
    state.admitted = 0;
    await reading;
    expect(limits).toEqual([1_000]);
  });

  it('gets a short page if it has waited too long', async () => {
    const { state, limits, read } = aFeed(1);
    state.admitted = 16;
    await read();
    expect(limits).toEqual([50]);
  });

  it('does not hold up the stop of the service', async () => {
    const { state, limits, read } = aFeed();
    Object.assign(state, { admitted: 16, isStopping: true });
    await read();
    expect(limits).toEqual([1_000]);
  });
});
