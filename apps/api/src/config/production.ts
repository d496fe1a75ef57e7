import { isUnverifiedToAnotherHost } from '@carryover/settings/database-url';
import type { EnvironmentReader } from '@carryover/settings/environment';

/** The settings that production restricts. */
type Restricted = {
  readonly databaseUrl: string | null;
  readonly databaseMigrationUrl: string | null;
  readonly secret: Uint8Array | null;
  readonly isDemo: boolean;
  readonly vendors: { readonly isSandboxed: boolean };
};

const ENCRYPT =
  'must use encryption and check the certificate (sslmode=verify-full), unless ALLOW_PLAINTEXT_DATABASE=1 is set';
const IN_PRODUCTION = 'if NODE_ENV is production';

/** Reports settings that are not allowed in production (decisions 10). */
export const checkProduction = (env: EnvironmentReader, config: Restricted): void => {
  const mayBePlain = env.choice('ALLOW_PLAINTEXT_DATABASE', '0', ['0', '1']) === '1';
  if (env.text('NODE_ENV') !== 'production') return;
  if (config.databaseUrl === null) checkEmbedded(env, config);
  else checkOwn(env, config, mayBePlain);
};

/** The demo, the sandbox and the secret in a file follow from the embedded database, so they are not reported separately. */
const checkEmbedded = (env: EnvironmentReader, { secret }: Restricted): void => {
  const andSecret = secret === null ? ', and CARRYOVER_SECRET too' : '';
  env.mistake('DATABASE_URL', `must be set ${IN_PRODUCTION}${andSecret}: the embedded database is only for trials`);
};

const checkOwn = (env: EnvironmentReader, config: Restricted, mayBePlain: boolean): void => {
  if (config.secret === null) env.mistake('CARRYOVER_SECRET', `must be set ${IN_PRODUCTION}`);
  if (config.isDemo) env.mistake('DEMO', `must be off ${IN_PRODUCTION}`);
  if (config.vendors.isSandboxed) env.mistake('VENDOR_SANDBOX', `must be off ${IN_PRODUCTION}`);
  if (mayBePlain) return;
  const urls = { DATABASE_URL: config.databaseUrl, DATABASE_MIGRATION_URL: config.databaseMigrationUrl };
  for (const [name, url] of Object.entries(urls)) {
    if (url !== null && isUnverifiedToAnotherHost(url)) env.mistake(name, ENCRYPT);
  }
};
