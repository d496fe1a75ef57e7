import type { Caller } from '@carryover/application/import-request';
import type { AccessTokens } from '@carryover/application/ports/access-tokens';

/** Only tokens that verified are kept, so a client can't fill this with others. */
const MAX_REMEMBERED = 10_000;

/**
 * Verifies each token's signature once, however many requests carry it: a token never changes its meaning, it only
 * expires. Whether its API key is alive is asked elsewhere, of every request.
 */
export const rememberTokens = (
  tokens: Omit<AccessTokens, 'verify'> & {
    readonly verify: (
      token: string,
      now: Date,
    ) => Promise<{ readonly caller: Caller; readonly expiresAt: Date } | null>;
  },
): AccessTokens => {
  const remembered = new Map<string, { readonly caller: Caller; readonly expiresAt: Date }>();
  return {
    issue: tokens.issue,
    verify: (token, now) => async () => {
      const known = remembered.get(token);
      if (known !== undefined && now < known.expiresAt) return known.caller;
      const verified = await tokens.verify(token, now);
      if (known !== undefined) remembered.delete(token);
      if (verified === null) return null;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(token, verified);
      return verified.caller;
    },
  };
};
