import type { DataSettings } from './data-settings.ts';
import { isUnverifiedToAnotherHost } from './database-url.ts';
import type { EnvironmentReader } from './environment.ts';

const ENCRYPT =
  'must use encryption and check the certificate (sslmode=verify-full), unless ALLOW_PLAINTEXT_DATABASE=1 is set';
export const IN_PRODUCTION = 'if NODE_ENV is production';

/** Reports a database on another host that production would reach unencrypted or unverified (decisions 10). */
export const checkConnections = (env: EnvironmentReader, data: DataSettings): void => {
  const mayBePlain = env.choice('ALLOW_PLAINTEXT_DATABASE', '0', ['0', '1']) === '1';
  if (!env.isProduction() || mayBePlain) return;
  const urls = { DATABASE_URL: data.databaseUrl, DATABASE_MIGRATION_URL: data.databaseMigrationUrl };
  for (const [name, url] of Object.entries(urls)) {
    if (url !== null && isUnverifiedToAnotherHost(url)) env.mistake(name, ENCRYPT);
  }
};

/** Reports settings of the data that are not allowed in production, for every program that uses the data (decisions 10). */
export const checkProduction = (env: EnvironmentReader, data: DataSettings): void => {
  checkConnections(env, data);
  if (!env.isProduction()) return;
  if (data.databaseUrl !== null) {
    if (data.secret === null) env.mistake('CARRYOVER_SECRET', `must be set ${IN_PRODUCTION}`);
    return;
  }
  // The secret in a file follows from the embedded database, so it is not reported separately.
  const andSecret = data.secret === null ? ', and CARRYOVER_SECRET too' : '';
  env.mistake('DATABASE_URL', `must be set ${IN_PRODUCTION}${andSecret}: the embedded database is only for trials`);
};
