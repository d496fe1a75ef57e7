import { randomUUID } from 'node:crypto';
import type { OperatorActions } from '@carryover/application/ports/operator/operator-actions';
import type { OperatorStores, OperatorWork } from '@carryover/application/ports/operator/operator-work';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { identity } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { stored } from '../driver/store-failure.ts';
import { makePostgresAdministration } from './administration.ts';
import { makeAdministrationChanges } from './administration-changes.ts';
import { makePostgresCorrections } from './corrections/corrections.ts';
import { makePostgresOperatorActions } from './operator-actions.ts';
import { makePostgresReconciliationRecords } from './reconciliation/reconciliation-records.ts';
import { makePostgresSecretFingerprints } from './secret-fingerprints.ts';

/** Returns the same actions, but none is added. */
const addingNone = (actions: OperatorActions): OperatorActions => ({ ...actions, add: () => TE.right(randomUUID()) });

const storesOf = (transaction: EntityManager, isDryRun: boolean): OperatorStores => ({
  administration: makePostgresAdministration(transaction),
  changes: makeAdministrationChanges(transaction),
  corrections: makePostgresCorrections(transaction, isDryRun),
  reconciliations: makePostgresReconciliationRecords(transaction),
  actions: (isDryRun ? addingNone : identity)(makePostgresOperatorActions(transaction)),
  secretFingerprints: makePostgresSecretFingerprints(transaction),
});

/** Operators' changes as transactions of the ORM. */
export const makePostgresOperatorWork = (em: EntityManager): OperatorWork => ({
  run:
    (work, { isDryRun } = { isDryRun: false }) =>
    async () => {
      const transaction = em.fork();
      const begun = await stored(() => transaction.begin())();
      if (E.isLeft(begun)) return begun;
      // A transaction whose connection is lost is rolled back by PostgreSQL.
      const rollBack = () => transaction.rollback().catch(() => undefined);
      const result = await work(storesOf(transaction, isDryRun))().catch(async (defect: unknown) => {
        await rollBack();
        throw defect;
      });
      if (E.isLeft(result) || isDryRun) {
        await rollBack();
        return result;
      }
      const committed = await stored(() => transaction.commit())();
      return E.isLeft(committed) ? committed : result;
    },
});
