import { getEventListeners } from 'node:events';
import { REAL_TIME } from '@carryover/client/http/timing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aScript, failureOf, silentFor, simulateTimeLimits, stopAll } from './a-script.ts';
import { aToken, NOTE_CREATED, NOTES, refusal } from './samples.ts';

afterEach(stopAll);

describe('the deadline of a call', () => {
  it('is for all attempts together, and the failure before it is its cause', async () => {
    simulateTimeLimits();
    const { client } = await aScript([refusal(500, 'error'), () => silentFor(10_000)], { deadlineMs: 10_000 });
    const error = await failureOf(client.createNotes(NOTES));
    expect(error).toMatchObject({ kind: 'deadline', attempts: 2, mayBeStored: true, status: null });
    expect(error.cause).toMatchObject({ kind: 'unexpected', status: 500, requestId: 'request-1', attempts: 1 });
  });

  it('is also for the token: nothing was sent', async () => {
    simulateTimeLimits();
    const options = { deadlineMs: 10_000, tokenScript: () => silentFor(10_000) };
    const { client, service } = await aScript(() => NOTE_CREATED, options);
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind: 'deadline', mayBeStored: false });
    expect(service.received).toEqual([]);
  });

  it('of a call that reads leaves nothing open', async () => {
    simulateTimeLimits();
    const { client } = await aScript(() => silentFor(10_000), { deadlineMs: 10_000 });
    const call = client.compareControlTotals({ import_supplier: 'ACME', totals: [] });
    expect(await failureOf(call)).toMatchObject({ kind: 'deadline', mayBeStored: false });
  });

  it('leaves no timer behind, for which a program would wait at its end', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const clear = vi.spyOn(globalThis, 'clearTimeout');
    const { client } = await aScript(() => NOTE_CREATED, { deadlineMs: 59_999, attemptTimeoutMs: 29_999 });
    await client.createNotes(NOTES);
    const ours = set.mock.calls.flatMap(([, ms], at) =>
      ms === 59_999 || ms === 29_999 ? [set.mock.results[at]!] : [],
    );
    const cleared = clear.mock.calls.map(([timer]) => timer);
    expect(ours).toHaveLength(3);
    for (const { value } of ours) expect(cleared).toContain(value);
    vi.restoreAllMocks();
  });

  it('can be set for one call', async () => {
    simulateTimeLimits();
    const { client } = await aScript(() => silentFor(10_000));
    const call = client.createNotes(NOTES, { deadlineMs: 10_000 });
    expect(await failureOf(call)).toMatchObject({ kind: 'deadline', detail: 'Not done within 10000 ms.' });
  });
});

describe("the caller's signal", () => {
  it('ends a call before it starts', async () => {
    const { client, service } = await aScript(() => NOTE_CREATED);
    const call = client.createNotes(NOTES, { signal: AbortSignal.abort('no') });
    expect(await failureOf(call)).toMatchObject({ kind: 'aborted', cause: 'no', mayBeStored: false });
    expect([...service.tokenRequests, ...service.received]).toEqual([]);
  });

  it('ends a call while it waits for its answer: it may be stored', async () => {
    const controller = new AbortController();
    const { client } = await aScript(() => {
      setImmediate(() => controller.abort());
      return 'hang';
    });
    const call = client.createNotes(NOTES, { signal: controller.signal });
    expect(await failureOf(call)).toMatchObject({ kind: 'aborted', mayBeStored: true });
  });

  it('ends a wait', async () => {
    const controller = new AbortController();
    const { client, service } = await aScript(() => refusal(503, 'service_unavailable'), {
      timing: { ...REAL_TIME, random: () => 1, sleep: (_, signal) => REAL_TIME.sleep(3_600_000, signal) },
      onAttempt: () => setTimeout(() => controller.abort(), 10),
    });
    const call = client.createNotes(NOTES, { signal: controller.signal });
    expect(await failureOf(call)).toMatchObject({ kind: 'aborted', attempts: 1, mayBeStored: false });
    expect(service.received).toHaveLength(1);
  });

  it('is not held on to by calls that have ended', async () => {
    const { signal } = new AbortController();
    const { client } = await aScript(() => NOTE_CREATED);
    await Promise.all(Array.from({ length: 3 }, () => client.createNotes(NOTES, { signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('of the last who waits for a token ends the request for it', async () => {
    const controller = new AbortController();
    const { client, service } = await aScript(() => NOTE_CREATED, {
      tokenScript: (_, number) => {
        if (number > 1) return aToken('token');
        setImmediate(() => controller.abort());
        return 'hang';
      },
    });
    const call = client.createNotes(NOTES, { signal: controller.signal });
    expect(await failureOf(call)).toMatchObject({ kind: 'aborted' });
    await client.createNotes(NOTES);
    expect(service.tokenRequests).toHaveLength(2);
  });
});
