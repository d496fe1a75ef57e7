import { hkdfSync } from 'node:crypto';
import type { OwnFingerprints } from '@carryover/application/ports/access';

/** The root secret in use and, during a rotation, the previous one, which is used only for checking (decisions 10). */
export type RootSecrets = { readonly current: Uint8Array; readonly previous: Uint8Array | null };

/** The use of a key: one secret gives unrelated keys for unrelated uses. */
type KeyUse = 'token-signing' | 'api-key-hash' | 'fingerprint';

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
