import type { Attempt } from '@carryover/client';
import { retryAfterMs } from '@carryover/client/http/post';
import { waitMs } from '@carryover/client/http/repeat';
import { afterEach, describe, expect, it } from 'vitest';
import { aScript, failureOf, silentFor, simulateTimeLimits, stopAll } from './a-script.ts';
import { NOTE_CREATED, NOTES, refusal } from './samples.ts';

afterEach(stopAll);

const BUSY = refusal(503, 'service_unavailable', { 'Retry-After': '1' });

describe('a request is sent again', () => {
  it.each([403, 407, 408, 410, 425, 429, 500, 501, 502, 503, 504, 507, 520])('after a %d', async (status) => {
    const { client, service } = await aScript([refusal(status, 'error'), NOTE_CREATED]);
    expect(await client.createNotes(NOTES)).toHaveLength(1);
    expect(service.received).toHaveLength(2);
    expect(service.received[0]!.json).toEqual(service.received[1]!.json);
  });

  it('after a connection that broke', async () => {
    const { client, service } = await aScript(['reset', NOTE_CREATED]);
    await client.createNotes(NOTES);
    expect(service.received).toHaveLength(2);
  });

  it('after an attempt that took too long', async () => {
    simulateTimeLimits();
    const { client, service } = await aScript([() => silentFor(30_000), NOTE_CREATED]);
    await client.createNotes(NOTES);
    expect(service.received).toHaveLength(2);
  });

  it('when the payment vendor can not be asked', async () => {
    const answer = { status: 201, json: { service_account_number: 'A-1B2C3D4E', reference: 'pm_1' } };
    const { client } = await aScript([refusal(500, 'payment_vendor_unavailable'), answer]);
    const { import_supplier, external_account_number } = NOTES;
    const instruction = { import_supplier, external_account_number, vendor: 'STRIPE', reference: 'pm_1', type: 'CARD' };
    expect(await client.createPaymentInstruction(instruction)).toMatchObject(answer.json);
  });

  it.each([200, 302, 400, 401, 404, 405, 415])('after a %d that the service did not give', async (status) => {
    const { client, service } = await aScript([{ status, text: '<html>' }, NOTE_CREATED]);
    expect(await client.createNotes(NOTES)).toHaveLength(1);
    expect(service.received).toHaveLength(2);
  });

  it.each([400, 401, 404, 405, 413, 415])('not after a %d', async (status) => {
    const { client, service } = await aScript([refusal(status, 'error'), NOTE_CREATED]);
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ status, attempts: 1 });
    expect(service.received).toHaveLength(1);
  });

  it('as often as is allowed', async () => {
    const { client, service } = await aScript(() => BUSY, { maxAttempts: 3 });
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind: 'unavailable', attempts: 3 });
    expect(service.received).toHaveLength(3);
  });

  it('reports each attempt', async () => {
    const attempts: Attempt[] = [];
    const { client } = await aScript([BUSY, NOTE_CREATED], { onAttempt: (attempt) => attempts.push(attempt) });
    await client.createNotes(NOTES);
    const common = { endpoint: 'notes/create', durationMs: 0, mayBeStored: false };
    const answered = { outcome: 'answered', status: 201, code: null, requestId: null, waitMs: null } as const;
    expect(attempts).toEqual([
      {
        ...common,
        number: 1,
        outcome: 'unavailable',
        status: 503,
        code: 'service_unavailable',
        requestId: 'request-1',
        waitMs: 1_500,
      },
      { ...common, number: 2, ...answered },
    ]);
  });
});

describe('the wait before the next attempt', () => {
  it('doubles up to ten seconds, and is any part of that', () => {
    const none = { retryAfterMs: null };
    expect([1, 2, 3, 4, 5, 6, 7].map((number) => waitMs(number, none, 1))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
    expect([0, 0.25].map((random) => waitMs(3, none, random))).toEqual([0, 500]);
  });

  it('begins when the service says', async () => {
    const date = { Date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'Retry-After': 'Sat, 21 Nov 2026 10:00:05 GMT' };
    const { client, time } = await aScript([
      refusal(429, 'throttled', { 'Retry-After': '3' }),
      refusal(503, 'service_unavailable', date),
      refusal(503, 'service_unavailable', { 'Retry-After': 'soon' }),
      NOTE_CREATED,
    ]);
    await client.createNotes(NOTES);
    expect(time.waits).toEqual([3_500, 6_000, 2_000]);
  });

  it.each([
    ['whole seconds', '120', 120_000],
    ['a date in the past', 'Sat, 21 Nov 2026 09:59:00 GMT', 0],
    ['a date', 'Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
    ['nothing', null, null],
    ['a word', 'soon', null],
    ['a number below zero', '-5', null],
    ['half a second', '0.5', null],
    ['a date that is none', 'Sat, 99 Nov 2026 10:01:00 GMT', null],
  ])('is read from a Retry-After of %s', (_, retryAfter, expected) => {
    const headers = new Map([
      ['date', 'Sat, 21 Nov 2026 10:00:00 GMT'],
      ['retry-after', retryAfter],
    ]);
    expect(retryAfterMs({ header: (name) => headers.get(name) ?? null })).toBe(expected);
  });

  it('never goes beyond the deadline: the call fails at once, with the reason', async () => {
    const { client, service, time } = await aScript(
      [refusal(429, 'throttled', { 'Retry-After': '60' }), NOTE_CREATED],
      {
        deadlineMs: 60_000,
      },
    );
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 60_000,
      attempts: 1,
    });
    expect(time.waits).toEqual([]);
    expect(service.received).toHaveLength(1);
  });
});
