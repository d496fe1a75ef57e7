import {
  cacheApiKeys,
  makePostgresApiKeyRepository,
  makePostgresSecretFingerprints,
} from '@carryover/adapters-persistence/admin/access';
import {
  makePostgresAdministration,
  makePostgresOperatorWork,
} from '@carryover/adapters-persistence/admin/operator-work';
import { makePostgresSupplierRepository } from '@carryover/adapters-persistence/admin/suppliers';
import {
  makePostgresDryRuns,
  makePostgresRefusedImports,
} from '@carryover/adapters-persistence/imports/import-records';
import { makePostgresUnitOfWork } from '@carryover/adapters-persistence/imports/unit-of-work';
import { makePostgresStoredTotalsReader } from '@carryover/adapters-persistence/operator/reconciliation/stored-totals';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { makePostgresAccountSummaryReader } from '@carryover/adapters-persistence/reading/accounts/account-summary-reader';
import { makePostgresCounter } from '@carryover/adapters-persistence/shared-counter';
import { ContainerModule } from 'inversify';
import { tracedUnitOfWork } from '../observing/traced.ts';
import { tokens } from '../tokens.ts';

/** Time that a request waits for a free connection. */
const ACQUIRE_TIMEOUT_MS = 5_000;

export const persistence = new ContainerModule(({ bind }) => {
  bind(tokens.database)
    .toResolvedValue(
      (url, { maxDatabaseConnections, timeouts }) =>
        openDatabase({ url, maxConnections: maxDatabaseConnections, acquireTimeoutMs: ACQUIRE_TIMEOUT_MS, timeouts }),
      [tokens.databaseUrl, tokens.config],
    )
    .inSingletonScope();
  bind(tokens.unitOfWork)
    .toResolvedValue(
      (orm, { isPrepared, timeouts }, tracing) => {
        const unitOfWork = makePostgresUnitOfWork(orm, { isPrepared, timeouts });
        return tracing === null ? unitOfWork : tracedUnitOfWork(unitOfWork, tracing.part);
      },
      [tokens.database, tokens.config, tokens.tracing],
    )
    .inSingletonScope();
  bind(tokens.suppliers)
    .toResolvedValue((orm) => makePostgresSupplierRepository(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.refusedImports)
    .toResolvedValue((orm) => makePostgresRefusedImports(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.dryRuns)
    .toResolvedValue((orm) => makePostgresDryRuns(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.operatorWork)
    .toResolvedValue((orm) => makePostgresOperatorWork(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.administration)
    .toResolvedValue((orm) => makePostgresAdministration(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.summaries)
    .toResolvedValue((orm) => makePostgresAccountSummaryReader(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.storedTotals)
    .toResolvedValue((orm) => makePostgresStoredTotalsReader(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.secretFingerprints)
    .toResolvedValue((orm) => makePostgresSecretFingerprints(orm.em), [tokens.database])
    .inSingletonScope();
  bind(tokens.sharedCounter)
    .toResolvedValue(
      (orm, logger) => ({
        limiter: makePostgresCounter(orm.em),
        onFailure: (error) => logger.warn({ error: String(error) }, 'this process counts its rate limits alone'),
      }),
      [tokens.database, tokens.logger],
    )
    .inSingletonScope();
  bind(tokens.apiKeys)
    .toResolvedValue((orm) => cacheApiKeys(makePostgresApiKeyRepository(orm.em)), [tokens.database])
    .inSingletonScope();
});
