import type { AccessTokens, Caller } from '@carryover/application/ports/access';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { keysFor, type RootSecrets } from './root-secret.ts';

const ALGORITHM = 'HS256';
const TYPE = 'carryover-access+jwt';
const AUDIENCE = 'carryover';

/** Only tokens that were verified are cached, so that a client cannot fill the cache with others. */
const MAX_CACHED = 10_000;

type Verified = { readonly caller: Caller; readonly expiresAt: Date };

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const check = async (token: string, key: Uint8Array, now: Date): Promise<JWTPayload | null> => {
  try {
    const expected = { algorithms: [ALGORITHM], typ: TYPE, audience: AUDIENCE, currentDate: now };
    return (await jwtVerify(token, key, { ...expected, requiredClaims: ['sub', 'org', 'exp'] })).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
};

const verifyWith = async (keys: ReadonlyArray<Uint8Array>, token: string, now: Date): Promise<Verified | null> => {
  for (const key of keys) {
    const claims = await check(token, key, now);
    if (claims === null) continue;
    const caller = { apiKeyId: String(claims.sub), organisationId: String(claims.org) };
    return { caller, expiresAt: new Date(claims.exp! * 1000) };
  }
  return null;
};

/**
 * Access tokens as signed JWTs with the API key as subject and the organisation; algorithm, type and audience are fixed.
 *
 * The signature of each token is verified once, however many requests carry it: a token never changes its meaning, it
 * only expires. Each request still checks that its API key is live.
 */
export const makeJwtAccessTokens = (
  secrets: RootSecrets,
  options: { readonly lifetimeSeconds: number },
): AccessTokens => {
  const keys = keysFor(secrets, 'token-signing');
  const cache = new LRUCache<string, Verified>({ max: MAX_CACHED });
  return {
    issue: (caller, now) => async () => {
      const expiresAt = new Date((seconds(now) + options.lifetimeSeconds) * 1000);
      const token = await new SignJWT({ org: caller.organisationId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(caller.apiKeyId)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(expiresAt))
        .sign(keys[0]);
      return { token, expiresAt };
    },
    verify: (token, now) => async () => {
      const cached = cache.get(token);
      if (cached !== undefined && now < cached.expiresAt) return cached.caller;
      cache.delete(token);
      const verified = await verifyWith(keys, token, now);
      if (verified === null) return null;
      cache.set(token, verified);
      return verified.caller;
    },
  };
};
