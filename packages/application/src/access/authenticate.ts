import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  AccessToken,
  AccessTokens,
  ApiKey,
  ApiKeyRepository,
  ApiKeySecrets,
  Caller,
  PlatformKey,
  PlatformKeyRepository,
} from '../ports/access.ts';
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

/** Returns the stored key of this text if it is live. Does not reveal which part of a key was wrong. */
const checkKey = <Key extends Omit<ApiKey, 'organisationId'>>(
  {
    keys,
    secrets,
  }: {
    readonly keys: {
      readonly byPrefix: (prefix: string) => Stored<Key | null>;
      readonly replaceDigest: ApiKeyRepository['replaceDigest'];
    };
    readonly secrets: ApiKeySecrets;
  },
  text: string,
  now: Date,
): TE.TaskEither<AuthenticationFailed | StoreFailure, Key> => {
  const prefix = secrets.prefixOf(text);
  const isGood = (key: Key | null): key is Key => {
    // Runs even if there is no key, so that the response time does not reveal which prefixes exist.
    const matches = secrets.matches(text, key?.digest ?? null);
    return key !== null && matches && keyStateOf(key, now) === 'live';
  };
  /** A key that was hashed with the previous root secret must remain valid after the rotation (decisions 10). */
  const renew = ({ id, digest }: Key): Stored<void> => {
    const renewed = secrets.renewedDigest(text, digest);
    return renewed === null ? TE.right(undefined) : keys.replaceDigest(id, { old: digest, new: renewed });
  };
  return pipe(
    prefix === null ? TE.right(null) : keys.byPrefix(prefix),
    TE.chainW((key) => (isGood(key) ? TE.right(key) : failed)),
    TE.tap(renew),
  );
};

export type AuthenticatePlatform = UseCase<
  { readonly platformKey: string; readonly now: Date },
  AuthenticationFailed | StoreFailure,
  PlatformKey
>;

/** Returns the platform key that a request carries, if it is live (decisions 18). */
export const makeAuthenticatePlatform =
  (ports: { readonly keys: PlatformKeyRepository; readonly secrets: ApiKeySecrets }): AuthenticatePlatform =>
  ({ platformKey, now }) =>
    checkKey(ports, platformKey, now);

export type ObtainToken = UseCase<{ readonly apiKey: string }, AuthenticationFailed | StoreFailure, AccessToken>;

type TokenPorts = {
  readonly apiKeys: ApiKeyRepository;
  readonly apiKeySecrets: ApiKeySecrets;
  readonly accessTokens: AccessTokens;
  readonly clock: Clock;
};

/** Exchanges an organisation's API key for a token (§5). */
export const makeObtainToken =
  ({ apiKeys, apiKeySecrets, accessTokens, clock }: TokenPorts): ObtainToken =>
  ({ apiKey }) => {
    const now = clock.now();
    return pipe(
      checkKey({ keys: apiKeys, secrets: apiKeySecrets }, apiKey, now),
      TE.tapTask((key) => apiKeys.markUsed(key.id, now)),
      TE.chainTaskK((key) => accessTokens.issue({ organisationId: key.organisationId, apiKeyId: key.id }, now)),
    );
  };
