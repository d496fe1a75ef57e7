import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Caller } from '../imports/import-request.ts';
import type { AccessTokens, ApiKey, ApiKeyRepository } from '../ports/access.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

export type AuthenticationFailed = { readonly kind: 'authentication_failed' };
export type Authenticate = UseCase<
  { readonly token: string; readonly at: Date },
  AuthenticationFailed | StoreFailure,
  Caller
>;

export const failed = TE.left<AuthenticationFailed>({ kind: 'authentication_failed' });

/** Returns true if the key may be used at that time. */
export const isLive = (key: ApiKey, at: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || at < key.expiresAt);

/** Returns the caller of this token. A token is valid only while its API key is (decisions 10). */
export const makeAuthenticate =
  (ports: { readonly apiKeys: ApiKeyRepository; readonly accessTokens: AccessTokens }): Authenticate =>
  ({ token, at }) => {
    const { apiKeys, accessTokens } = ports;
    return pipe(
      TE.fromTask(accessTokens.verify(token, at)),
      TE.chainW((caller) => (caller === null ? failed : TE.right(caller))),
      TE.tap((caller) =>
        pipe(
          apiKeys.byId(caller.apiKeyId),
          TE.chainW((key) => (key !== null && isLive(key, at) ? TE.right(undefined) : failed)),
        ),
      ),
    );
  };
