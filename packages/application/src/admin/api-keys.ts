import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type RootSecretDiffers, requireSecretInUse } from '../access/root-secret.ts';
import type { ApiKeySecrets, OwnFingerprints } from '../ports/access.ts';
import type { Acting } from '../ports/administration.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperatorWork } from '../ports/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { requireFound } from '../use-case.ts';
import { type OrganisationNotInUse, theOrganisationInUse } from './organisations.ts';

type ApiKeyNotFound = { readonly kind: 'api_key_not_found'; readonly prefix: string };
type PlatformKeyNotFound = { readonly kind: 'platform_key_not_found'; readonly prefix: string };
type ExpiresInThePast = { readonly kind: 'expires_in_the_past'; readonly expiresAt: Date };
/** This process does not know the service's root secret, and the service rejects keys made with another one (decisions 10). */
type RootSecretMissing = { readonly kind: 'root_secret_missing' };

/** A new key, the only time that it can be read. */
type IssuedApiKey = {
  readonly apiKey: string;
  readonly prefix: string;
  readonly organisation: string;
  readonly label: string | null;
};

type Ports = {
  readonly operatorWork: OperatorWork;
  /** null: this process does not know the secret. */
  readonly rootSecret: { readonly apiKeySecrets: ApiKeySecrets; readonly fingerprints: OwnFingerprints } | null;
  readonly clock: Clock;
  readonly makeId: () => string;
};

/** The operator's changes of API keys (decisions 10, 14). Actions have prefix, label and times, never a key or its digest. */
export const makeApiKeyUseCases = ({ operatorWork, rootSecret, clock, makeId }: Ports) => ({
  issue: ({
    organisation: name,
    label,
    expiresAt,
    actor,
  }: Acting<{
    readonly organisation: string;
    readonly label: string | null;
    readonly expiresAt: Date | null;
  }>): TE.TaskEither<
    RootSecretMissing | RootSecretDiffers | OrganisationNotInUse | ExpiresInThePast | StoreFailure,
    IssuedApiKey
  > => {
    if (rootSecret === null) return TE.left({ kind: 'root_secret_missing' });
    if (expiresAt !== null && expiresAt <= clock.now()) return TE.left({ kind: 'expires_in_the_past', expiresAt });
    const { apiKey, prefix, digest } = rootSecret.apiKeySecrets.make();
    return operatorWork.run(({ administration, changes, actions, secretFingerprints }) =>
      pipe(
        theOrganisationInUse({ administration, changes }, name),
        TE.tap(() => requireSecretInUse({ secretFingerprints, own: rootSecret.fingerprints })),
        TE.tap(({ id: organisationId }) =>
          administration.addApiKey({ id: makeId(), organisationId, prefix, digest, label, expiresAt, revokedAt: null }),
        ),
        TE.tap(() => {
          const after = { prefix, label, expires_at: expiresAt?.toISOString() ?? null };
          return actions.add(actor, { organisation: name }, { action: 'api-key issue', before: null, after });
        }),
        TE.map(() => ({ apiKey, prefix, organisation: name, label })),
      ),
    );
  },
  revoke: ({ prefix, actor }: Acting<{ readonly prefix: string }>) => {
    const now = clock.now();
    return operatorWork.run(({ changes, actions }) =>
      pipe(
        changes.revokeApiKey(prefix, now),
        requireFound<ApiKeyNotFound>({ kind: 'api_key_not_found', prefix }),
        TE.chainW(({ organisation, revokedBefore }) => {
          const before = { prefix, revoked_at: revokedBefore?.toISOString() ?? null };
          const after = { prefix, revoked_at: (revokedBefore ?? now).toISOString() };
          return actions.add(actor, { organisation }, { action: 'api-key revoke', before, after });
        }),
        TE.map(() => undefined),
      ),
    );
  },
});

type PlatformPorts = Omit<Ports, 'rootSecret'> & {
  readonly rootSecret: { readonly platformKeySecrets: ApiKeySecrets; readonly fingerprints: OwnFingerprints } | null;
};

/** A key without an organisation is of none in the operator actions. */
const EVERY_ORGANISATION = '';

/** The operator's changes of keys of the billing platform (decisions 18), as those of API keys. */
export const makePlatformKeyUseCases = ({ operatorWork, rootSecret, clock, makeId }: PlatformPorts) => ({
  issue: ({
    organisation: name,
    label,
    expiresAt,
    actor,
  }: Acting<{
    /** null: the key reads all organisations. */
    readonly organisation: string | null;
    readonly label: string;
    readonly expiresAt: Date | null;
  }>): TE.TaskEither<
    RootSecretMissing | RootSecretDiffers | OrganisationNotInUse | ExpiresInThePast | StoreFailure,
    { readonly platformKey: string; readonly prefix: string; readonly organisation: string | null }
  > => {
    if (rootSecret === null) return TE.left({ kind: 'root_secret_missing' });
    if (expiresAt !== null && expiresAt <= clock.now()) return TE.left({ kind: 'expires_in_the_past', expiresAt });
    const { apiKey: platformKey, prefix, digest } = rootSecret.platformKeySecrets.make();
    return operatorWork.run(({ administration, changes, actions, secretFingerprints }) =>
      pipe(
        name === null
          ? TE.right<OrganisationNotInUse | StoreFailure, { readonly id: string } | null>(null)
          : theOrganisationInUse({ administration, changes }, name),
        TE.tap(() => requireSecretInUse({ secretFingerprints, own: rootSecret.fingerprints })),
        TE.tap((organisation) =>
          administration.addPlatformKey({
            ...{ id: makeId(), organisationId: organisation?.id ?? null },
            ...{ prefix, digest, label, expiresAt, revokedAt: null },
          }),
        ),
        TE.tap(() => {
          const after = { prefix, label, expires_at: expiresAt?.toISOString() ?? null };
          const subject = { organisation: name ?? EVERY_ORGANISATION };
          return actions.add(actor, subject, { action: 'platform-key issue', before: null, after });
        }),
        TE.map(() => ({ platformKey, prefix, organisation: name })),
      ),
    );
  },
  revoke: ({ prefix, actor }: Acting<{ readonly prefix: string }>) => {
    const now = clock.now();
    return operatorWork.run(({ changes, actions }) =>
      pipe(
        changes.revokePlatformKey(prefix, now),
        requireFound<PlatformKeyNotFound>({ kind: 'platform_key_not_found', prefix }),
        TE.chainW(({ organisation, revokedBefore }) => {
          const before = { prefix, revoked_at: revokedBefore?.toISOString() ?? null };
          const after = { prefix, revoked_at: (revokedBefore ?? now).toISOString() };
          const subject = { organisation: organisation ?? EVERY_ORGANISATION };
          return actions.add(actor, subject, { action: 'platform-key revoke', before, after });
        }),
        TE.map(() => undefined),
      ),
    );
  },
});
