import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ApiKeyRepository } from '../ports/api-keys.ts';
import type { Clock } from '../ports/clock.ts';
import type { NotedFingerprint, OwnFingerprints, SecretFingerprints } from '../ports/secret-fingerprints.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

/** The comparison of this process' root secret with the one in use on the database (ADR 10). */
export type SecretComparison =
  /** No secret was used on the database yet. */
  | { readonly kind: 'unused' }
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
    if (noted === null) return { kind: 'unused' };
    if (noted.fingerprint === current) return { kind: 'same', noted };
    return { kind: noted.fingerprint === previous ? 'replaced' : 'different', noted };
  };

/** Compares the secret of this process with the one in use. */
export const makeCompareRootSecret =
  ({ secretFingerprints, own }: Ports): CompareRootSecret =>
  () =>
    pipe(secretFingerprints.latest(), TE.map(compare(own)));

/** Requires that the service accepts keys made with this process' secret. If no secret is in use yet, this one is used from now on. */
export const requireSecretInUse = (ports: Ports): TE.TaskEither<RootSecretDiffers | StoreFailure, void> =>
  pipe(
    makeCompareRootSecret(ports)(),
    TE.chainW((compared): TE.TaskEither<RootSecretDiffers | StoreFailure, void> => {
      if (compared.kind === 'different')
        return TE.left({ kind: 'root_secret_differs', notedAt: compared.noted.notedAt });
      return compared.kind === 'unused' ? noteFirst(ports) : TE.right(undefined);
    }),
  );

const noteFirst = (ports: Ports): TE.TaskEither<RootSecretDiffers | StoreFailure, void> =>
  pipe(
    ports.secretFingerprints.add({ generation: 1, fingerprint: ports.own.current }),
    // A service has started in the meantime, and may have a different secret.
    TE.chainW((isAdded) => (isAdded ? TE.right(undefined) : requireSecretInUse(ports))),
  );

/**
 * Makes the secret of this process the one in use, when the service starts. Refuses a secret with which none of
 * the live API keys would be accepted: it is a mistake, or those keys must be revoked first.
 */
export const makeAdoptRootSecret = (
  ports: Ports & { readonly apiKeys: ApiKeyRepository; readonly clock: Clock },
): AdoptRootSecret => {
  const { secretFingerprints, own, apiKeys, clock } = ports;
  const compareSecret = makeCompareRootSecret(ports);

  const refuseIfKeysAreLive = ({ notedAt }: NotedFingerprint): TE.TaskEither<LiveApiKeysDiffer | StoreFailure, void> =>
    pipe(
      apiKeys.countLive(clock.now()),
      TE.chainW((liveApiKeys) =>
        liveApiKeys === 0
          ? TE.right(undefined)
          : TE.left({ kind: 'root_secret_differs' as const, notedAt, liveApiKeys }),
      ),
    );

  const note = (generation: number): TE.TaskEither<LiveApiKeysDiffer | StoreFailure, void> =>
    pipe(
      secretFingerprints.add({ generation, fingerprint: own.current }),
      // Another process was first, and may have a different secret.
      TE.chainW((isAdded) => (isAdded ? TE.right(undefined) : adopt())),
    );

  const adopt: AdoptRootSecret = () =>
    pipe(
      compareSecret(),
      TE.chainW((compared): TE.TaskEither<LiveApiKeysDiffer | StoreFailure, void> => {
        switch (compared.kind) {
          case 'unused':
            return note(1);
          case 'same':
            return TE.right(undefined);
          case 'replaced':
            return note(compared.noted.generation + 1);
          case 'different':
            return pipe(
              refuseIfKeysAreLive(compared.noted),
              TE.chainW(() => note(compared.noted.generation + 1)),
            );
        }
      }),
    );
  return adopt;
};
