import type { OperatorStores, OperatorWork } from '@carryover/application/ports/operator/operator-work';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { stored } from '../driver/store-failure.ts';
import { makePostgresAdministration } from './administration.ts';
import { makeAdministrationChanges } from './administration-changes.ts';
import { makePostgresCorrections } from './corrections/corrections.ts';
import { makePostgresOperatorActions } from './operator-actions.ts';
import { makePostgresReconciliationRecords } from './reconciliation/reconciliation-records.ts';
import { makePostgresSecretFingerprints } from './secret-fingerprints.ts';

const storesOf = (transaction: EntityManager): OperatorStores => ({
  administration: makePostgresAdministration(transaction),
  changes: makeAdministrationChanges(transaction),
  corrections: makePostgresCorrections(transaction),
  reconciliations: makePostgresReconciliationRecords(transaction),
  actions: makePostgresOperatorActions(transaction),
  secretFingerprints: makePostgresSecretFingerprints(transaction),
});

/** Operators' changes as transactions of the ORM. */
export const makePostgresOperatorWork = (em: EntityManager): OperatorWork => ({
  run: (work) => async () => {
    const transaction = em.fork();
    const begun = await stored(() => transaction.begin())();
    if (E.isLeft(begun)) return begun;
    // A transaction whose connection is lost is rolled back by PostgreSQL.
    const rollBack = () => transaction.rollback().catch(() => undefined);
    const result = await work(storesOf(transaction))().catch(async (defect: unknown) => {
      await rollBack();
      throw defect;
    });
    if (E.isLeft(result)) {
      await rollBack();
      return result;
    }
    const committed = await stored(() => transaction.commit())();
    return E.isLeft(committed) ? committed : result;
  },
});
