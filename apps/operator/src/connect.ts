import { randomUUID } from 'node:crypto';
import { makeApiKeySecrets } from '@carryover/adapters-crypto/api-key-secrets';
import { fingerprintsOf } from '@carryover/adapters-crypto/root-secret';
import { makePostgresAdministration } from '@carryover/adapters-persistence/operator/administration';
import { makePostgresUndoableImports } from '@carryover/adapters-persistence/operator/corrections/undoable-imports';
import { makePostgresOperatorActions } from '@carryover/adapters-persistence/operator/operator-actions';
import { makePostgresOperatorWork } from '@carryover/adapters-persistence/operator/operator-work';
import { makePostgresReconciliationReader } from '@carryover/adapters-persistence/operator/reconciliation/reconciliation-reader';
import { makePostgresReconciliationRecords } from '@carryover/adapters-persistence/operator/reconciliation/reconciliation-records';
import { makePostgresSupplierProgressReader } from '@carryover/adapters-persistence/operator/supplier-progress';
import { makePostgresAccountDirectory } from '@carryover/adapters-persistence/reading/accounts/account-directory';
import { makePostgresAccountFinder } from '@carryover/adapters-persistence/reading/accounts/account-finder';
import { makePostgresAccountPageReader } from '@carryover/adapters-persistence/reading/accounts/account-page-reader';
import { makePostgresAccountReader } from '@carryover/adapters-persistence/reading/accounts/account-reader';
import { makePostgresImportRecordReader } from '@carryover/adapters-persistence/reading/import-records/import-record-reader';
import { makePostgresRefusalGroupReader } from '@carryover/adapters-persistence/reading/import-records/refusal-group-reader';
import { makeAuditUseCases } from '@carryover/application/operator/audit';
import { makeUndoImport } from '@carryover/application/operator/corrections/undo-import';
import { makeUndoRange } from '@carryover/application/operator/corrections/undo-range';
import { makeFinalizeLedger } from '@carryover/application/operator/finalize-ledger';
import { makeFindAccountUseCases } from '@carryover/application/operator/find-accounts';
import { makeImportUseCases } from '@carryover/application/operator/import-records';
import { makeLookAtPayload } from '@carryover/application/operator/look-at-payload';
import { makeReconcile } from '@carryover/application/operator/reconciliation/reconcile';
import { makeRecordRun } from '@carryover/application/operator/record-run';
import { makeRefusalGroupUseCases } from '@carryover/application/operator/refusal-groups';
import { makeAccountUseCases } from '@carryover/application/operator/set-up/accounts';
import { makeApiKeyUseCases, type RootSecretUses } from '@carryover/application/operator/set-up/api-keys';
import { makeCompleteSupplier } from '@carryover/application/operator/set-up/complete-supplier';
import { makeOrganisationUseCases } from '@carryover/application/operator/set-up/organisations';
import { makeSupplierUseCases } from '@carryover/application/operator/set-up/suppliers';
import { makeShowAccount } from '@carryover/application/reading/show-account';
import { makeShowAccountPage } from '@carryover/application/reading/show-account-page';
import type { DataSettings } from '@carryover/settings/data-settings';
import { findSecrets } from '@carryover/settings/root-secrets';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openServiceDatabase } from './database.ts';

/** Returns the uses of the service's root secret; null if this process does not know it. */
const rootSecretOf = async (settings: DataSettings): Promise<RootSecretUses | null> => {
  const secrets = await findSecrets(settings);
  return secrets === null ? null : { apiKeySecrets: makeApiKeySecrets(secrets), fingerprints: fingerprintsOf(secrets) };
};

/** The operator's use cases on an open database. */
export const makeOperatorUseCases = async (orm: MikroORM, settings: DataSettings) => {
  const administration = makePostgresAdministration(orm.em);
  const operatorWork = makePostgresOperatorWork(orm.em);
  const operatorActions = makePostgresOperatorActions(orm.em);
  const rootSecret = await rootSecretOf(settings);
  const recordRun = makeRecordRun({ operatorActions });
  const importRecords = makePostgresImportRecordReader(orm.em);
  const undoableImports = makePostgresUndoableImports(orm.em);
  const clock = { now: () => new Date() };
  return {
    organisations: makeOrganisationUseCases({ administration, operatorWork }),
    apiKeys: makeApiKeyUseCases({ administration, operatorWork, rootSecret, clock, makeId: randomUUID }),
    suppliers: makeSupplierUseCases({ administration, operatorWork }),
    accounts: makeAccountUseCases({ administration, operatorWork }),
    completeSupplier: makeCompleteSupplier({ operatorWork }),
    finalizeLedger: makeFinalizeLedger({ operatorWork }),
    recordRun,
    audit: makeAuditUseCases({ administration, operatorActions }),
    supplierProgress: makePostgresSupplierProgressReader(orm.em),
    imports: makeImportUseCases({ administration, importRecords }),
    lookAtPayload: makeLookAtPayload({ importRecords, operatorActions }),
    refusalGroups: makeRefusalGroupUseCases({
      administration,
      refusalGroups: makePostgresRefusalGroupReader(orm.em),
    }),
    undoImport: makeUndoImport({ operatorWork, undoableImports }),
    undoRange: makeUndoRange({ administration, operatorWork, undoableImports, recordRun }),
    findAccounts: makeFindAccountUseCases({
      administration,
      accountDirectory: makePostgresAccountDirectory(orm.em),
      accountFinder: makePostgresAccountFinder(orm.em),
    }),
    showAccount: makeShowAccount({ accountReader: makePostgresAccountReader(orm.em), clock }),
    /** For the console: an account of any size, in parts. */
    showAccountPage: makeShowAccountPage({ accountPages: makePostgresAccountPageReader(orm.em), clock }),
    reconciliations: makePostgresReconciliationRecords(orm.em),
    reconcile: makeReconcile({
      administration,
      reconciliationReader: makePostgresReconciliationReader(orm),
      clock,
    }),
  };
};

export type OperatorUseCases = Awaited<ReturnType<typeof makeOperatorUseCases>>;

/** The operator's use cases on the service's own data; the embedded database is shared with a running service. */
export const connect = async (
  settings: DataSettings,
): Promise<{ readonly useCases: OperatorUseCases; readonly close: () => Promise<void> }> => {
  const { orm, close } = await openServiceDatabase(settings);
  try {
    return { useCases: await makeOperatorUseCases(orm, settings), close };
  } catch (error) {
    await close();
    throw error;
  }
};
