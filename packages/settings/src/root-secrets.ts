import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DataSettings } from './data-settings.ts';
import { keepPrivate } from './private-file.ts';

/** The root secret in use and, during a rotation, the one before it. */
export type RootSecrets = { readonly current: Uint8Array; readonly previous: Uint8Array | null };

/** The root secret: the configured one, else one made once and kept in `DATA_DIR/secret` (decisions 10). */
export const loadSecrets = async ({ secret, previousSecret, dataDir }: DataSettings): Promise<RootSecrets> => {
  if (secret !== null) return { current: secret, previous: previousSecret };
  const path = join(dataDir, 'secret');
  const kept = Buffer.from(await keepPrivate(path, () => `${randomBytes(32).toString('base64')}\n`), 'base64');
  if (kept.length < 32)
    throw new Error(`${path} does not hold a secret of 32 bytes in base64. Was it changed by hand?`);
  return { current: kept, previous: previousSecret };
};
