import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ApiKeyRepository, NotedFingerprint, OwnFingerprints, SecretFingerprints } from '../ports/access.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';

/** The comparison of this process' root secret with the one in use on the database (ADR 10). */
export type SecretComparison =
  /** No secret was used on the database yet. */
  | { readonly kind: 'unused'; readonly noted: null }
  /** `replaced`: the secret in use is this process' previous one: it is being replaced. */
  | { readonly kind: 'same' | 'replaced' | 'different'; readonly noted: NotedFingerprint };

/** The secret in use since `notedAt` is not one of this process' secrets. */
export type RootSecretDiffers = { readonly kind: 'root_secret_differs'; readonly notedAt: Date };
/** In consequence, none of the live API keys would be accepted. */
export type LiveApiKeysDiffer = RootSecretDiffers & { readonly liveApiKeys: number };

type Ports = { readonly secretFingerprints: SecretFingerprints; readonly own: OwnFingerprints };

/** Compares the secret of this process with the one in use. */
export const compareRootSecret = ({ secretFingerprints, own }: Ports): Stored<SecretComparison> =>
  pipe(
    secretFingerprints.latest(),
    TE.map((noted): SecretComparison => {
      if (noted === null) return { kind: 'unused', noted };
      if (noted.fingerprint === own.current) return { kind: 'same', noted };
      return { kind: noted.fingerprint === own.previous ? 'replaced' : 'different', noted };
    }),
  );

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
    compareRootSecret(ports),
    TE.chainW(({ kind, noted }): TE.TaskEither<RootSecretDiffers | StoreFailure, void> => {
      if (kind === 'different') return TE.left({ kind: 'root_secret_differs', notedAt: noted.notedAt });
      return kind === 'unused' ? note(ports, noted, () => requireSecretInUse(ports)) : TE.right(undefined);
    }),
  );

/**
 * Makes the secret of this process the one in use, when the service starts. Refuses a secret with which none of
 * the live API keys would be accepted: it is a mistake, or those keys must be revoked first.
 */
export const adoptRootSecret = (
  ports: Ports & { readonly apiKeys: ApiKeyRepository; readonly clock: Clock },
): TE.TaskEither<LiveApiKeysDiffer | StoreFailure, void> =>
  pipe(
    compareRootSecret(ports),
    TE.tap(({ kind, noted }) =>
      pipe(
        kind === 'different' ? ports.apiKeys.countLive(ports.clock.now()) : TE.right(0),
        TE.chainW(
          (liveApiKeys): TE.TaskEither<LiveApiKeysDiffer | StoreFailure, void> =>
            noted === null || liveApiKeys === 0
              ? TE.right(undefined)
              : TE.left({ kind: 'root_secret_differs', notedAt: noted.notedAt, liveApiKeys }),
        ),
      ),
    ),
    TE.chainW(({ kind, noted }) =>
      kind === 'same' ? TE.right(undefined) : note(ports, noted, () => adoptRootSecret(ports)),
    ),
  );
