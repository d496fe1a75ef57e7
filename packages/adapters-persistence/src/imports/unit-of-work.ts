import type { ImportCommand } from '@carryover/application/ports/import-records';
import type { Store, UnitOfWork } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { isAnswered, stored, toStoreFailure } from '../sql/store-failure.ts';
import { type DbTransaction, makeBeginTransaction, type Statements } from '../sql/transaction.ts';
import { accountKey, type ImportStatements, lockAccount, makePostgresLedgerRepository } from './account-repository.ts';
import { makePostgresBillingDocumentRepository } from './billing-document-repository.ts';
import { makePostgresAcceptedImports, makeStoredTotals } from './import-records.ts';
import { type Begin, type Begun, wasCommitted } from './lost-commit.ts';
import { makePostgresNoteRepository } from './note-repository.ts';
import { makePostgresPaymentInstructionRepository } from './payment-instruction-repository.ts';
import { makeSharedTransactions } from './shared-transactions.ts';
import { makePostgresStatementRepository } from './statement-repository.ts';
import { makePostgresTransactionRepository } from './transaction-repository.ts';

const makeBegin =
  (beginTransaction: () => Promise<DbTransaction>): Begin =>
  async (account) => {
    const transaction = await beginTransaction();
    const locked = lockAccount(transaction, account);
    // A failure reaches the work that reads the account; otherwise, the transaction ends without it.
    locked.catch(() => undefined);
    return { transaction, locked };
  };

/**
 * Creates each repository on first use: a request needs three or four of the eight.
 *
 * @param statements those of the transaction of the unit of work; of a dry run without its writes.
 */
const makeStore = (statements: ImportStatements, locked: Begun['locked']): Store => {
  // One for both uses: it remembers the hash of each note.
  let notes: Store['notes'] | undefined;
  const totals = makeStoredTotals();
  return {
    get accounts() {
      return { locked: stored(() => locked) };
    },
    get ledgers() {
      return makePostgresLedgerRepository(statements);
    },
    get notes() {
      notes ??= makePostgresNoteRepository(statements);
      return notes;
    },
    get transactions() {
      return makePostgresTransactionRepository(statements, totals);
    },
    get billingDocuments() {
      return makePostgresBillingDocumentRepository(statements);
    },
    get statements() {
      return makePostgresStatementRepository(statements);
    },
    get paymentInstructions() {
      return makePostgresPaymentInstructionRepository(statements);
    },
    get imports() {
      return makePostgresAcceptedImports(statements.db, totals);
    },
  };
};

const statementsOf = ({ account, request }: ImportCommand, db: Statements): ImportStatements => ({
  db,
  accountId: accountKey(account),
  importId: request.id,
  payloadSha256: request.payloadSha256,
});

/** Sends no writes: a row that is rolled back stays in its table until it is vacuumed. */
const withoutWrites = (transaction: DbTransaction): Statements => ({
  dialect: transaction.dialect,
  read: (row, sql, parameters) => transaction.read(row, sql, parameters),
  write: () => undefined,
});

/** Commits; if the response is lost, determines if the transaction was committed (decisions 3). */
const commit = async (
  begin: Begin,
  transaction: DbTransaction,
  unit: Parameters<typeof wasCommitted>[1],
): Promise<E.Either<StoreFailure, void>> => {
  try {
    await transaction.commit();
    return E.right(undefined);
  } catch (error) {
    if (isAnswered(error)) return E.left(toStoreFailure(error));
    const committed = await wasCommitted(begin, unit);
    if (E.isLeft(committed)) return committed;
    return committed.right ? E.right(undefined) : E.left({ kind: 'store_unavailable', cause: error });
  }
};

/** @param onTooLong the result of a task that does not start in time; the task is then not run. */
type AccountQueue = <A>(key: string, task: () => Promise<A>, onTooLong: () => A) => Promise<A>;

/**
 * Runs the tasks of one account one after another, and those of different accounts concurrently.
 *
 * The database serialises requests for one account anyway; waiting here instead of there means that an account with many
 * requests at once holds one connection, not all of them, so that other accounts never wait for it.
 *
 * @param maxWaitMs the longest wait for a task's turn; 0 for any.
 */
const makeAccountQueue = (maxWaitMs: number): AccountQueue => {
  /** By account, the end of its last task and of all before; never rejects. */
  const last = new Map<string, Promise<unknown>>();

  /** Resolves to true if the turn comes in time. */
  const turnAfter = (previous: Promise<unknown>): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = maxWaitMs > 0 ? setTimeout(() => resolve(false), maxWaitMs) : undefined;
      previous.then(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });

  return (key, task, onTooLong) => {
    const previous = last.get(key);
    const answered =
      previous === undefined ? task() : turnAfter(previous).then((isInTime) => (isInTime ? task() : onTooLong()));
    const ended = Promise.allSettled([previous, answered]).then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    last.set(key, ended);
    return answered;
  };
};

const waitedTooLong = (): E.Either<StoreFailure, never> =>
  E.left({ kind: 'store_unavailable', cause: new Error('Too many requests wait for this account.') });

/**
 * Units of work as transactions of PostgreSQL, serialised by a lock on the account's row. Small ones that wait at the same time
 * share one (`shared-transactions.ts`).
 *
 * @param maxWaitMs the longest wait for other requests, of the same account or for a shared transaction; 0 for any.
 */
export const makePostgresUnitOfWork = (orm: MikroORM, maxWaitMs: number): UnitOfWork => {
  const queue = makeAccountQueue(maxWaitMs);
  const beginTransaction = makeBeginTransaction(orm);
  const begin = makeBegin(beginTransaction);
  const shared = makeSharedTransactions({
    begin: beginTransaction,
    storeOf: (db, command, locked) => makeStore(statementsOf(command, db), locked),
    wasCommitted: (unit) => wasCommitted(begin, unit),
    maxWaitMs,
  });
  return {
    run: (command, work) => {
      const { account, request } = command;
      const runAlone = async () => {
        const begun = await stored(() => begin(account))();
        if (E.isLeft(begun)) return begun;
        const { transaction, locked } = begun.right;
        const db = command.commit ? transaction : withoutWrites(transaction);
        const store = makeStore(statementsOf(command, db), locked);
        const result = await work(store)().catch(async (defect: unknown) => {
          await transaction.rollback();
          throw defect;
        });
        if (E.isLeft(result) || !command.commit) {
          await transaction.rollback();
          return result;
        }
        const committed = await commit(begin, transaction, { account, importId: request.id });
        return E.isLeft(committed) ? committed : result;
      };
      const runNow = shared.accepts(command) ? () => shared.run(command, work, runAlone) : runAlone;
      return () => queue(JSON.stringify(account), runNow, waitedTooLong);
    },
  };
};
