import { describe, expect, it } from 'vitest';
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
