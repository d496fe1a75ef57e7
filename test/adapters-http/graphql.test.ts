import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeGraphQLEndpoint, toGraphQLAnswer } from '@carryover/adapters-http/graphql/endpoint';
import { makeRateLimiter, TOKEN_ATTEMPTS } from '@carryover/adapters-http/limits/rate-limit';
import type { Answered } from '@carryover/adapters-http/request';
import { answerRejection, begin, makeRunningRequests } from '@carryover/adapters-http/request';
import type { ObtainToken } from '@carryover/application/access/authenticate';
import express from 'express';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { aCounter } from '../support/a-counter.ts';

let server: Server;
afterEach(() => server.close());

/** Asks for a token. @returns the answer, what the metrics were told, and the log's line. */
const ask = async (obtainToken: ObtainToken) => {
  const attempts = makeRateLimiter(TOKEN_ATTEMPTS, aCounter());
  const endpoint = makeGraphQLEndpoint(obtainToken, attempts, { mayIntrospect: true });
  const observed: Answered[] = [];
  let line = '';
  const telemetry = {
    logger: pino(
      {},
      {
        write: (text: string) => {
          line += text;
        },
      },
    ),
    running: makeRunningRequests(),
    observe: (answered: Answered) => observed.push(answered),
    trace: <A>(_of: unknown, run: () => Promise<A>) => run(),
  };
  const app = express().use(begin(telemetry, 'graphql', toGraphQLAnswer), endpoint, answerRejection);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/graphql/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'mutation { obtainToken(input: {apiKey: "x"}) { token } }' }),
  });
  const { status, headers } = answer;
  return { status, link: headers.get('link'), body: await answer.json(), observed, logged: JSON.parse(line) };
};

describe('a resolver that can not answer', () => {
  it('because of a defect: 500 in the form of GraphQL, and the log says what it was', async () => {
    const { status, link, body, observed, logged } = await ask(() => () => Promise.reject(new TypeError('a defect')));
    expect(status).toBe(500);
    expect(link).toBe('</docs/errors#error>; rel="help"');
    expect(body).toEqual({ data: null, errors: [{ message: expect.any(String), extensions: { code: 'error' } }] });
    expect(JSON.stringify(body)).not.toContain('a defect');
    expect(observed).toMatchObject([{ endpoint: 'graphql', status: 500, code: 'error' }]);
    expect(logged).toMatchObject({ level: 50, code: 'error', error: { type: 'TypeError', message: 'a defect' } });
  });

  it.each([
    ['a wrong key', { kind: 'authentication_failed' }, 200, 'authentication_failed'],
    ['no database', { kind: 'store_unavailable', cause: new Error('down') }, 503, 'service_unavailable'],
    ['a store that fails', { kind: 'store_failure', cause: new Error('broken') }, 500, 'error'],
  ] as const)('because of %s: metrics and log know the code', async (_, failure, status, code) => {
    const { observed, logged, ...answer } = await ask(() => TE.left(failure));
    expect(answer).toMatchObject({ status, body: { errors: [{ extensions: { code } }] } });
    expect(observed).toMatchObject([{ status, code }]);
    expect(logged).toMatchObject({ status, code });
  });
});
