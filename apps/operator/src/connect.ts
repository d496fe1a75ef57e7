import { randomUUID } from 'node:crypto';
import { makeApiKeySecrets } from '@carryover/adapters-crypto/api-key-secrets';
import { joinEmbeddedPostgres } from '@carryover/adapters-persistence/embedded/embedded-postgres';
import { makePostgresAccountReader } from '@carryover/adapters-persistence/postgres/account-reader';
import { makePostgresAdministration } from '@carryover/adapters-persistence/postgres/administration';
import { makePostgresImportRecordReader } from '@carryover/adapters-persistence/postgres/import-record-reader';
import { prepareSchema } from '@carryover/adapters-persistence/postgres/migrate';
import { openDatabase } from '@carryover/adapters-persistence/postgres/orm';
import { makePostgresReconciliationReader } from '@carryover/adapters-persistence/postgres/reconciliation-reader';
import { UNHURRIED } from '@carryover/adapters-persistence/postgres/timeouts';
import { type AccountUseCases, makeAccountUseCases } from '@carryover/application/operator/accounts';
import { type ImportUseCases, makeImportUseCases } from '@carryover/application/operator/imports';
import { makeOrganisationUseCases, type OrganisationUseCases } from '@carryover/application/operator/organisations';
import { makeReconcile, type Reconcile } from '@carryover/application/operator/reconcile';
import { makeSupplierUseCases, type SupplierUseCases } from '@carryover/application/operator/suppliers';
import { makeShowAccount, type ShowAccount } from '@carryover/application/show-account';
import type { DataSettings } from '@carryover/settings/data-settings';
import { loadSecrets } from '@carryover/settings/root-secrets';

export type OperatorUseCases = {
  readonly organisations: OrganisationUseCases;
  readonly suppliers: SupplierUseCases;
  readonly accounts: AccountUseCases;
  readonly imports: ImportUseCases;
  readonly showAccount: ShowAccount;
  readonly reconcile: Reconcile;
};

/** How long a command waits for a connection: a busy server is waited for. */
const ACQUIRE_TIMEOUT_MS = 30_000;
/** A reconciliation of everything takes as long as it takes; an account that is being worked on is soon free. */
const TIMEOUTS = { ...UNHURRIED, lockMs: 60_000 };

/** The operator's use cases on the service's own data; the embedded database is shared with a running service. */
export const connect = async (
  settings: DataSettings,
): Promise<{ readonly useCases: OperatorUseCases; readonly close: () => Promise<void> }> => {
  const embedded = settings.databaseUrl === null ? await joinEmbeddedPostgres({ dataDir: settings.dataDir }) : null;
  const url = embedded?.url ?? settings.databaseUrl ?? '';
  const orm = openDatabase({ url, maxConnections: 4, acquireTimeoutMs: ACQUIRE_TIMEOUT_MS, timeouts: TIMEOUTS });
  const close = async () => {
    await orm.close(true);
    await embedded?.leave();
  };
  try {
    await prepareSchema(settings.databaseMigrationUrl ?? url);
    const administration = makePostgresAdministration(orm.em);
    const apiKeySecrets = makeApiKeySecrets(await loadSecrets(settings));
    const clock = { now: () => new Date() };
    const useCases = {
      organisations: makeOrganisationUseCases({ administration, apiKeySecrets, clock, makeId: randomUUID }),
      suppliers: makeSupplierUseCases({ administration }),
      accounts: makeAccountUseCases({ administration }),
      imports: makeImportUseCases({ administration, importRecords: makePostgresImportRecordReader(orm.em) }),
      showAccount: makeShowAccount({ accountReader: makePostgresAccountReader(orm.em), clock }),
      reconcile: makeReconcile({
        administration,
        reconciliationReader: makePostgresReconciliationReader(orm.em),
        clock,
      }),
    };
    return { useCases, close };
  } catch (error) {
    await close();
    throw error;
  }
};
