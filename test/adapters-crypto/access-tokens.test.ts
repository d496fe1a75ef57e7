import { randomBytes } from 'node:crypto';
import { makeJwtAccessTokens } from '@carryover/adapters-crypto/access-tokens';
import { describe, expect, it } from 'vitest';

const CALLER = { organisationId: 'organisation', apiKeyId: 'key' };
const START = new Date('2026-06-01T00:00:00Z');
const secondsLater = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const aSecret = () => randomBytes(32);
const tokensOf = (current: Buffer, previous: Buffer | null = null) =>
  makeJwtAccessTokens({ current, previous }, { lifetimeSeconds: 10 });

describe('an access token (decisions 10)', () => {
  it('names its caller until it expires, also where it was verified before', async () => {
    const tokens = tokensOf(aSecret());
    const { token, expiresAt } = await tokens.issue(CALLER, START)();
    expect(expiresAt).toEqual(secondsLater(10));
    for (const second of [0, 0, 5, 9]) expect(await tokens.verify(token, secondsLater(second))()).toEqual(CALLER);
    for (const second of [10, 11, 9]) {
      expect(await tokens.verify(token, secondsLater(second))()).toEqual(second === 9 ? CALLER : null);
    }
  });

  it('is refused where one character of it is another, whatever was verified before', async () => {
    const tokens = tokensOf(aSecret());
    const { token } = await tokens.issue(CALLER, START)();
    expect(await tokens.verify(token, START)()).toEqual(CALLER);
    for (const at of [0, Math.floor(token.length / 2), token.length - 3]) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(await tokens.verify(changed, START)()).toBeNull();
    }
  });

  it('outlives the rotation of the root secret, once', async () => {
    const [old, current, next] = [aSecret(), aSecret(), aSecret()] as const;
    const { token } = await tokensOf(old).issue(CALLER, START)();
    expect(await tokensOf(current, old).verify(token, START)()).toEqual(CALLER);
    expect(await tokensOf(next, current).verify(token, START)()).toBeNull();
  });
});
