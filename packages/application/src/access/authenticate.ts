import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AccessToken, AccessTokens, ApiKey, ApiKeyRepository, ApiKeySecrets, Caller } from '../ports/access.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

type AuthenticationFailed = { readonly kind: 'authentication_failed' };
export type Authenticate = UseCase<
  { readonly token: string; readonly now: Date },
  AuthenticationFailed | StoreFailure,
  Caller
>;

const failed = TE.left<AuthenticationFailed>({ kind: 'authentication_failed' });

/** Returns the state of a key at a time. */
export const keyStateOf = (
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): 'revoked' | 'expired' | 'live' => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live';
};

/** Returns the caller of this token. A token is valid only while its API key is (decisions 10). */
export const makeAuthenticate =
  ({
    apiKeys,
    accessTokens,
  }: {
    readonly apiKeys: ApiKeyRepository;
    readonly accessTokens: AccessTokens;
  }): Authenticate =>
  ({ token, now }) =>
    pipe(
      TE.fromTask(accessTokens.verify(token, now)),
      TE.chainW((caller) => (caller === null ? failed : TE.right(caller))),
      TE.tap((caller) =>
        pipe(
          apiKeys.byId(caller.apiKeyId),
          TE.chainW((key) => (key !== null && keyStateOf(key, now) === 'live' ? TE.right(undefined) : failed)),
        ),
      ),
    );

export type ObtainToken = UseCase<{ readonly apiKey: string }, AuthenticationFailed | StoreFailure, AccessToken>;

type TokenPorts = {
  readonly apiKeys: ApiKeyRepository;
  readonly apiKeySecrets: ApiKeySecrets;
  readonly accessTokens: AccessTokens;
  readonly clock: Clock;
};

/** Exchanges an organisation's API key for a token (§5). Does not reveal which part of a key was wrong. */
export const makeObtainToken =
  ({ apiKeys, apiKeySecrets, accessTokens, clock }: TokenPorts): ObtainToken =>
  ({ apiKey }) => {
    const now = clock.now();
    const prefix = apiKeySecrets.prefixOf(apiKey);
    const isGood = (key: ApiKey | null): key is ApiKey => {
      // Runs even if there is no key, so that the response time does not reveal which prefixes exist.
      const matches = apiKeySecrets.matches(apiKey, key?.digest ?? null);
      return key !== null && matches && keyStateOf(key, now) === 'live';
    };
    /** A key that was hashed with the previous root secret must remain valid after the rotation (decisions 10). */
    const renew = ({ id, digest }: ApiKey): Stored<void> => {
      const renewed = apiKeySecrets.renewedDigest(apiKey, digest);
      return renewed === null ? TE.right(undefined) : apiKeys.replaceDigest(id, { old: digest, new: renewed });
    };
    return pipe(
      prefix === null ? TE.right(null) : apiKeys.byPrefix(prefix),
      TE.chainW((key) => (isGood(key) ? TE.right(key) : failed)),
      TE.tap(renew),
      TE.tapTask((key) => apiKeys.markUsed(key.id, now)),
      TE.chainTaskK((key) => accessTokens.issue({ organisationId: key.organisationId, apiKeyId: key.id }, now)),
    );
  };
