import { randomUUID } from 'node:crypto';
import { fingerprintsOf, makeApiKeySecrets, makePlatformKeySecrets } from '@carryover/adapters-crypto/root-secret';
import { makeWebhookSecrets } from '@carryover/adapters-crypto/webhook-secrets';
import { makeProofOf } from '@carryover/adapters-persistence/admin/migration-proof';
import {
  makePostgresAdministration,
  makePostgresOperatorActions,
  makePostgresOperatorWork,
} from '@carryover/adapters-persistence/admin/operator-work';
import { makePostgresReconciliationRecords } from '@carryover/adapters-persistence/admin/reconciliation-records';
import { makePostgresStorageVerifications } from '@carryover/adapters-persistence/admin/storage-verifications';
import { makePostgresUndoableImports } from '@carryover/adapters-persistence/corrections/corrections';
import { countDue, removeDue } from '@carryover/adapters-persistence/keeping/keeping';
import { readAccountPage } from '@carryover/adapters-persistence/queries/account';
import {
  type AccountFilter,
  type AccountSearch,
  findAccounts,
  listAccounts,
} from '@carryover/adapters-persistence/queries/accounts';
import { readDifferenceNotes } from '@carryover/adapters-persistence/queries/difference-notes';
import { findPlace } from '@carryover/adapters-persistence/queries/feed/positions';
import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import {
  findImport,
  readPayload,
  readPayloadOrAlteration,
} from '@carryover/adapters-persistence/queries/import-records';
import { type ActionFilter, listOperatorActions } from '@carryover/adapters-persistence/queries/operator-actions';
import {
  listApiKeys,
  listOrganisations,
  listPlatformKeys,
} from '@carryover/adapters-persistence/queries/organisations';
import { readFailures } from '@carryover/adapters-persistence/queries/refusals';
import {
  findCompleteSet,
  listSets,
  readCompleteSet,
  readRegisteredItems,
} from '@carryover/adapters-persistence/queries/registered-totals';
import { readSupplierProgress } from '@carryover/adapters-persistence/queries/supplier-progress';
import {
  findDelivery,
  findWebhook,
  listDeliveries,
  listWebhooks,
} from '@carryover/adapters-persistence/queries/webhooks';
import { readNotesReadTo } from '@carryover/adapters-persistence/search/note-words';
import { makeCheckWebhookUrl } from '@carryover/adapters-webhook/check-url';
import { type AccountName, makeAccountUseCases, theAccount } from '@carryover/application/admin/accounts';
import { makeApiKeyUseCases, makePlatformKeyUseCases } from '@carryover/application/admin/api-keys';
import { makeApprovals } from '@carryover/application/admin/approvals';
import { makeCompleteSupplier } from '@carryover/application/admin/complete-supplier';
import { makeRecordRun, namedSubject } from '@carryover/application/admin/operator-actions';
import { makeOrganisationUseCases, theOrganisation } from '@carryover/application/admin/organisations';
import { makeLookAtPayload } from '@carryover/application/admin/payloads';
import {
  makeSupplierUseCases,
  type SupplierName,
  type SupplierRefused,
  theSupplier,
} from '@carryover/application/admin/suppliers';
import { type EraseAccount, makeEraseAccount } from '@carryover/application/corrections/erase-account';
import { makeUndoImport } from '@carryover/application/corrections/undo-import';
import { makeUndoRange } from '@carryover/application/corrections/undo-range';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { makeNoteDifference } from '@carryover/application/reconciliation/difference-notes';
import { requireFound } from '@carryover/application/use-case';
import { makeWebhookUseCases } from '@carryover/application/webhooks/manage-webhooks';
import type { DataSettings } from '@carryover/settings/data-settings';
import { findSecrets } from '@carryover/settings/root-secrets';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { openServiceDatabase } from './database.ts';
import { makeExportSupplier } from './export/export-supplier.ts';
import { makeExportAccount, toNewFile } from './export-account.ts';
import { makeReconcile } from './reconciliation/reconcile.ts';
import { removeRunsBefore } from './run-files.ts';
import { makeSealUseCases } from './seals/seals.ts';
import { makeVerifyStorage } from './storage/verify-storage.ts';

/** Returns the uses of the service's root secret; null if this process does not know it. */
const rootSecretOf = async (settings: DataSettings) => {
  const secrets = await findSecrets(settings);
  return secrets === null
    ? null
    : {
        apiKeySecrets: makeApiKeySecrets(secrets),
        platformKeySecrets: makePlatformKeySecrets(secrets),
        webhookSecrets: makeWebhookSecrets(secrets),
        fingerprints: fingerprintsOf(secrets),
      };
};

/** The operator's use cases on an open database. */
export const makeOperatorUseCases = async (orm: MikroORM, settings: DataSettings) => {
  const administration = makePostgresAdministration(orm.em);
  const operatorWork = makePostgresOperatorWork(orm.em);
  const operatorActions = makePostgresOperatorActions(orm.em);
  const rootSecret = await rootSecretOf(settings);
  const recordRun = makeRecordRun({ operatorActions });
  const undoableImports = makePostgresUndoableImports(orm.em);
  const eraseAccount = makeEraseAccount({ operatorWork });
  const clock = { now: () => new Date() };
  const named = (name: SupplierName | null): TE.TaskEither<SupplierRefused | StoreFailure, NamedSupplier | null> =>
    name === null ? TE.right(null) : theSupplier(administration, name);
  return {
    /** For queries of the console's pages. */
    em: orm.em,
    /** Queries of commands: a command that imported them would load the database for its help. */
    queries: {
      readAccount: readAccountPage.bind(null, orm.em),
      readProgress: readSupplierProgress(orm.em),
      listImports: listImports(orm.em),
      findImport: findImport(orm.em),
      readPayload: readPayloadOrAlteration(orm.em),
      readFailures: readFailures(orm.em),
    },
    organisations: {
      ...makeOrganisationUseCases({ administration, operatorWork, clock }),
      list: () => listOrganisations(orm.em),
    },
    apiKeys: {
      ...makeApiKeyUseCases({ operatorWork, rootSecret, clock, makeId: randomUUID }),
      list: ({ organisation }: { readonly organisation: string }) =>
        pipe(
          theOrganisation(administration, organisation),
          TE.chainW(({ id }) => listApiKeys(orm.em, id)),
        ),
    },
    platformKeys: {
      ...makePlatformKeyUseCases({ operatorWork, rootSecret, clock, makeId: randomUUID }),
      list: () => listPlatformKeys(orm.em),
    },
    webhooks: {
      ...makeWebhookUseCases({
        ...{ operatorWork, rootSecret, clock, makeId: randomUUID, findPlace: findPlace(orm.em) },
        checkUrl: makeCheckWebhookUrl(settings.webhookNetworks),
      }),
      list: () => listWebhooks(orm.em),
      find: (id: string) => pipe(findWebhook(orm.em, id), requireFound({ kind: 'webhook_not_found' as const, id })),
      deliveries: (id: string) => listDeliveries(orm.em, id),
      delivery: (id: string, messageId: string) => findDelivery(orm.em, id, messageId),
    },
    suppliers: {
      ...makeSupplierUseCases({ operatorWork }),
      complete: makeCompleteSupplier({ operatorWork }),
      /** Those of archived organisations only if the organisation or the code is named. */
      list: (filter: { readonly code?: string; readonly organisationName?: string }) =>
        administration.findSuppliers({
          ...filter,
          isArchivedHidden: filter.code === undefined && filter.organisationName === undefined,
        }),
      show: (name: SupplierName) => theSupplier(administration, name),
      /** The supplier of a filter; null: all. */
      named,
    },
    accounts: {
      ...makeAccountUseCases({ operatorWork }),
      /** The account's reference, for the queries. */
      find: (name: AccountName) =>
        pipe(
          theAccount(administration, name),
          TE.map(({ ref }) => ref),
        ),
      list: ({ supplier, ...filter }: AccountFilter & { readonly supplier: SupplierName }) =>
        pipe(
          theSupplier(administration, supplier),
          TE.chainW(({ id }) => listAccounts(orm.em, id, filter)),
        ),
      /** Without a supplier, searches the accounts of all suppliers. */
      search: ({
        supplier,
        ...search
      }: Omit<AccountSearch, 'supplierId'> & { readonly supplier: SupplierName | null }) =>
        pipe(
          named(supplier),
          TE.chainW((of) => findAccounts(orm.em, { ...search, ...(of === null ? {} : { supplierId: of.id }) })),
        ),
      /** Until when a search finds the text of a note. */
      notesReadTo: () => readNotesReadTo(orm.em),
    },
    recordRun,
    /** The control totals that clients registered (decisions 20). */
    registeredTotals: {
      find: findCompleteSet(orm.em),
      list: listSets(orm.em),
      read: readCompleteSet(orm),
      /** The items of the latest set by kind. */
      items: readRegisteredItems(orm.em),
    },
    audit: {
      /** Lists the operator actions of an organisation, or of its supplier with this code; null: of all. */
      list: ({
        organisation,
        supplier,
        ...filter
      }: Omit<ActionFilter, 'organisation'> & {
        readonly organisation: string | null;
        readonly supplier: string | null;
      }) =>
        pipe(
          namedSubject(administration, { organisation, supplier }),
          TE.chainW((subject) => listOperatorActions(orm.em)({ ...filter, ...subject })),
        ),
    },
    lookAtPayload: makeLookAtPayload({ operatorActions, readPayload: readPayload(orm.em) }),
    /** What is kept for a time (decisions 18). */
    keeping: {
      retention: settings.retention,
      countDue: countDue.bind(null, orm.em),
      removeDue: removeDue.bind(null, orm.em),
    },
    /** Erases an account; the files of earlier runs on this machine may name it, and are removed too, or returned. */
    eraseAccount: (command: EraseAccount) =>
      pipe(
        eraseAccount(command),
        TE.chainTaskK((erased) => async () => {
          // Until now, by this machine's clock: that of the database may differ, and a run may have begun before the commit.
          const before = erased.wasErased ? erased.erasedAt : new Date();
          const remaining = command.isDryRun ? [] : await removeRunsBefore(settings.dataDir, erased.supplierId, before);
          return { ...erased, remaining };
        }),
      ),
    exportAccount: makeExportAccount({ orm, administration, operatorActions }),
    toNewFile,
    exportSupplier: makeExportSupplier({ orm, administration, recordRun }),
    undoImport: makeUndoImport({ operatorWork, undoableImports }),
    /** What the console asks a second person for. */
    approvals: makeApprovals({ operatorWork }),
    undoRange: makeUndoRange({ administration, operatorWork, undoableImports, recordRun }),
    reconciliations: { ...makePostgresReconciliationRecords(orm.em), proofOf: makeProofOf(orm.em) },
    reconcile: makeReconcile(orm),
    /** What persons say of differences. */
    differenceNotes: { list: readDifferenceNotes(orm.em), add: makeNoteDifference({ operatorActions }) },
    storageVerifications: makePostgresStorageVerifications(orm.em),
    verifyStorage: makeVerifyStorage(orm),
    seals: makeSealUseCases(orm.em),
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
