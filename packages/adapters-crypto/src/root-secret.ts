import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  API_KEY_FORM,
  type ApiKeySecrets,
  type OwnFingerprints,
  PLATFORM_KEY_FORM,
} from '@carryover/application/ports/access';

/** The root secret in use and, during a rotation, the previous one, which is used only for checking (decisions 10). */
export type RootSecrets = { readonly current: Uint8Array; readonly previous: Uint8Array | null };

/** The use of a key: one secret gives unrelated keys for unrelated uses. */
type KeyUse = 'token-signing' | 'api-key-hash' | 'platform-key-hash' | 'webhook-secret' | 'fingerprint';

const derive = (secret: Uint8Array, use: KeyUse): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `carryover/${use}/v1`, 32));

/** The 32-byte keys of one use; the first one is for signing. */
export const keysFor = ({ current, previous }: RootSecrets, use: KeyUse): readonly [Uint8Array, ...Uint8Array[]] =>
  previous === null ? [derive(current, use)] : [derive(current, use), derive(previous, use)];

/** Half of a derived key distinguishes secrets, and is useless as a key. */
const FINGERPRINT_BYTES = 16;

const fingerprintOf = (secret: Uint8Array): string =>
  Buffer.from(derive(secret, 'fingerprint').subarray(0, FINGERPRINT_BYTES)).toString('hex');

/** Returns fingerprints by which processes notice that their root secrets differ (ADR 10). */
export const fingerprintsOf = ({ current, previous }: RootSecrets): OwnFingerprints => ({
  current: fingerprintOf(current),
  previous: previous === null ? null : fingerprintOf(previous),
});

/** Keys and their keyed hash: HMAC-SHA-256, since slow hashes add no security for 256 random bits. */
const makeKeySecrets = (
  secrets: RootSecrets,
  { use, start, form }: { readonly use: KeyUse; readonly start: string; readonly form: RegExp },
): ApiKeySecrets => {
  const keys = keysFor(secrets, use);
  const hash = (apiKey: string, key: Uint8Array): Buffer => createHmac('sha256', key).update(apiKey).digest();
  const isSame = (computed: Uint8Array, digest: Uint8Array): boolean =>
    computed.length === digest.length && timingSafeEqual(computed, digest);
  /** Compared if there is no key: 256 random bits that no key hashes to. */
  const nobody = randomBytes(32);
  return {
    make: () => {
      const prefix = `${start}_${randomBytes(4).toString('hex')}`;
      const apiKey = `${prefix}_${randomBytes(32).toString('base64url')}`;
      return { apiKey, prefix, digest: hash(apiKey, keys[0]) };
    },
    prefixOf: (apiKey) => form.exec(apiKey)?.[1] ?? null,
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

export const makeApiKeySecrets = (secrets: RootSecrets): ApiKeySecrets =>
  makeKeySecrets(secrets, { use: 'api-key-hash', start: 'co', form: API_KEY_FORM });

/** The same of keys of the billing platform. */
export const makePlatformKeySecrets = (secrets: RootSecrets): ApiKeySecrets =>
  makeKeySecrets(secrets, { use: 'platform-key-hash', start: 'cp', form: PLATFORM_KEY_FORM });
