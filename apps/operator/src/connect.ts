import { randomUUID } from 'node:crypto';
import { makeApiKeySecrets } from '@carryover/adapters-crypto/api-key-secrets';
import { makePostgresAccountReader } from '@carryover/adapters-persistence/postgres/account-reader';
import { makePostgresAdministration } from '@carryover/adapters-persistence/postgres/administration';
import { makePostgresImportRecordReader } from '@carryover/adapters-persistence/postgres/import-record-reader';
import { makePostgresReconciliationReader } from '@carryover/adapters-persistence/postgres/reconciliation-reader';
import { type AccountUseCases, makeAccountUseCases } from '@carryover/application/operator/accounts';
import { type ImportUseCases, makeImportUseCases } from '@carryover/application/operator/imports';
import { makeOrganisationUseCases, type OrganisationUseCases } from '@carryover/application/operator/organisations';
import { makeReconcile, type Reconcile } from '@carryover/application/operator/reconcile';
import { makeSupplierUseCases, type SupplierUseCases } from '@carryover/application/operator/suppliers';
import { makeShowAccount, type ShowAccount } from '@carryover/application/show-account';
import type { DataSettings } from '@carryover/settings/data-settings';
import { loadSecrets } from '@carryover/settings/root-secrets';
import { openServiceDatabase } from './database.ts';

export type OperatorUseCases = {
  readonly organisations: OrganisationUseCases;
  readonly suppliers: SupplierUseCases;
  readonly accounts: AccountUseCases;
  readonly imports: ImportUseCases;
  readonly showAccount: ShowAccount;
  readonly reconcile: Reconcile;
};

/** The operator's use cases on the service's own data; the embedded database is shared with a running service. */
export const connect = async (
  settings: DataSettings,
): Promise<{ readonly useCases: OperatorUseCases; readonly close: () => Promise<void> }> => {
  const { orm, close } = await openServiceDatabase(settings);
  try {
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
