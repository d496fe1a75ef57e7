import { type Change, makePlatformClient } from '@carryover/client';
import { expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const service = await theService();
const operator = anOperator(service.operatorEnvironment);
const { platform_key: platformKey } = (await operator('platform-key', 'issue', '--label', 'test', '--json')).json;
const { baseUrl } = service;

const note = (body: string) =>
  service.post('/v1/data-import/notes/create/', { ...service.demoAccount, notes: [{ body }] });
const bodiesOf = (changes: ReadonlyArray<Change>) =>
  changes
    .filter(({ type }) => type === 'import.accepted')
    .flatMap(({ data }) => (data.items as ReadonlyArray<{ body: string }>).map(({ body }) => body));

it('changes() repeats what failed, follows, and goes on at a kept cursor', async () => {
  let sent = 0;
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent += 1;
    const response = await globalThis.fetch(url, init);
    if (sent % 2 === 1) throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
    return response;
  };
  const timing = { sleep: async () => {} };
  const platform = makePlatformClient({ baseUrl, platformKey, fetch, timing });
  for (const body of ['1', '2', '3']) await note(body);

  const ended = new AbortController();
  const read: string[] = [];
  let cursor: string | null = null;
  await expect(async () => {
    for await (const { changes, next } of platform.changes({ limit: 2, signal: ended.signal })) {
      read.push(...bodiesOf(changes));
      cursor = next;
      if (read.length === 3) await note('4');
      if (read.length === 4) ended.abort();
    }
  }).rejects.toMatchObject({ kind: 'aborted' });
  expect(read).toEqual(['1', '2', '3', '4']);

  await note('5');
  const rest: string[] = [];
  await expect
    .poll(async () => {
      for await (const { changes, next } of platform.changes({ after: cursor, follow: false })) {
        rest.push(...bodiesOf(changes));
        cursor = next;
      }
      return rest;
    })
    .toEqual(['5']);
});

it('changes() says that a cursor is none, and that a key is wrong', async () => {
  const first = (key: string, after: string | null) =>
    makePlatformClient({ baseUrl, platformKey: key }).changes({ after, follow: false }).next();
  await expect(first(platformKey, 'x')).rejects.toMatchObject({ kind: 'validation', code: 'invalid_cursor' });
  await expect(first(`${platformKey.slice(0, 12)}${'x'.repeat(43)}`, null)).rejects.toMatchObject({
    kind: 'not_authenticated',
  });
});

it('changes() waits for a change no longer than an attempt may take', async () => {
  const waits: (string | null)[] = [];
  const fetch = async (url: string) => {
    waits.push(new URL(url).searchParams.get('wait'));
    return Response.json({ changes: [], next: 'x', caught_up: true });
  };
  for (const options of [{}, { attemptTimeoutMs: 6_000 }, { deadlineMs: 3_000 }])
    await makePlatformClient({ baseUrl, platformKey, fetch, ...options })
      .changes()
      .next();
  expect(waits).toEqual(['20', '4', '2']);
});
