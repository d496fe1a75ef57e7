import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { WebhookSecrets } from '@carryover/application/ports/webhooks';
import { keysFor, type RootSecrets } from './root-secret.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

const open = (key: Uint8Array, sealed: Uint8Array, owner: string): string | null => {
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString();
  } catch {
    return null;
  }
};

/** Signing secrets of webhooks: stored as nonce, ciphertext and tag of AES-256-GCM (ADR 10). */
export const makeWebhookSecrets = (secrets: RootSecrets): WebhookSecrets => {
  const keys = keysFor(secrets, 'webhook-secret');
  return {
    make: () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    seal: (secret, owner) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0], nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, owner) => {
      for (const [generation, key] of keys.entries()) {
        const secret = open(key, sealed, owner);
        if (secret !== null) return { secret, isRenewable: generation > 0 };
      }
      return null;
    },
  };
};
