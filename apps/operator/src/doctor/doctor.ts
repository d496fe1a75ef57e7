import { fingerprintsOf } from '@carryover/adapters-crypto/root-secret';
import { makePostgresSecretFingerprints } from '@carryover/adapters-persistence/admin/access';
import { compareRootSecret } from '@carryover/application/access/root-secret';
import { joinServiceDatabase, type OpenDatabase } from '@carryover/operations/database';
import { causeMessage } from '@carryover/settings/cause-message';
import { type DataSettings, databasePlace } from '@carryover/settings/data-settings';
import { findSecrets } from '@carryover/settings/root-secrets';
import { type Check, checkSecret, noSecret } from './check.ts';
import { checkDatabase, unreachable } from './database.ts';
import { checkService } from './service.ts';

/** A diagnosis must not wait long. */
const ACQUIRE_TIMEOUT_MS = 5_000;

const checkStored = async ({ orm }: OpenDatabase, settings: DataSettings): Promise<ReadonlyArray<Check>> => {
  const checks = await checkDatabase(orm, databasePlace(settings));
  if (checks.some(({ check, status }) => check === 'database' && status === 'fail')) return checks;
  // As for every command: with a DATABASE_URL, the secret in DATA_DIR does not belong to the service.
  const secrets = settings.databaseUrl !== null && settings.secret === null ? null : await findSecrets(settings);
  if (secrets === null) return [...checks, noSecret()];
  const secretFingerprints = makePostgresSecretFingerprints(orm.em);
  return [...checks, await checkSecret(compareRootSecret({ secretFingerprints, own: fingerprintsOf(secrets) }))];
};

const checkData = async (settings: DataSettings): Promise<ReadonlyArray<Check>> => {
  try {
    const database = await joinServiceDatabase(settings, ACQUIRE_TIMEOUT_MS);
    return await checkStored(database, settings).finally(() => database.close());
  } catch (error) {
    return [unreachable(databasePlace(settings), causeMessage(error))];
  }
};

/** Checks everything that commands and the service depend on; changes nothing. */
export const diagnose = async (settings: DataSettings, serviceUrl: string | null): Promise<ReadonlyArray<Check>> => [
  ...(await checkData(settings)),
  ...(await checkService(serviceUrl, settings.dataDir)),
];
