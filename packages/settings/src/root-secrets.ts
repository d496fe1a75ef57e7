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
    throw new Error(
      `${pathOf(settings)} does not contain a secret of 32 bytes in base64. Restore the file from a backup if it was changed.`,
    );
  return { current, previous: settings.previousSecret };
};

/** Returns the root secret: the configured one, else one generated once and kept in `DATA_DIR/secret` (decisions 10). */
export const loadSecrets = async (settings: DataSettings): Promise<RootSecrets> => {
  const { secret, previousSecret } = settings;
  if (secret !== null) return { current: secret, previous: previousSecret };
  return decode(settings, await keepPrivate(pathOf(settings), () => `${randomBytes(32).toString('base64')}\n`));
};

/**
 * Returns the root secret for the operator's command; null if unknown. The command generates none, and a database of `DATABASE_URL` may
 * belong to any service, so the secret in `DATA_DIR` counts only for the embedded database (decisions 10).
 */
export const findSecrets = async (settings: DataSettings): Promise<RootSecrets | null> => {
  const { secret, previousSecret, databaseUrl } = settings;
  if (secret !== null) return { current: secret, previous: previousSecret };
  const kept = databaseUrl === null ? await readIfThere(pathOf(settings)) : null;
  return kept === null ? null : decode(settings, kept);
};
