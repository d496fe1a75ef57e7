import type { Store } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { UnitOfWork } from '@carryover/application/ports/unit-of-work';
import type { AccountRef } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { makePostgresAccountRepository } from './account-repository.ts';
import { type Begin, type BeginOptions, type Begun, makeBegin } from './begin-work.ts';
import { makePostgresBillingDocumentRepository } from './billing-document-repository.ts';
import { makePostgresAcceptedImports } from './import-records.ts';
import { type KeyedQueue, makeKeyedQueue } from './keyed-queue.ts';
import { makePostgresLedgerRepository } from './ledger-repository.ts';
import { wasCommitted } from './lost-commit.ts';
import { makePostgresNoteRepository } from './note-repository.ts';
import { makePostgresPaymentInstructionRepository } from './payment-instruction-repository.ts';
import type { Transaction } from './session.ts';
import { makePostgresStatementRepository } from './statement-repository.ts';
import { isAnswered, stored, toStoreFailure } from './store-failure.ts';
import { makePostgresTransactionRepository } from './transaction-repository.ts';

const makeStore = ({ transaction: session, locked }: Begun): Store => ({
  accounts: makePostgresAccountRepository(locked),
  ledgers: makePostgresLedgerRepository(session),
  notes: makePostgresNoteRepository(session),
  transactions: makePostgresTransactionRepository(session),
  billingDocuments: makePostgresBillingDocumentRepository(session),
  statements: makePostgresStatementRepository(session),
  paymentInstructions: makePostgresPaymentInstructionRepository(session),
  imports: makePostgresAcceptedImports(session),
});

/** Ends a transaction whose work is done. */
type End = (
  transaction: Transaction,
  on: { readonly account: AccountRef; readonly importId: string },
) => Promise<E.Either<StoreFailure, void>>;

/** Commits; where the answer is lost, finds out what became of it (decisions 3). */
const committing =
  (begin: Begin): End =>
  async (transaction, on) => {
    try {
      await transaction.commit();
      return E.right(undefined);
    } catch (error) {
      if (isAnswered(error)) return E.left(toStoreFailure(error));
      const committed = await wasCommitted(begin, on);
      if (E.isLeft(committed)) return committed;
      return committed.right ? E.right(undefined) : E.left({ kind: 'store_unavailable', cause: error });
    }
  };

const rollingBack: End = async (transaction) => {
  await transaction.rollback();
  return E.right(undefined);
};

/** Its turn at an account did not come in the time a statement may take. */
const tooLong = (): E.Either<StoreFailure, never> =>
  E.left({ kind: 'store_unavailable', cause: new Error('Too many requests wait for this account.') });

const makeRun =
  (begin: Begin, inTurn: KeyedQueue, end: End): UnitOfWork['run'] =>
  <Failure, A>(
    on: { readonly account: AccountRef; readonly importId: string },
    work: (store: Store) => TE.TaskEither<Failure | StoreFailure, A>,
  ): TE.TaskEither<Failure | StoreFailure, A> => {
    const doIt = async (): Promise<E.Either<Failure | StoreFailure, A>> => {
      const begun = await stored(() => begin(on.account))();
      if (E.isLeft(begun)) return begun;
      const result = await work(makeStore(begun.right))().catch(async (defect: unknown) => {
        await begun.right.transaction.rollback();
        throw defect;
      });
      const ended = await (E.isLeft(result) ? rollingBack : end)(begun.right.transaction, on);
      return E.isLeft(ended) ? ended : result;
    };
    return () => inTurn(JSON.stringify(on.account), doIt, tooLong);
  };

/**
 * Units of work as transactions of PostgreSQL, serialised by a lock on the account's row: one that commits, and
 * one for dry runs that does the same and rolls back.
 */
export const makePostgresUnitsOfWork = (
  orm: MikroORM,
  options: BeginOptions,
): { readonly unitOfWork: UnitOfWork; readonly dryRun: UnitOfWork } => {
  const inTurn = makeKeyedQueue(options.timeouts.statementMs);
  const begin = makeBegin(orm, options);
  return {
    unitOfWork: { run: makeRun(begin, inTurn, committing(begin)) },
    dryRun: { run: makeRun(begin, inTurn, rollingBack) },
  };
};
