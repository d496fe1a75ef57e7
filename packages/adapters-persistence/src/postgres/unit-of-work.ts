import type { Store } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { UnitOfWork } from '@carryover/application/ports/unit-of-work';
import type { AccountRef } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Pool, PoolClient } from 'pg';
import { type AccountQueue, makeAccountQueue } from './account-queue.ts';
import { lockAccount, makePostgresAccountRepository } from './account-repository.ts';
import { makePostgresBillingDocumentRepository } from './billing-document-repository.ts';
import { makePostgresAcceptedImports } from './import-records.ts';
import { makePostgresLedgerRepository } from './ledger-repository.ts';
import { type Begin, type Begun, wasCommitted } from './lost-commit.ts';
import { makePostgresNoteRepository } from './note-repository.ts';
import { poolOf } from './orm.ts';
import { makePostgresPaymentInstructionRepository } from './payment-instruction-repository.ts';
import { type Dialect, Transaction } from './session.ts';
import { makePostgresStatementRepository } from './statement-repository.ts';
import { isAnswered, stored, toStoreFailure } from './store-failure.ts';
import { isDirect, limitTransaction, type Timeouts } from './timeouts.ts';
import { makePostgresTransactionRepository } from './transaction-repository.ts';

export type UnitOfWorkOptions = {
  /** Whether statements are prepared once per connection; null: if no pooler is in between. */
  readonly isPrepared: boolean | null;
  readonly timeouts: Timeouts;
};

/** Chooses how to talk to a connection, once per connection. */
const makeDialects = ({ isPrepared, timeouts }: UnitOfWorkOptions) => {
  // A direct connection has had its time-outs since it was made.
  const direct: Dialect = { isNamed: isPrepared ?? true, begin: ['begin'] };
  const pooled: Dialect = { isNamed: isPrepared ?? false, begin: ['begin', limitTransaction(timeouts)] };
  const known = new WeakMap<PoolClient, Dialect>();
  return (client: PoolClient): Dialect => {
    const dialect = known.get(client) ?? (isDirect(client) ? direct : pooled);
    known.set(client, dialect);
    return dialect;
  };
};

const makeBegin = (orm: MikroORM, options: UnitOfWorkOptions): Begin => {
  const dialectOf = makeDialects(options);
  let pool: Pool | undefined;
  return async (account) => {
    pool ??= await poolOf(orm);
    const transaction = await Transaction.begin(pool, orm.em, dialectOf);
    const locked = lockAccount(transaction, account);
    // A failure reaches the work that asks for the account; without such work, the transaction ends all the same.
    locked.catch(() => undefined);
    return { transaction, locked };
  };
};

/** Each repository is made when it is first asked for: a request needs three or four of the eight. */
const makeStore = ({ transaction: session, locked }: Begun): Store => ({
  get accounts() {
    return makePostgresAccountRepository(locked);
  },
  get ledgers() {
    return makePostgresLedgerRepository(session);
  },
  get notes() {
    return makePostgresNoteRepository(session);
  },
  get transactions() {
    return makePostgresTransactionRepository(session);
  },
  get billingDocuments() {
    return makePostgresBillingDocumentRepository(session);
  },
  get statements() {
    return makePostgresStatementRepository(session);
  },
  get paymentInstructions() {
    return makePostgresPaymentInstructionRepository(session);
  },
  get imports() {
    return makePostgresAcceptedImports(session);
  },
});

/** Ends a transaction whose work is done. */
type End = (
  transaction: Transaction,
  on: { readonly account: AccountRef; readonly importId: string },
) => Promise<E.Either<StoreFailure, void>>;

/** Commits; if the answer is lost, finds out whether the transaction was committed (decisions 3). */
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

const waitedTooLong = (): E.Either<StoreFailure, never> =>
  E.left({ kind: 'store_unavailable', cause: new Error('Too many requests wait for this account.') });

const makeRun =
  (begin: Begin, queue: AccountQueue, end: End): UnitOfWork['run'] =>
  <Failure, A>(
    on: { readonly account: AccountRef; readonly importId: string },
    work: (store: Store) => TE.TaskEither<Failure | StoreFailure, A>,
  ): TE.TaskEither<Failure | StoreFailure, A> => {
    const runNow = async (): Promise<E.Either<Failure | StoreFailure, A>> => {
      const begun = await stored(() => begin(on.account))();
      if (E.isLeft(begun)) return begun;
      const { transaction } = begun.right;
      const result = await work(makeStore(begun.right))().catch(async (defect: unknown) => {
        await transaction.rollback();
        throw defect;
      });
      const ended = await (E.isLeft(result) ? rollingBack : end)(transaction, on);
      return E.isLeft(ended) ? ended : result;
    };
    return () => queue(JSON.stringify(on.account), runNow, waitedTooLong);
  };

/**
 * Units of work as transactions of PostgreSQL, serialised by a lock on the account's row: one that commits, and one for dry
 * runs that does the same and rolls back.
 */
export const makePostgresUnitsOfWork = (
  orm: MikroORM,
  options: UnitOfWorkOptions,
): { readonly unitOfWork: UnitOfWork; readonly dryRun: UnitOfWork } => {
  const queue = makeAccountQueue(options.timeouts.statementMs);
  const begin = makeBegin(orm, options);
  return {
    unitOfWork: { run: makeRun(begin, queue, committing(begin)) },
    dryRun: { run: makeRun(begin, queue, rollingBack) },
  };
};
