import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from './store-failure.ts';

/** An organisation's API key as it is kept: the key itself only as a keyed hash (decisions 10). */
export type ApiKey = {
  readonly id: string;
  readonly organisationId: string;
  /** The visible beginning of the key, by which it is listed and found. */
  readonly prefix: string;
  readonly digest: Uint8Array;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
};

export type ApiKeyRepository = {
  readonly byPrefix: (prefix: string) => TaskEither<StoreFailure, ApiKey | null>;
  /** May be up to 4 seconds old: a revoked key dies within 5. */
  readonly byId: (id: string) => TaskEither<StoreFailure, ApiKey | null>;
  readonly markUsed: (id: string, at: Date) => TaskEither<StoreFailure, void>;
};

/** Makes API keys and checks them against their keyed hash. */
export type ApiKeySecrets = {
  readonly make: () => { readonly apiKey: string; readonly prefix: string; readonly digest: Uint8Array };
  /** null where the text can't be one of our keys. */
  readonly prefixOf: (apiKey: string) => string | null;
  /** Compares in constant time. */
  readonly matches: (apiKey: string, digest: Uint8Array) => boolean;
};

/** Whether a key may be used now. */
export const isLive = (key: ApiKey, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);
