import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ApiKeyRepository, NotedFingerprint, OwnFingerprints, SecretFingerprints } from '../ports/access.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

/** The comparison of this process' root secret with the one in use on the database (ADR 10). */
export type SecretComparison =
  /** No secret was used on the database yet. */
  | { readonly kind: 'unused'; readonly noted: null }
  | { readonly kind: 'same'; readonly noted: NotedFingerprint }
  /** The secret in use is this process' previous one: it is being replaced. */
  | { readonly kind: 'replaced'; readonly noted: NotedFingerprint }
  | { readonly kind: 'different'; readonly noted: NotedFingerprint };

/** The secret in use since `notedAt` is not one of this process' secrets. */
export type RootSecretDiffers = { readonly kind: 'root_secret_differs'; readonly notedAt: Date };
/** In consequence, none of the live API keys would be accepted. */
export type LiveApiKeysDiffer = RootSecretDiffers & { readonly liveApiKeys: number };

export type CompareRootSecret = UseCase<void, StoreFailure, SecretComparison>;
export type AdoptRootSecret = UseCase<void, LiveApiKeysDiffer | StoreFailure, void>;

type Ports = { readonly secretFingerprints: SecretFingerprints; readonly own: OwnFingerprints };

const compare =
  ({ current, previous }: OwnFingerprints) =>
  (noted: NotedFingerprint | null): SecretComparison => {
    if (noted === null) return { kind: 'unused', noted };
    if (noted.fingerprint === current) return { kind: 'same', noted };
    return { kind: noted.fingerprint === previous ? 'replaced' : 'different', noted };
  };

/** Compares the secret of this process with the one in use. */
export const makeCompareRootSecret =
  ({ secretFingerprints, own }: Ports): CompareRootSecret =>
  () =>
    pipe(secretFingerprints.latest(), TE.map(compare(own)));

/**
 * Stores the fingerprint of this process's secret as the next generation after `before`.
 *
 * @param orElse run if another process was first, which may have a different secret.
 */
const note = <Refusal>(
  { secretFingerprints, own }: Ports,
  before: NotedFingerprint | null,
  orElse: () => TE.TaskEither<Refusal | StoreFailure, void>,
): TE.TaskEither<Refusal | StoreFailure, void> =>
  pipe(
    secretFingerprints.add({ generation: (before?.generation ?? 0) + 1, fingerprint: own.current }),
    TE.chainW((isAdded) => (isAdded ? TE.right(undefined) : orElse())),
  );

/** Requires that the service accepts keys made with this process' secret. If no secret is in use yet, this one is used from now on. */
export const requireSecretInUse = (ports: Ports): TE.TaskEither<RootSecretDiffers | StoreFailure, void> =>
  pipe(
    makeCompareRootSecret(ports)(),
    TE.chainW(({ kind, noted }): TE.TaskEither<RootSecretDiffers | StoreFailure, void> => {
      if (kind === 'different') return TE.left({ kind: 'root_secret_differs', notedAt: noted.notedAt });
      return kind === 'unused' ? note(ports, noted, () => requireSecretInUse(ports)) : TE.right(undefined);
    }),
  );

/**
 * Makes the secret of this process the one in use, when the service starts. Refuses a secret with which none of
 * the live API keys would be accepted: it is a mistake, or those keys must be revoked first.
 */
export const makeAdoptRootSecret = (
  ports: Ports & { readonly apiKeys: ApiKeyRepository; readonly clock: Clock },
): AdoptRootSecret => {
  const { apiKeys, clock } = ports;
  const refuseIfKeysAreLive = ({ notedAt }: NotedFingerprint): TE.TaskEither<LiveApiKeysDiffer | StoreFailure, void> =>
    pipe(
      apiKeys.countLive(clock.now()),
      TE.chainW((liveApiKeys) =>
        liveApiKeys === 0
          ? TE.right(undefined)
          : TE.left({ kind: 'root_secret_differs' as const, notedAt, liveApiKeys }),
      ),
    );
  const adopt: AdoptRootSecret = () =>
    pipe(
      makeCompareRootSecret(ports)(),
      TE.chainW(({ kind, noted }) => {
        if (kind === 'same') return TE.right(undefined);
        return pipe(
          kind === 'different' ? refuseIfKeysAreLive(noted) : TE.right(undefined),
          TE.chainW(() => note(ports, noted, adopt)),
        );
      }),
    );
  return adopt;
};
