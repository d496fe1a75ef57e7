import { inspect } from 'node:util';
import { CarryoverError } from '@carryover/client';
import { afterEach, describe, expect, it } from 'vitest';
import { aScript, failureOf, stopAll } from './a-script.ts';
import { aToken, NOTE_CREATED, NOTES, refusal } from './samples.ts';

afterEach(stopAll);

const DEAD = refusal(401, 'authentication_failed', { 'WWW-Authenticate': 'Token' });
const graphQLError = (status: number, code: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  json: { errors: [{ message: 'The API key is not valid.', extensions: { code } }] },
});
const expiring = (seconds: number) => `${new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19)}Z`;

describe('the access token (§5)', () => {
  it('is obtained with the API key and sent with each request', async () => {
    const { client, service } = await aScript(() => NOTE_CREATED);
    await client.createNotes(NOTES);
    await client.createNotes(NOTES);
    expect(service.tokenRequests.map(({ json }) => json.variables)).toEqual([{ input: { apiKey: 'key' } }]);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual(['Token token-1', 'Token token-1']);
  });

  it('is asked for once by calls that start together', async () => {
    const { client, service } = await aScript(() => NOTE_CREATED);
    await Promise.all(Array.from({ length: 20 }, () => client.createNotes(NOTES)));
    expect(service.tokenRequests).toHaveLength(1);
    expect(service.received).toHaveLength(20);
  });

  it('is renewed in the last minute of its hour', async () => {
    const { client, service, time } = await aScript(() => NOTE_CREATED);
    await client.createNotes(NOTES);
    time.pass(3_535_000);
    await client.createNotes(NOTES);
    time.pass(10_000);
    await client.createNotes(NOTES);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      'Token token-1',
      'Token token-1',
      'Token token-2',
    ]);
  });

  it('lives by the clock of the service, not by ours', async () => {
    const inThePast = { Date: 'Tue, 01 Jan 2019 00:00:00 GMT' };
    const tokenScript = (_: unknown, number: number) => ({
      ...(aToken(`token-${number}`, '2019-01-01T01:00:00Z') as object),
      status: 200,
      headers: inThePast,
    });
    const { client, service, time } = await aScript(() => NOTE_CREATED, { tokenScript });
    await client.createNotes(NOTES);
    time.pass(3_000_000);
    await client.createNotes(NOTES);
    time.pass(600_000);
    await client.createNotes(NOTES);
    expect(service.tokenRequests).toHaveLength(2);
  });

  it('whose end can not be told is used until it is refused', async () => {
    const { client, service } = await aScript([NOTE_CREATED, NOTE_CREATED, DEAD, NOTE_CREATED], {
      tokenScript: (_, number) => aToken(`token-${number}`, expiring(-3_600)),
    });
    for (let i = 0; i < 3; i += 1) await client.createNotes(NOTES);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      'Token token-1',
      'Token token-1',
      'Token token-1',
      'Token token-2',
    ]);
  });

  it('that died is replaced once, by one request for all calls, and each call made again', async () => {
    const { client, service, time } = await aScript(({ headers }) =>
      headers.authorization === 'Token token-1' ? DEAD : NOTE_CREATED,
    );
    await Promise.all(Array.from({ length: 5 }, () => client.createNotes(NOTES)));
    expect(service.tokenRequests).toHaveLength(2);
    expect(service.received).toHaveLength(10);
    expect(time.waits).toEqual([]);
  });

  it('that is refused twice is an error, and not asked for a third time', async () => {
    const { client, service } = await aScript(() => DEAD);
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({
      kind: 'not_authenticated',
      status: 401,
      code: 'authentication_failed',
      requestId: 'request-1',
      mayBeStored: false,
    });
    expect(service.tokenRequests).toHaveLength(2);
    expect(service.received).toHaveLength(2);
  });

  it('is not given for an API key that is not valid: no second attempt', async () => {
    const { client, service } = await aScript(() => NOTE_CREATED, {
      apiKey: 'co_0123456789_secret',
      tokenScript: () => graphQLError(200, 'authentication_failed'),
    });
    const error = await failureOf(client.createNotes(NOTES));
    expect(error).toBeInstanceOf(CarryoverError);
    expect(error).toMatchObject({ kind: 'not_authenticated', code: 'authentication_failed', attempts: 1 });
    expect(inspect(error)).not.toContain('secret');
    expect(service.tokenRequests).toHaveLength(1);
    expect(service.received).toEqual([]);
  });

  it.each([
    ['a service without database', graphQLError(503, 'service_unavailable', { 'Retry-After': '1' }), [1_500]],
    ['too many failed attempts from this address', graphQLError(429, 'throttled', { 'Retry-After': '7' }), [7_500]],
    ['a connection that breaks', 'reset' as const, [500]],
  ])('is asked for again after %s', async (_, first, waits) => {
    const { client, time } = await aScript(() => NOTE_CREATED, {
      tokenScript: (__, number) => (number === 1 ? first : aToken('token')),
    });
    await client.createNotes(NOTES);
    expect(time.waits).toEqual(waits);
  });

  it.each([
    ['404, as of another server', { status: 404, text: '<html>Not found</html>' }],
    ['200 with a page', { status: 200, text: '<html>Welcome</html>' }],
    ['200 without a token', { status: 200, json: { data: null } }],
  ])('that is answered %s: the answer is none of the interface', async (_, answer) => {
    const { client, service } = await aScript(() => NOTE_CREATED, { tokenScript: () => answer });
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind: 'protocol', mayBeStored: false });
    expect(service.tokenRequests).toHaveLength(1);
  });

  it('still comes for the others when one of those who wait leaves', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { client, service } = await aScript(() => NOTE_CREATED, {
      tokenScript: async () => {
        await asked;
        return aToken('token');
      },
    });
    const leaving = new AbortController();
    const left = failureOf(client.createNotes(NOTES, { signal: leaving.signal }));
    const stayed = client.createNotes(NOTES);
    leaving.abort(new Error('Enough.'));
    expect(await left).toMatchObject({ kind: 'aborted', cause: new Error('Enough.'), mayBeStored: false });
    answer();
    expect(await stayed).toHaveLength(1);
    expect(service.tokenRequests).toHaveLength(1);
  });
});
