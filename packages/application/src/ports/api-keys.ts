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
  /** How many keys may be used then. */
  readonly countLive: (at: Date) => TaskEither<StoreFailure, number>;
  readonly markUsed: (id: string, at: Date) => TaskEither<StoreFailure, void>;
  /** Puts a digest in the place of another; where that has been replaced meanwhile, nothing changes. */
  readonly replaceDigest: (
    id: string,
    digests: { readonly old: Uint8Array; readonly new: Uint8Array },
  ) => TaskEither<StoreFailure, void>;
};

/** The form of an API key: `co_`, eight hexadecimal digits to tell keys apart, `_`, 256 random bits in base64url. */
export const API_KEY_FORM = /^(co_[0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;

/** Makes API keys and checks them against their keyed hash. */
export type ApiKeySecrets = {
  readonly make: () => { readonly apiKey: string; readonly prefix: string; readonly digest: Uint8Array };
  /** null if the text cannot be one of our keys. */
  readonly prefixOf: (apiKey: string) => string | null;
  /** Compares in constant time. @param digest null if no key has the prefix: it takes as long, and never matches. */
  readonly matches: (apiKey: string, digest: Uint8Array | null) => boolean;
  /**
   * The digest to keep of a key that matches; null if it is kept already. Another one where the root secret has been
   * changed since: it must be replaced while the secret before is still known.
   */
  readonly renewedDigest: (apiKey: string, digest: Uint8Array) => Uint8Array | null;
};
