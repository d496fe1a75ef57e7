import { fingerprintsOf } from '@carryover/adapters-crypto/root-secret';
import { makePostgresSecretFingerprints } from '@carryover/adapters-persistence/admin/access';
import { hasApiKey } from '@carryover/adapters-persistence/queries/database';
import { compareRootSecret } from '@carryover/application/access/root-secret';
import { joinServiceDatabase, type OpenDatabase } from '@carryover/operations/database';
import { causeMessage } from '@carryover/settings/cause-message';
import { type DataSettings, databasePlace } from '@carryover/settings/data-settings';
import { findSecrets } from '@carryover/settings/root-secrets';
import * as E from 'fp-ts/lib/Either.js';
import { type Check, checkSecret, noSecret, unreadableSecret } from './check.ts';
import { checkDatabase, unreachable } from './database.ts';
import { checkService, type DemoService, notChecked, readDemoService } from './service.ts';

/** A diagnosis must not wait long. */
const ACQUIRE_TIMEOUT_MS = 5_000;

/** `hasKey`: whether the database has the API key of a demo service; null: it could not be looked up. */
type Data = { readonly checks: ReadonlyArray<Check>; readonly hasKey: boolean | null };

const checkStored = async ({ orm }: OpenDatabase, settings: DataSettings): Promise<ReadonlyArray<Check>> => {
  const checks = await checkDatabase(orm, databasePlace(settings));
  if (checks.some(({ check, status }) => check === 'database' && status === 'fail')) return checks;
  // As for every command: with a DATABASE_URL, the secret in DATA_DIR does not belong to the service.
  const isElsewhere = settings.databaseUrl !== null && settings.secret === null;
  const secrets = isElsewhere ? null : await findSecrets(settings).catch(causeMessage);
  if (secrets === null) return [...checks, noSecret()];
  if (typeof secrets === 'string') return [...checks, unreadableSecret(secrets)];
  const secretFingerprints = makePostgresSecretFingerprints(orm.em);
  return [...checks, await checkSecret(compareRootSecret({ secretFingerprints, own: fingerprintsOf(secrets) }))];
};

const checkData = async (settings: DataSettings, demo: DemoService | null): Promise<Data> => {
  try {
    const database = await joinServiceDatabase(settings, ACQUIRE_TIMEOUT_MS);
    try {
      const checks = await checkStored(database, settings);
      if (demo === null) return { checks, hasKey: null };
      return {
        checks,
        hasKey: E.getOrElse<unknown, boolean | null>(() => null)(await hasApiKey(database.orm, demo.apiKey)()),
      };
    } finally {
      await database.close();
    }
  } catch (error) {
    return { checks: [unreachable(databasePlace(settings), causeMessage(error))], hasKey: null };
  }
};

/** Checks the service of `DATA_DIR/demo.json`, if it is one of the database that was checked: another one may have been started there. */
const checkDemo = (demo: DemoService | null, hasKey: boolean | null, settings: DataSettings) => {
  if (demo === null) return notChecked('');
  const named = `: ${demo.baseUrl} in DATA_DIR/demo.json`;
  if (hasKey === false) return notChecked(`${named} is of another database, which has its API key`);
  // The database of a data directory is that of the service there.
  if (hasKey === null && settings.databaseUrl !== null)
    return notChecked(`${named} may be of another database, and this one could not be asked for its API key`);
  return checkService(demo.baseUrl, false);
};

/** Checks everything that commands and the service depend on; changes nothing. */
export const diagnose = async (settings: DataSettings, serviceUrl: string | null): Promise<ReadonlyArray<Check>> => {
  const demo = serviceUrl === null ? await readDemoService(settings.dataDir) : null;
  const { checks, hasKey } = await checkData(settings, demo);
  const service = serviceUrl === null ? checkDemo(demo, hasKey, settings) : checkService(serviceUrl, true);
  return [...checks, ...(await service)];
};
