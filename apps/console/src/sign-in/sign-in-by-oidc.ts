import { isLoopback } from '@carryover/settings/database-url';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import express, { type Request, type Response } from 'express';
import * as t from 'io-ts';
import * as oidc from 'openid-client';
import type { Logger } from 'pino';
import type { SessionKeeper } from '../access/session-keeper.ts';
import type { OidcConfig } from '../config/oidc.ts';
import { address } from '../view/address.ts';
import { readCookie, setCookie } from '../web/cookie.ts';
import { Problem } from '../web/problem.ts';
import { rolesOfClaims } from './roles-of-claims.ts';
import type { SignIn } from './sign-in.ts';

/** Time to sign in at the provider. */
const VALID_MS = 10 * 60_000;
/** The provider's clock may differ by this much. */
const CLOCK_TOLERANCE_S = 30;
const TIMEOUT_S = 10;
const MAX_NAME = 128;

/** Values that the callback must match, kept in the browser that started. */
const attempt = t.type({ state: t.string, nonce: t.string, verifier: t.string, to: t.string });
type Attempt = t.TypeOf<typeof attempt>;

type Options = {
  readonly config: OidcConfig;
  readonly baseUrl: string;
  readonly keeper: SessionKeeper;
  readonly cookieName: string;
  readonly logger: Logger;
};

/** A path of the console, never another site. */
const ownPath = (text: string | null): string => (text !== null && /^\/(?![/\\])/.test(text) ? text : '/');

const again = 'Go to the overview to try again. If it fails again, look at the log of the console.';

const decodeAttempt = (text: string | undefined): Attempt | null => {
  const value = jsonOrNull(Buffer.from(text ?? '', 'base64url').toString());
  return attempt.is(value) ? value : null;
};

const nameOf = (claims: oidc.IDToken): string => {
  const names = [claims.name, claims.email, claims.preferred_username, claims.sub];
  const name = names.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return (name ?? claims.sub).slice(0, MAX_NAME);
};

/** Signs in by OpenID Connect: authorization code with PKCE, state and nonce (ADR 38). */
export const signInByOidc = ({ config, baseUrl, keeper, cookieName, logger }: Options): SignIn => {
  const isSecure = baseUrl.startsWith('https:');
  const redirectUri = `${baseUrl}/sign-in/callback`;
  let discovered: Promise<oidc.Configuration> | null = null;

  const discover = (): Promise<oidc.Configuration> => {
    const issuer = new URL(config.issuer);
    const isPlain = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
    const metadata = { client_secret: config.clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
    const options = { timeout: TIMEOUT_S, ...(isPlain ? { execute: [oidc.allowInsecureRequests] } : {}) };
    return oidc.discovery(issuer, config.clientId, metadata, undefined, options);
  };
  /** The provider's addresses and keys are kept once they are read; a failure is not. */
  const provider = async (): Promise<oidc.Configuration> => {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = null;
      logger.error({ error: String(error), issuer: config.issuer }, 'the identity provider cannot be used');
      throw new Problem(
        503,
        'Signing in is not possible now',
        'The identity provider does not answer, or OIDC_ISSUER is not its address.',
        again,
      );
    }
  };

  const start = async (request: Request, response: Response): Promise<void> => {
    const use = await provider();
    const to = ownPath(new URL(request.originalUrl, baseUrl).searchParams.get('to'));
    const started: Attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      to,
    };
    // Lax, since the provider's page sends the browser back.
    const value = Buffer.from(JSON.stringify(started)).toString('base64url');
    setCookie(response, cookieName, value, { sameSite: 'lax', maxAgeMs: VALID_MS, isSecure });
    const parameters = {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state: started.state,
      nonce: started.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(started.verifier),
      code_challenge_method: 'S256',
    };
    response.redirect(303, oidc.buildAuthorizationUrl(use, parameters).href);
  };

  const claimsOf = async (request: Request, { state, nonce, verifier }: Attempt): Promise<oidc.IDToken> => {
    const use = await provider();
    try {
      const tokens = await oidc.authorizationCodeGrant(use, new URL(request.originalUrl, baseUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.claims()!;
    } catch (error) {
      logger.warn({ error: String(error), cause: String((error as Error).cause ?? '') }, 'a sign-in failed');
      if (error instanceof oidc.AuthorizationResponseError)
        throw new Problem(403, 'You are not signed in', `The identity provider refused: ${error.error}.`, again);
      throw new Problem(
        401,
        'You are not signed in',
        'The answer of the identity provider is not valid: it is too old, belongs to another sign-in, or the clocks differ by more than 30 seconds.',
        again,
      );
    }
  };

  return {
    ask: (request) => ({ address: address('/sign-in', { to: ownPath(request.originalUrl) }) }),
    routes: (goOn) =>
      express
        .Router()
        .get('/sign-in', start)
        .get('/sign-in/callback', async (request, response) => {
          const started = decodeAttempt(readCookie(request, cookieName));
          setCookie(response, cookieName, '', { sameSite: 'lax', isSecure });
          if (started === null)
            throw new Problem(
              401,
              'You are not signed in',
              'This browser did not start the sign-in, or it took more than ten minutes.',
              again,
            );
          const claims = await claimsOf(request, started);
          const grants = rolesOfClaims(claims, config.rolesClaim);
          if (grants.length === 0)
            throw new Problem(
              403,
              'You have no role',
              `You are known as ${nameOf(claims)}, but the claim ${config.rolesClaim} gives you no role of this console.`,
              'Ask the administrator of the identity provider for one of the roles viewer, support, operator or auditor.',
            );
          await keeper.start(request, response, { subject: claims.sub, name: nameOf(claims), grants });
          goOn(request, response, started.to);
        }),
  };
};
