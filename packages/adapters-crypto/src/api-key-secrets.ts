import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { API_KEY_FORM, type ApiKeySecrets } from '@carryover/application/ports/access';
import { keysFor, type RootSecrets } from './root-secret.ts';

/** API keys and their keyed hash: HMAC-SHA-256, since slow hashes add no security for 256 random bits. */
export const makeApiKeySecrets = (secrets: RootSecrets): ApiKeySecrets => {
  const keys = keysFor(secrets, 'api-key-hash');
  const hash = (apiKey: string, key: Uint8Array): Buffer => createHmac('sha256', key).update(apiKey).digest();
  const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
    one.length === other.length && timingSafeEqual(one, other);
  /** Compared if there is no key: 256 random bits that no key hashes to. */
  const nobody = randomBytes(32);
  return {
    make: () => {
      const prefix = `co_${randomBytes(4).toString('hex')}`;
      const apiKey = `${prefix}_${randomBytes(32).toString('base64url')}`;
      return { apiKey, prefix, digest: hash(apiKey, keys[0]) };
    },
    prefixOf: (apiKey) => API_KEY_FORM.exec(apiKey)?.[1] ?? null,
    matches: (apiKey, digest) => {
      // Compares with every secret, so that the time reveals neither the key nor its existence.
      const found = keys.map((key) => isSame(hash(apiKey, key), digest ?? nobody));
      return digest !== null && found.includes(true);
    },
    renewedDigest: (apiKey, digest) => {
      const current = hash(apiKey, keys[0]);
      return isSame(current, digest) ? null : current;
    },
  };
};
