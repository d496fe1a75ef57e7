import { hkdfSync } from 'node:crypto';

/** The root secret in use and, during a rotation, the one before it: still good for checking, not for making (decisions 10). */
export type RootSecrets = { readonly current: Uint8Array; readonly previous: Uint8Array | null };

/** What a key is for: one secret gives unrelated keys for unrelated uses. */
export type KeyUse = 'token-signing' | 'api-key-hash';

const derive = (secret: Uint8Array, use: KeyUse): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `carryover/${use}/v1`, 32));

/** The 32-byte keys of one use, the one to make with first. */
export const keysFor = ({ current, previous }: RootSecrets, use: KeyUse): readonly [Uint8Array, ...Uint8Array[]] =>
  previous === null ? [derive(current, use)] : [derive(current, use), derive(previous, use)];
