import { makeClient } from '@carryover/client';
import { afterEach, describe, expect, it } from 'vitest';
import { aScript, stopAll } from './a-script.ts';
import { NOTE_CREATED, NOTES, PAYMENTS } from './samples.ts';

afterEach(stopAll);

describe('options', () => {
  const options = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' };

  it.each([
    ['an address without scheme', { baseUrl: '127.0.0.1:3000' }],
    ['a file', { baseUrl: 'file:///etc' }],
    ['an address with a user', { baseUrl: 'http://me:secret@127.0.0.1' }],
    ['an address with a query', { baseUrl: 'http://127.0.0.1/?a=1' }],
    ['plain HTTP to another host', { baseUrl: 'http://carryover.example' }],
    ['plain HTTP to a name like loopback', { baseUrl: 'http://127.0.0.1.example' }],
    ['no API key', { apiKey: '' }],
    ['no time', { deadlineMs: 0 }],
    ['time without end', { deadlineMs: Number.POSITIVE_INFINITY }],
    ['half an attempt', { maxAttempts: 0.5 }],
    ['a misspelt name', { maxAttemps: 3 }],
    ["a call's option", { signal: AbortSignal.timeout(1_000) }],
  ])('that can not be meant are refused: %s', (_, wrong) => {
    expect(() => makeClient({ ...options, ...wrong })).toThrow(TypeError);
  });

  it.each([
    'http://localhost:3000',
    'http://carryover.localhost',
    'http://127.1.2.3',
    'http://[::1]:3000',
    'http://[::ffff:127.0.0.1]',
    'https://carryover.example',
  ])('may have an address of this host, or an encrypted one: %s', (baseUrl) => {
    expect(() => makeClient({ ...options, baseUrl })).not.toThrow();
  });

  it('of a call too', async () => {
    const { client } = await aScript([]);
    await expect(client.createNotes(NOTES, { attemptTimeoutMs: -1 })).rejects.toThrow(TypeError);
  });

  it.each<[string, object]>([
    ['misspelt', { checkPreviouslyAddd: false }],
    ['as the text "false"', { checkPreviouslyAdded: 'false' }],
    ['null', { forceAddToCurrentStatement: null }],
  ])('of transactions are refused if a flag is %s', async (_, wrong) => {
    const { client, service } = await aScript([]);
    await expect(client.createTransactions(PAYMENTS, wrong)).rejects.toThrow(TypeError);
    await expect(client.validateTransactions(PAYMENTS, wrong)).rejects.toThrow(TypeError);
    await expect(client.loadAll([{ kind: 'transactions', request: PAYMENTS, flags: wrong }])).rejects.toThrow(
      TypeError,
    );
    expect(service.received).toEqual([]);
  });

  it('of a call are refused if another call has them', async () => {
    const { client } = await aScript([]);
    const flags: object = { checkPreviouslyAdded: false };
    await expect(client.createNotes(NOTES, flags)).rejects.toThrow('There is no option checkPreviouslyAdded here.');
  });

  it('name the load in each request, if there is one', async () => {
    const loadId = '3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be001';
    const { client, service } = await aScript(() => NOTE_CREATED, { loadId });
    await client.createNotes(NOTES);
    expect(service.received.map(({ headers }) => headers['carryover-load-id'])).toEqual([loadId]);
    expect(() => makeClient({ ...options, loadId: 'night' })).toThrow('loadId must be a UUID.');
  });

  it('take an address below a path, with or without a slash at its end', async () => {
    const { service } = await aScript(() => NOTE_CREATED);
    const urls: string[] = [];
    const client = makeClient({
      ...options,
      baseUrl: 'http://gateway.example/carryover//',
      allowPlaintext: true,
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url.replace('http://gateway.example/carryover', service.baseUrl), init);
      },
    });
    await client.createNotes(NOTES);
    expect(urls).toEqual([
      'http://gateway.example/carryover/v1/graphql/',
      'http://gateway.example/carryover/v1/data-import/notes/create/',
    ]);
  });
});
