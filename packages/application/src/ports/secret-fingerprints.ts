import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from './store-failure.ts';

/** Fingerprints of this process' root secrets: they tell whether two processes have the same secret, and nothing about it. */
export type OwnFingerprints = { readonly current: string; readonly previous: string | null };

/** The fingerprint of a root secret that was used on the database. Generations count from 1. */
export type NotedFingerprint = { readonly generation: number; readonly fingerprint: string; readonly notedAt: Date };

/** The fingerprints in the database (ADR 10). */
export type SecretFingerprints = {
  /** The one of the secret that is in use; null if none was noted yet. */
  readonly latest: () => TaskEither<StoreFailure, NotedFingerprint | null>;
  /** Adds a fingerprint as the next generation. @returns false if another process added that generation first. */
  readonly add: (next: Omit<NotedFingerprint, 'notedAt'>) => TaskEither<StoreFailure, boolean>;
};
