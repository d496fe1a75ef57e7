import type { AccessTokens } from '@carryover/application/ports/access-tokens';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { rememberTokens } from './remember-tokens.ts';
import { keysFor, type RootSecrets } from './root-secret.ts';

const ALGORITHM = 'HS256';
const TYPE = 'carryover-access+jwt';
const AUDIENCE = 'carryover';

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Access tokens as signed JWTs: the API key as subject, the organisation beside it; algorithm, type and audience fixed. */
export const makeJwtAccessTokens = (
  secrets: RootSecrets,
  options: { readonly lifetimeSeconds: number },
): AccessTokens => {
  const keys = keysFor(secrets, 'token-signing');

  const check = async (token: string, key: Uint8Array, now: Date): Promise<JWTPayload | null> => {
    try {
      const expected = { algorithms: [ALGORITHM], typ: TYPE, audience: AUDIENCE, currentDate: now };
      return (await jwtVerify(token, key, { ...expected, requiredClaims: ['sub', 'org', 'exp'] })).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };

  return rememberTokens({
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
    verify: async (token, now) => {
      for (const key of keys) {
        const claims = await check(token, key, now);
        if (claims === null) continue;
        const caller = { apiKeyId: String(claims.sub), organisationId: String(claims.org) };
        return { caller, expiresAt: new Date(claims.exp! * 1000) };
      }
      return null;
    },
  });
};
