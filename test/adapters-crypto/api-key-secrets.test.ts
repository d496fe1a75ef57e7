import { randomBytes } from 'node:crypto';
import { makeApiKeySecrets } from '@carryover/adapters-crypto/root-secret';
import { describe, expect, it } from 'vitest';

const aSecret = () => randomBytes(32);
const secretsOf = (current: Buffer, previous: Buffer | null = null) => makeApiKeySecrets({ current, previous });

describe('an API key (decisions 10)', () => {
  it('has 256 random bits behind its prefix, and matches its own digest alone', () => {
    const secrets = secretsOf(aSecret());
    const [one, other] = [secrets.make(), secrets.make()] as const;
    expect(one.apiKey).toMatch(/^co_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/);
    expect([secrets.prefixOf(one.apiKey), one.digest.length]).toEqual([one.prefix, 32]);
    expect(secrets.matches(one.apiKey, one.digest)).toBe(true);
    expect(secrets.matches(one.apiKey, other.digest)).toBe(false);
  });

  it.each(['', 'co_', 'co_0123abcd', 'CO_0123abcd_', `co_0123abcd_${'a'.repeat(42)}`, `co_0123abcd_${'a'.repeat(44)}`])(
    'is not %j',
    (text) => {
      expect(secretsOf(aSecret()).prefixOf(text)).toBeNull();
    },
  );

  it('matches no digest of another length, and none where there is none', () => {
    const secrets = secretsOf(aSecret());
    const { apiKey, digest } = secrets.make();
    for (const other of [null, new Uint8Array(), digest.subarray(1), Buffer.concat([digest, digest])]) {
      expect(secrets.matches(apiKey, other)).toBe(false);
    }
  });

  it('is hashed with the secret: the same key has another digest under another', () => {
    const { apiKey, digest } = secretsOf(aSecret()).make();
    expect(secretsOf(aSecret()).matches(apiKey, digest)).toBe(false);
  });
});

describe('the rotation of the root secret', () => {
  const [old, current, next] = [aSecret(), aSecret(), aSecret()] as const;
  const { apiKey, digest } = secretsOf(old).make();

  it('keeps keys of the secret before, and says what to store of them', () => {
    const both = secretsOf(current, old);
    expect(both.matches(apiKey, digest)).toBe(true);
    const renewed = both.renewedDigest(apiKey, digest)!;
    expect(renewed).not.toEqual(digest);
    expect(both.renewedDigest(apiKey, renewed)).toBeNull();
    expect(secretsOf(current).matches(apiKey, renewed)).toBe(true);
    expect(secretsOf(next, current).matches(apiKey, renewed)).toBe(true);
  });

  it('loses those that were not renewed before the secret is gone', () => {
    expect(secretsOf(current).matches(apiKey, digest)).toBe(false);
    expect(secretsOf(next, current).matches(apiKey, digest)).toBe(false);
  });
});
