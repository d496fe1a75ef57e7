import { makeRoot, type TokenContext } from '@carryover/adapters-http/graphql/endpoint';
import { makeRateLimiter, TOKEN_ATTEMPTS } from '@carryover/adapters-http/limits/rate-limit';
import { makeObtainToken, type ObtainToken } from '@carryover/application/access/authenticate';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { aCounter } from '../support/a-counter.ts';
import { theService } from '../support/a-service.ts';
import { ask, GRAPHQL, tokenRequest } from './support/ask.ts';

const service = await theService({ TRUSTED_PROXIES: '127.0.0.1' });

const from = async (address: string, body: string): Promise<[number, string]> => {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
  const { status, text } = await ask(`${service.baseUrl}${GRAPHQL}`, { method: 'POST', headers, body });
  const { errors } = JSON.parse(text);
  return [status, errors === undefined ? 'token' : errors[0].extensions.code];
};
const WRONG = 'co_00000000_0000000000000000000000000000000000000000000';
const field = (apiKey: string, at: number) => `a${at}: obtainToken(input: {apiKey: "${apiKey}"}) { token }`;

// How many a minute, and that other addresses are left alone: test/api/tokens.test.ts.
describe('guesses at API keys', () => {
  it('are made one a request: a document of many makes none', async () => {
    const guesses = [...Array<string>(50).fill(WRONG), service.demo.api_key];
    const many = JSON.stringify({ query: `mutation { ${guesses.map(field).join(' ')} }` });
    for (let times = 0; times < 3; times += 1) expect(await from('192.0.2.1', many)).toEqual([200, 'invalid']);
    // None was tried, so none is counted: the twenty of this minute are left.
    for (let times = 0; times < 20; times += 1) {
      expect(await from('192.0.2.1', tokenRequest(WRONG))).toEqual([200, 'authentication_failed']);
    }
    expect(await from('192.0.2.1', tokenRequest(service.demo.api_key))).toEqual([429, 'throttled']);
  });

  it('are counted for the address that the trusted proxy saw, whatever precedes it', async () => {
    for (let at = 0; at < 20; at += 1) await from(`198.51.100.${at}, 192.0.2.3`, tokenRequest(WRONG));
    expect(await from('203.0.113.7, 192.0.2.3', tokenRequest(WRONG))).toEqual([429, 'throttled']);
  });

  it('gain nothing by being sent all at once: the right one among them comes too late', async () => {
    let answerRight = () => {};
    const right = new Promise<void>((resolve) => {
      answerRight = resolve;
    });
    const obtainToken: ObtainToken =
      ({ apiKey }) =>
      async () => {
        if (apiKey === 'wrong') return E.left({ kind: 'authentication_failed' });
        await right;
        return E.right({ token: 'the token', expiresAt: new Date() });
      };
    const root = makeRoot(obtainToken, makeRateLimiter(TOKEN_ATTEMPTS, aCounter()));
    const context: TokenContext = { address: '192.0.2.9', rejected: null };
    const attempt = (apiKey: string) => root.obtainToken({ input: { apiKey } }, context).catch((error) => error);

    const late = attempt('right');
    const wrong = await Promise.all(Array.from({ length: 30 }, () => attempt('wrong')));
    answerRight();
    const codes = wrong.map((error: GraphQLError) => error.extensions.code);
    expect(codes.filter((code) => code === 'authentication_failed')).toHaveLength(20);
    expect(((await late) as GraphQLError).extensions.code).toBe('throttled');
  });
});

describe('a prefix that no key has', () => {
  it('is compared like one that is there, so that the time of the answer does not tell', async () => {
    const compared: (Uint8Array | null)[] = [];
    const digest = new Uint8Array(32);
    const key = { id: 'k', organisationId: 'o', prefix: 'p', digest, expiresAt: null, revokedAt: null };
    const obtainToken = makeObtainToken({
      apiKeys: {
        byPrefix: (prefix) => TE.right(prefix === key.prefix ? key : null),
        byId: () => TE.right(null),
        countLive: () => expect.fail('Nobody counts.'),
        markUsed: () => expect.fail('No key was right.'),
        replaceDigest: () => expect.fail('No key was right.'),
      },
      apiKeySecrets: {
        make: () => expect.fail('No key is made.'),
        prefixOf: (apiKey) => apiKey,
        matches: (_, other) => {
          compared.push(other);
          return false;
        },
        renewedDigest: () => expect.fail('No key was right.'),
      },
      accessTokens: { issue: () => expect.fail('No key was right.'), verify: () => async () => null },
      clock: { now: () => new Date() },
    });
    for (const apiKey of ['p', 'q']) {
      expect(await obtainToken({ apiKey })()).toEqual(E.left({ kind: 'authentication_failed' }));
    }
    expect(compared).toEqual([digest, null]);
  });
});
