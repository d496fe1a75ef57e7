import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { watchLivez } from './environment/livez.ts';
import type { Answer, Outcome } from './load/http.ts';
import { Watch } from './watch.ts';

const PATH = '/v1/data-import/notes/create/';
const HEADERS = { 'content-type': 'application/json', 'x-request-id': '1', link: '</docs>; rel="help"' };

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: 'answer',
  status,
  headers: new Headers({ ...HEADERS, ...headers }),
  text: typeof body === 'string' ? body : JSON.stringify(body),
  tookMs: 3,
});
const error = (code: string) => ({ detail: 'Try again.', code, errors: [] });

const complaintsAbout = (outcome: Outcome): ReadonlyArray<string> => {
  const watch = new Watch();
  watch.saw('POST', PATH, outcome);
  return watch.complaints;
};

describe('the watch over the answers during a fault', () => {
  it.each([
    ['503', answer(503, error('service_unavailable'), { 'retry-after': '1' })],
    ['500', answer(500, error('error'))],
    ['a broken connection', { kind: 'no_answer', why: 'ECONNRESET', isTimeOut: false, tookMs: 1, sentAt: 0 } as const],
  ])('takes %s in its documented form', (_, outcome) => {
    expect(complaintsAbout(outcome)).toEqual([]);
  });

  it.each<readonly [string, Outcome]>([
    ['503 without Retry-After', answer(503, error('service_unavailable'))],
    ['502', answer(502, error('error'))],
    ['HTML', answer(503, '<h1>Bad Gateway</h1>', { 'retry-after': '1' })],
    ['an error without its list', answer(500, { detail: 'x', code: 'error' })],
    ['an unknown code', answer(500, error('oops'))],
    ['a 201 of another form', answer(201, { ok: true })],
    ['an answer without a request id', answer(500, error('error'), { 'x-request-id': '' })],
    ['silence', { kind: 'no_answer', why: 'no answer within 60 s', isTimeOut: true, tookMs: 60_000, sentAt: 0 }],
  ])('complains about %s', (name, outcome) => {
    // An empty header means none here.
    if (name.includes('request id') && outcome.kind === 'answer') outcome.headers.delete('x-request-id');
    expect(complaintsAbout(outcome)).not.toEqual([]);
  });
});

/** What is told of a process that lives and breaks each connection, after `onAsked`. */
const complaintsOf = async (onAsked: (silence: { mayBeSilent: boolean; silences: number }) => void) => {
  const silence = { mayBeSilent: false, silences: 0 };
  const again = Promise.withResolvers<void>();
  let asked = 0;
  const server = createServer((socket) =>
    socket.once('data', () => {
      asked += 1;
      onAsked(silence);
      if (asked > 1) again.resolve();
      socket.resetAndDestroy();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const watched = { port, ended: Promise.resolve({ code: 0, signal: null, at: 0 }), isAlive: () => true };
  const watch = new Watch();
  const { stop } = watchLivez(
    () => watched,
    () => silence,
    watch,
  );
  await again.promise;
  await stop();
  server.close();
  return watch.complaints;
};

describe('a process that lives', () => {
  it('must answer `/livez`, but for a silence that began while it was asked, also if that is over', async () => {
    const asked = [complaintsOf(() => undefined), complaintsOf((silence) => (silence.silences += 1))];
    expect(await Promise.all(asked)).toEqual([['/livez: ECONNRESET of a process that lives'], []]);
  });
});
