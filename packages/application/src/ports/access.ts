import type { Person } from '@carryover/domain/access';
import type { Task } from 'fp-ts/lib/Task.js';
import type { Stored } from './store-failure.ts';

/** A stored API key of an organisation: only a keyed hash of the key (decisions 10). */
export type ApiKey = {
  readonly id: string;
  readonly organisationId: string;
  /** The visible prefix of the key, by which it is listed and found. */
  readonly prefix: string;
  readonly digest: Uint8Array;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
};

export type ApiKeyRepository = {
  readonly byPrefix: (prefix: string) => Stored<ApiKey | null>;
  /** May be up to 4 seconds old, because a revoked key must stop working within 5. */
  readonly byId: (id: string) => Stored<ApiKey | null>;
  /** The number of keys that are valid at that time, also of archived organisations, which may be restored. */
  readonly countLive: (now: Date) => Stored<number>;
  /** Notes the time of a use for the operator; does not fail, and does not wait for long. */
  readonly markUsed: (id: string, now: Date) => Task<void>;
  /** Replaces a digest; changes nothing if it has been replaced in the meantime. */
  readonly replaceDigest: (id: string, digests: { readonly old: Uint8Array; readonly new: Uint8Array }) => Stored<void>;
};

/** The form of an API key: `co_`, eight hexadecimal digits as its prefix, `_`, 256 random bits in base64url. */
export const API_KEY_FORM = /^(co_[0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;

/** A stored key of the billing platform (decisions 18). `organisationId`: the only one that it reads; null: all. */
export type PlatformKey = Omit<ApiKey, 'organisationId'> & { readonly organisationId: string | null };

export type PlatformKeyRepository = {
  /** May be up to 4 seconds old, because a revoked key must stop working within 5. */
  readonly byPrefix: (prefix: string) => Stored<PlatformKey | null>;
  readonly replaceDigest: ApiKeyRepository['replaceDigest'];
};

/** The form of a platform key: an API key's with another beginning, so that neither is taken for the other. */
export const PLATFORM_KEY_FORM = /^(cp_[0-9a-f]{8})_[A-Za-z0-9_-]{43}$/;

/** Makes API keys and checks them against their keyed hash. */
export type ApiKeySecrets = {
  readonly make: () => { readonly apiKey: string; readonly prefix: string; readonly digest: Uint8Array };
  /** null if the text does not have the form of a key. */
  readonly prefixOf: (apiKey: string) => string | null;
  /** Compares in constant time. @param digest null if no key has the prefix: takes the same time and never matches. */
  readonly matches: (apiKey: string, digest: Uint8Array | null) => boolean;
  /**
   * Returns the digest to store for a key that matches; null if it is already stored. It differs if the root secret has been
   * changed since: it must be replaced while the previous secret is still known.
   */
  readonly renewedDigest: (apiKey: string, digest: Uint8Array) => Uint8Array | null;
};

/** The caller: the organisation, and the API key of its token. */
export type Caller = { readonly organisationId: string; readonly apiKeyId: string };

export type AccessToken = { readonly token: string; readonly expiresAt: Date };

/** Signed tokens that identify their caller (decisions 10). */
export type AccessTokens = {
  readonly issue: (caller: Caller, now: Date) => Task<AccessToken>;
  /** null if the token is not one of ours, was changed, or has expired. */
  readonly verify: (token: string, now: Date) => Task<Caller | null>;
};

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

/** A session of the console. */
export type Session = Person & {
  /** SHA-256 of the id in hexadecimal. The id itself is known only to the browser. */
  readonly idSha256: string;
  /** The address of the console at which it began; null if it was not stored: then it is of any. */
  readonly console: string | null;
  readonly createdAt: Date;
  /** The time at which the person proved who they are; null if the provider does not say. */
  readonly authenticatedAt: Date | null;
  readonly lastSeenAt: Date;
  /** The session ends then, however often it is used. */
  readonly expiresAt: Date;
};

/** The sessions and the one-time sign-in links of all processes of the console. */
export type Sessions = {
  readonly add: (session: Session) => Stored<void>;
  /** null: there is none, or it was ended. */
  readonly find: (idSha256: string) => Stored<Session | null>;
  readonly touch: (idSha256: string, seenAt: Date) => Stored<void>;
  readonly end: (idSha256: string) => Stored<void>;
  /** All sessions that have not expired, the last used first. */
  readonly list: (now: Date) => Stored<ReadonlyArray<Session>>;
  /** Removes sessions and links that have expired. */
  readonly clear: (before: Date) => Stored<void>;

  readonly addLink: (tokenSha256: string, expiresAt: Date) => Stored<void>;
  /** Uses a link up. @returns false if there is none, it has expired or was used. */
  readonly useLink: (tokenSha256: string, now: Date) => Stored<boolean>;
};
