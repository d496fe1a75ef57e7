import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type RootSecretDiffers, requireSecretInUse } from '../../access/root-secret.ts';
import type { ApiKeySecrets } from '../../ports/api-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Administration, ApiKeyListing } from '../../ports/operator/administration.ts';
import type { ActingOperator } from '../../ports/operator/operator-actions.ts';
import type { OperatorStores, OperatorWork } from '../../ports/operator/operator-work.ts';
import type { OwnFingerprints } from '../../ports/secret-fingerprints.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { aboutOrganisation } from '../action-subject.ts';
import { type OrganisationNotFound, theOrganisation } from './organisations.ts';

export type ApiKeyNotFound = { readonly kind: 'api_key_not_found'; readonly prefix: string };
export type ExpiresInThePast = { readonly kind: 'expires_in_the_past'; readonly expiresAt: Date };
/** This process does not know the service's root secret, and the service rejects keys made with another one (decisions 10). */
export type RootSecretMissing = { readonly kind: 'root_secret_missing' };

type IssueApiKey = {
  readonly organisation: string;
  readonly label: string | null;
  readonly expiresAt: Date | null;
  readonly by: ActingOperator;
};

/** A new key, the only time that it can be read. */
type IssuedApiKey = {
  readonly apiKey: string;
  readonly prefix: string;
  readonly organisation: string;
  readonly label: string | null;
};

/** Returns the state of a key at a time. */
export const keyStateOf = (
  { revokedAt, expiresAt }: Pick<ApiKeyListing, 'revokedAt' | 'expiresAt'>,
  now: Date,
): 'revoked' | 'expired' | 'live' => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live';
};

/** The uses of the root secret. */
export type RootSecretUses = { readonly apiKeySecrets: ApiKeySecrets; readonly fingerprints: OwnFingerprints };

type Ports = {
  readonly administration: Administration;
  readonly operatorWork: OperatorWork;
  /** null: this process does not know the secret. */
  readonly rootSecret: RootSecretUses | null;
  readonly clock: Clock;
  readonly makeId: () => string;
};

/** The operator's use cases of API keys (decisions 10, 14). */
type ApiKeyUseCases = {
  readonly issue: UseCase<
    IssueApiKey,
    RootSecretMissing | RootSecretDiffers | OrganisationNotFound | ExpiresInThePast | StoreFailure,
    IssuedApiKey
  >;
  readonly list: UseCase<
    { readonly organisation: string },
    OrganisationNotFound | StoreFailure,
    ReadonlyArray<ApiKeyListing>
  >;
  readonly revoke: UseCase<
    { readonly prefix: string; readonly by: ActingOperator },
    ApiKeyNotFound | StoreFailure,
    void
  >;
};

/** Adds a key and its action: prefix, label and expiry, never the key or its digest. */
const issueIn =
  (
    { administration, actions, secretFingerprints }: OperatorStores,
    { rootSecret, id }: { readonly rootSecret: RootSecretUses; readonly id: string },
  ) =>
  ({ organisation: name, label, expiresAt, by }: IssueApiKey) => {
    const { apiKey, prefix, digest } = rootSecret.apiKeySecrets.make();
    const key = { id, prefix, digest, label, expiresAt, revokedAt: null };
    const after = { prefix, label, expires_at: expiresAt?.toISOString() ?? null };
    return pipe(
      theOrganisation(administration, name),
      TE.tap(() => requireSecretInUse({ secretFingerprints, own: rootSecret.fingerprints })),
      TE.tap((organisation) => administration.addApiKey({ ...key, organisationId: organisation.id })),
      TE.tap(() => actions.add({ ...by, ...aboutOrganisation(name), action: 'api-key issue', before: null, after })),
      TE.map((): IssuedApiKey => ({ apiKey, prefix, organisation: name, label })),
    );
  };

const revokeIn =
  ({ changes, actions }: OperatorStores, at: Date) =>
  ({ prefix, by }: { readonly prefix: string; readonly by: ActingOperator }) =>
    pipe(
      changes.revokeApiKey(prefix, at),
      TE.chainW(TE.fromNullable<ApiKeyNotFound | StoreFailure>({ kind: 'api_key_not_found', prefix })),
      TE.chainW(({ organisation, revokedBefore }) =>
        actions.add({
          ...by,
          ...aboutOrganisation(organisation),
          action: 'api-key revoke',
          before: { prefix, revoked_at: revokedBefore?.toISOString() ?? null },
          after: { prefix, revoked_at: (revokedBefore ?? at).toISOString() },
        }),
      ),
      TE.map(() => undefined),
    );

export const makeApiKeyUseCases = (ports: Ports): ApiKeyUseCases => {
  const { administration, operatorWork, rootSecret, clock, makeId } = ports;
  return {
    issue: (command) => {
      const { expiresAt } = command;
      if (rootSecret === null) return TE.left({ kind: 'root_secret_missing' });
      if (expiresAt !== null && expiresAt <= clock.now()) return TE.left({ kind: 'expires_in_the_past', expiresAt });
      return operatorWork.run((stores) => issueIn(stores, { rootSecret, id: makeId() })(command));
    },
    list: ({ organisation }) =>
      pipe(theOrganisation(administration, organisation), TE.chainW(administration.listApiKeys)),
    revoke: (command) => operatorWork.run((stores) => revokeIn(stores, clock.now())(command)),
  };
};
