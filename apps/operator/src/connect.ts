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
import { type AuditUseCases, makeAuditUseCases } from '@carryover/application/operator/audit';
import { makeUndoImport, type UndoImport } from '@carryover/application/operator/corrections/undo-import';
import { makeUndoRange, type UndoRange } from '@carryover/application/operator/corrections/undo-range';
import { type FinalizeLedger, makeFinalizeLedger } from '@carryover/application/operator/finalize-ledger';
import { type FindAccountUseCases, makeFindAccountUseCases } from '@carryover/application/operator/find-accounts';
import { type ImportUseCases, makeImportUseCases } from '@carryover/application/operator/import-records';
import { type LookAtPayload, makeLookAtPayload } from '@carryover/application/operator/look-at-payload';
import { makeReconcile, type Reconcile } from '@carryover/application/operator/reconciliation/reconcile';
import { makeRecordRun, type RecordRun } from '@carryover/application/operator/record-run';
import { makeRefusalGroupUseCases, type RefusalGroupUseCases } from '@carryover/application/operator/refusal-groups';
import { type AccountUseCases, makeAccountUseCases } from '@carryover/application/operator/set-up/accounts';
import {
  type ApiKeyUseCases,
  makeApiKeyUseCases,
  type RootSecretUses,
} from '@carryover/application/operator/set-up/api-keys';
import { type CompleteSupplier, makeCompleteSupplier } from '@carryover/application/operator/set-up/complete-supplier';
import {
  makeOrganisationUseCases,
  type OrganisationUseCases,
} from '@carryover/application/operator/set-up/organisations';
import { makeSupplierUseCases, type SupplierUseCases } from '@carryover/application/operator/set-up/suppliers';
import type { SupplierProgressReader } from '@carryover/application/ports/operator/figures/supplier-progress';
import type { ReconciliationRecords } from '@carryover/application/ports/operator/reconciliation/reconciliation-records';
import { makeShowAccount, type ShowAccount } from '@carryover/application/reading/show-account';
import { makeShowAccountPage, type ShowAccountPage } from '@carryover/application/reading/show-account-page';
import type { DataSettings } from '@carryover/settings/data-settings';
import { findSecrets } from '@carryover/settings/root-secrets';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openServiceDatabase } from './database.ts';

export type OperatorUseCases = {
  readonly organisations: OrganisationUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly suppliers: SupplierUseCases;
  readonly supplierProgress: SupplierProgressReader;
  readonly accounts: AccountUseCases;
  readonly completeSupplier: CompleteSupplier;
  readonly finalizeLedger: FinalizeLedger;
  readonly recordRun: RecordRun;
  readonly audit: AuditUseCases;
  readonly imports: ImportUseCases;
  readonly lookAtPayload: LookAtPayload;
  readonly refusalGroups: RefusalGroupUseCases;
  readonly undoImport: UndoImport;
  readonly undoRange: UndoRange;
  readonly findAccounts: FindAccountUseCases;
  readonly showAccount: ShowAccount;
  /** For the console: an account of any size, in parts. */
  readonly showAccountPage: ShowAccountPage;
  readonly reconcile: Reconcile;
  readonly reconciliations: ReconciliationRecords;
};

/** Returns the uses of the service's root secret; null if this process does not know it. */
const rootSecretOf = async (settings: DataSettings): Promise<RootSecretUses | null> => {
  const secrets = await findSecrets(settings);
  return secrets === null ? null : { apiKeySecrets: makeApiKeySecrets(secrets), fingerprints: fingerprintsOf(secrets) };
};

/** The operator's use cases on an open database. */
export const makeOperatorUseCases = async (orm: MikroORM, settings: DataSettings): Promise<OperatorUseCases> => {
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
    showAccountPage: makeShowAccountPage({ accountPages: makePostgresAccountPageReader(orm.em), clock }),
    reconciliations: makePostgresReconciliationRecords(orm.em),
    reconcile: makeReconcile({
      administration,
      reconciliationReader: makePostgresReconciliationReader(orm),
      clock,
    }),
  };
};

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
