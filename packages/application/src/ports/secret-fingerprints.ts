import type { Stored } from './store-failure.ts';

/** Fingerprints of this process' root secrets: they show if two processes have the same secret, but reveal nothing about it. */
export type OwnFingerprints = { readonly current: string; readonly previous: string | null };

/** The fingerprint of a root secret that was used on the database. Generations count from 1. */
export type NotedFingerprint = { readonly generation: number; readonly fingerprint: string; readonly notedAt: Date };

/** The fingerprints in the database (ADR 10). */
export type SecretFingerprints = {
  /** The fingerprint of the secret in use; null if there is none yet. */
  readonly latest: () => Stored<NotedFingerprint | null>;
  /** Adds a fingerprint as the next generation. @returns false if another process added that generation first. */
  readonly add: (next: Omit<NotedFingerprint, 'notedAt'>) => Stored<boolean>;
};
