import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DataSettings } from './data-settings.ts';
import { keepPrivate, readIfThere } from './private-file.ts';

/** The root secret in use and, during a rotation, the one before it. */
export type RootSecrets = { readonly current: Uint8Array; readonly previous: Uint8Array | null };

const pathOf = ({ dataDir }: DataSettings): string => join(dataDir, 'secret');

const decode = (settings: DataSettings, text: string): RootSecrets => {
  const current = Buffer.from(text, 'base64');
  if (current.length < 32)
    throw new Error(`${pathOf(settings)} does not hold a secret of 32 bytes in base64. Was it changed by hand?`);
  return { current, previous: settings.previousSecret };
};

/** The root secret: the configured one, else one made once and kept in `DATA_DIR/secret` (decisions 10). */
export const loadSecrets = async (settings: DataSettings): Promise<RootSecrets> => {
  const { secret, previousSecret } = settings;
  if (secret !== null) return { current: secret, previous: previousSecret };
  return decode(settings, await keepPrivate(pathOf(settings), () => `${randomBytes(32).toString('base64')}\n`));
};

/**
 * The root secret as the operator's command knows it; null if it does not. It makes none, and a database of `DATABASE_URL` may
 * be any service's, so the secret in `DATA_DIR` counts for the embedded database alone (decisions 10).
 */
export const findSecrets = async (settings: DataSettings): Promise<RootSecrets | null> => {
  const { secret, previousSecret, databaseUrl } = settings;
  if (secret !== null) return { current: secret, previous: previousSecret };
  const kept = databaseUrl === null ? await readIfThere(pathOf(settings)) : null;
  return kept === null ? null : decode(settings, kept);
};
