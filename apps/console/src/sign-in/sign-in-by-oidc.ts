import { type Grant, parseGrant } from '@carryover/domain/access';
import { isLoopback } from '@carryover/settings/database-url';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import express, { type Request, type Response } from 'express';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import * as oidc from 'openid-client';
import type { Logger } from 'pino';
import type { AccessLog } from '../access/access-log.ts';
import { ABSOLUTE_MS, FRESH_MS, isFresh, type SessionKeeper } from '../access/session-keeper.ts';
import type { OidcConfig } from '../config.ts';
import { address, ownPath } from '../view/address.ts';
import { readCookie, setCookie } from '../web/cookie.ts';
import { Problem } from '../web/problem.ts';
import type { SignIn } from './sign-in.ts';

type Claims = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a claim by its name, or by its path: `realm_access.roles`. */
const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name)
    ? claims[name]
    : name
        .split('.')
        .reduce<unknown>(
          (found, key) => (isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined),
          claims,
        );

/** Returns the roles that a claim gives: one text, or a list of them. Those of other programs are left out. */
const rolesOfClaims = (claims: Claims, name: string): ReadonlyArray<Grant> => {
  const claim = claimOf(claims, name);
  const texts: ReadonlyArray<unknown> = Array.isArray(claim) ? claim : [claim];
  return texts.flatMap((text) => {
    const grant = typeof text === 'string' ? parseGrant(text) : O.none;
    return O.isSome(grant) ? [grant.value] : [];
  });
};

/** Time to sign in at the provider. */
const VALID_MS = 10 * 60_000;
/** The provider's clock may differ by this much. */
const CLOCK_TOLERANCE_S = 30;
const TIMEOUT_S = 10;
const MAX_NAME = 128;
/** The longest address that is gone on to after a sign-in. */
const MAX_TO = 2_000;

/** Values that the callback must match, kept in the browser that started. */
const attempt = t.type({ state: t.string, nonce: t.string, verifier: t.string, to: t.string, isAgain: t.boolean });
type Attempt = t.TypeOf<typeof attempt>;

type Options = {
  readonly config: OidcConfig;
  readonly baseUrl: string;
  readonly keeper: SessionKeeper;
  readonly cookieName: string;
  readonly logger: Logger;
  readonly log: AccessLog;
};

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

/** The cause of a failure for the log. The claims of a token that it may contain are a person's. */
const causeOf = (error: unknown): string => {
  const { cause } = error as Error;
  return cause instanceof Error ? cause.message : '';
};

/** Checks what the library leaves open: the time of issue, and the party that a token with one audience names. */
const checkIssued = ({ iat, azp, auth_time: authTime = 0 }: oidc.IDToken, clientId: string): void => {
  if (Math.abs(Date.now() / 1000 - iat) > CLOCK_TOLERANCE_S)
    throw new Error(`The ID token was issued at ${iat}, more than ${CLOCK_TOLERANCE_S} s from now`);
  if (authTime > Date.now() / 1000 + CLOCK_TOLERANCE_S)
    throw new Error('The person signed in in the future (auth_time)');
  if (azp !== undefined && azp !== clientId) throw new Error('The ID token was issued to another party (azp)');
};

/** Returns a check that fails for an answer that has already signed somebody in, as long as a sign-in may take. */
const onlyOnce = () => {
  const used = new Map<string, number>();
  return (nonce: string): void => {
    const now = Date.now();
    for (const [one, until] of used) if (until < now) used.delete(one);
    if (used.has(nonce)) throw new Error('The answer has already signed somebody in');
    used.set(nonce, now + VALID_MS);
  };
};

/** Signs in by OpenID Connect: authorization code with PKCE, state and nonce (ADR 37). */
export const signInByOidc = ({ config, baseUrl, keeper, cookieName, logger, log }: Options): SignIn => {
  const isSecure = baseUrl.startsWith('https:');
  const redirectUri = `${baseUrl}/sign-in/callback`;
  const checkFirstUse = onlyOnce();
  /** Reads the provider's addresses for each sign-in, and so its keys: both may change, and people sign in rarely. */
  const provider = async (): Promise<oidc.Configuration> => {
    const issuer = new URL(config.issuer);
    const isPlain = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
    const metadata = { client_secret: config.clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
    // An ID token is believed by its signature, and not only because it came from the provider's address.
    const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
    try {
      return await oidc.discovery(issuer, config.clientId, metadata, undefined, { timeout: TIMEOUT_S, execute });
    } catch (error) {
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
    const query = new URL(request.originalUrl, baseUrl).searchParams;
    const asked = ownPath(query.get('to'));
    // A browser keeps no cookie of more than 4 KiB.
    const to = asked.length > MAX_TO ? '/' : asked;
    const isAgain = query.get('again') === 'yes';
    const started: Attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      to,
      isAgain,
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
      // Also has the provider say when the person signed in there.
      max_age: String((isAgain ? FRESH_MS : ABSOLUTE_MS) / 1000),
      ...(isAgain ? { prompt: 'login' } : {}),
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
      const claims = tokens.claims()!;
      checkIssued(claims, config.clientId);
      checkFirstUse(nonce);
      return claims;
    } catch (error) {
      logger.warn({ error: String(error), cause: causeOf(error) }, 'a sign-in failed');
      if (error instanceof oidc.AuthorizationResponseError)
        throw new Problem(403, 'You are not signed in', `The identity provider refused: ${error.error}.`, again);
      throw new Problem(
        401,
        'You are not signed in',
        'The answer of the identity provider is not valid: it is not signed by its keys, belongs to another sign-in, or the clocks differ by more than 30 seconds.',
        again,
      );
    }
  };

  return {
    again: (to) => ({ address: address('/sign-in', { again: 'yes', to }) }),
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
          const person = { subject: claims.sub, issuer: config.issuer, name: nameOf(claims), grants };
          // Known, but not signed in.
          response.locals.refused = person;
          if (grants.length === 0)
            throw new Problem(
              403,
              'You have no role',
              `You are known as ${nameOf(claims)}, but the claim ${config.rolesClaim} gives you no role of this console.`,
              'Ask the administrator of the identity provider for one of the roles viewer, support, operator or auditor.',
            );
          const authenticatedAt = claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000);
          if (started.isAgain && !isFresh({ authenticatedAt }))
            throw new Problem(
              403,
              'You are not signed in again',
              'The identity provider did not ask you to sign in, or does not say that it did (auth_time).',
              'Ask the administrator of the identity provider to allow prompt=login and max_age for the console.',
            );
          await keeper.start(request, response, person, authenticatedAt);
          log.signedIn(person);
          goOn(request, response, started.to);
        }),
  };
};
