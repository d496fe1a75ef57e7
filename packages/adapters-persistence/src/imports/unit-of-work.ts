import type { Store, UnitOfWork } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { Account, AccountRef } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { isAnswered, stored, toStoreFailure } from '../sql/store-failure.ts';
import { type DbTransaction, makeBeginTransaction, type Statements } from '../sql/transaction.ts';
import { accountKey, type ImportStatements, lockAccount, makePostgresLedgerRepository } from './account-repository.ts';
import { makePostgresBillingDocumentRepository } from './billing-document-repository.ts';
import { makePostgresAcceptedImports } from './import-records.ts';
import { wasCommitted } from './lost-commit.ts';
import { makePostgresNoteRepository } from './note-repository.ts';
import { makePostgresPaymentInstructionRepository } from './payment-instruction-repository.ts';
import { makePostgresStatementRepository } from './statement-repository.ts';
import { makePostgresTransactionRepository } from './transaction-repository.ts';

/**
 * Creates each repository on first use: a request needs three or four of the eight.
 *
 * @param statements those of the transaction of the unit of work; its writes are kept until its work has decided.
 */
const makeStore = (statements: ImportStatements, locked: Promise<Account | null>): Store => ({
  get accounts() {
    return { locked: stored(() => locked) };
  },
  get ledgers() {
    return makePostgresLedgerRepository(statements);
  },
  get notes() {
    return makePostgresNoteRepository(statements);
  },
  get transactions() {
    return makePostgresTransactionRepository(statements);
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
    return makePostgresAcceptedImports(statements.db);
  },
});

type Write = Parameters<Statements['write']>;

/** What a unit's work has decided. */
type Decision = {
  /** What it writes; nothing if it is refused. */
  readonly writes: ReadonlyArray<Write>;
  /** Ends the unit with its result. */
  readonly answer: () => void;
};

/** A unit of work until it has a result. */
type Unit = {
  readonly account: AccountRef;
  readonly importId: string;
  /** Until when it may wait for a shared transaction, by `performance.now()`. */
  readonly deadline: number;
  /** Runs the work; null if it threw, which ends the unit. */
  readonly decide: (transaction: DbTransaction, locked: Promise<Account | null>) => Promise<Decision | null>;
  /** Ends the unit without a decision. */
  readonly fail: (failure: StoreFailure) => void;
};

const makeUnit = <Failure, A>(
  { account, request, commit }: Parameters<UnitOfWork['run']>[0],
  work: (store: Store) => TaskEither<Failure | StoreFailure, A>,
  deadline: number,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<E.Either<Failure | StoreFailure, A>>();
  const rows = { accountId: accountKey(account), importId: request.id };
  const unit: Unit = {
    account,
    importId: request.id,
    deadline,
    decide: async ({ dialect, read }, locked) => {
      // Sent if they are stored: a row that is rolled back stays in its table until it is vacuumed.
      const writes: Write[] = [];
      const write = (...statement: Write): void => void writes.push(statement);
      try {
        const result = await work(makeStore({ db: { dialect, read, write }, ...rows }, locked))();
        return { writes: commit && E.isRight(result) ? writes : [], answer: () => resolve(result) };
      } catch (defect) {
        reject(defect);
        return null;
      }
    },
    fail: (failure) => resolve(E.left(failure)),
  };
  return { unit, result: promise };
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

const WAITED_TOO_LONG: StoreFailure = {
  kind: 'store_unavailable',
  cause: new Error('Too many requests wait, for this account or for the database.'),
};

/** Transactions that are shared, at a time: more keep two processors no busier (ADR 16). */
const MAX_SHARED = 3;
/** Units of one transaction: all of them wait for its end. */
const MAX_UNITS = 16;
/** Larger payloads go alone: they would gain nothing, and the others would wait for them. */
const MAX_SHARED_BYTES = 8_192;

/**
 * Units of work as transactions of PostgreSQL, serialised by a lock on the account's row.
 *
 * Units that wait at the same time share a transaction: beginning and committing one costs more than the statements of a request with
 * one item (ADR 16). None waits for others to come. Each has the result that it would have alone.
 *
 * @param maxWaitMs the longest wait for other requests; 0 for any.
 */
export const makePostgresUnitOfWork = (orm: MikroORM, maxWaitMs: number): UnitOfWork => {
  const queue = makeAccountQueue(maxWaitMs);
  const begin = makeBeginTransaction(orm);
  /** False until a connection has shown that several units may share its transactions. */
  let canShare = false;

  /** Determines if the commit whose response was lost was made (decisions 3). */
  const endLost = async ({ account, importId, fail }: Unit, { answer }: Decision, cause: unknown): Promise<void> => {
    const committed = await wasCommitted(begin, { account, importId });
    if (E.isLeft(committed)) fail(committed.left);
    else if (committed.right) answer();
    else fail({ kind: 'store_unavailable', cause });
  };

  /** Runs units of different accounts in one transaction, and resolves once it has ended: some may then run alone. */
  const runTogether = async (units: ReadonlyArray<Unit>, isShared: boolean): Promise<void> => {
    const begun = await stored(begin)();
    if (E.isLeft(begun)) {
      for (const { fail } of units) fail(begun.left);
      return;
    }
    const transaction = begun.right;
    canShare = transaction.isShareable;

    const decided: { readonly unit: Unit; readonly decision: Decision }[] = [];
    const decide = async (unit: Unit): Promise<void> => {
      const locked = lockAccount(transaction, unit.account, isShared ? 'skip locked' : 'wait');
      // A failure reaches the work, which reads the account; otherwise, the transaction ends without it.
      const isLocked = locked.then((account) => account !== null).catch(() => true);
      const decision = await unit.decide(transaction, locked);
      if (decision === null) return;
      if (isShared && !(await isLocked)) void runAlone(unit);
      else decided.push({ unit, decision });
    };
    await Promise.all(units.map(decide));
    const { failure } = transaction;
    if (failure !== null && units.length > 1) {
      await transaction.rollback();
      for (const { unit } of decided) {
        if (isAnswered(failure)) void runAlone(unit);
        else unit.fail(toStoreFailure(failure));
      }
      return;
    }

    const writes = decided.flatMap(({ decision }) => decision.writes);
    for (const write of writes) transaction.write(...write);
    const ended = await stored(() => (writes.length === 0 ? transaction.rollback() : transaction.commit()))();
    for (const { unit, decision } of decided) {
      if (decision.writes.length === 0 || E.isRight(ended)) decision.answer();
      else if (!isAnswered(ended.left.cause)) void endLost(unit, decision, ended.left.cause);
      else if (units.length > 1) void runAlone(unit);
      else unit.fail(ended.left);
    }
  };

  const runAlone = (unit: Unit): Promise<void> => runTogether([unit], false);

  const waiting: Unit[] = [];
  let shared = 0;
  /** Starts the units that wait, if there may be one more transaction. */
  const startWaiting = (): void => {
    if (shared === MAX_SHARED) return;
    const units: Unit[] = [];
    for (
      let unit = waiting.shift();
      unit !== undefined;
      unit = units.length < MAX_UNITS ? waiting.shift() : undefined
    ) {
      if (performance.now() < unit.deadline) units.push(unit);
      else unit.fail(WAITED_TOO_LONG);
    }
    if (units.length === 0) return;
    shared += 1;
    void runTogether(units, true).finally(() => {
      shared -= 1;
      startWaiting();
    });
  };

  return {
    run: (command, work) => () => {
      const deadline = maxWaitMs > 0 ? performance.now() + maxWaitMs : Number.POSITIVE_INFINITY;
      const runNow = () => {
        const { unit, result } = makeUnit(command, work, deadline);
        if (command.commit && canShare && command.submission.payload.length <= MAX_SHARED_BYTES) {
          waiting.push(unit);
          startWaiting();
        } else void runAlone(unit);
        return result;
      };
      return queue(JSON.stringify(command.account), runNow, () => E.left(WAITED_TOO_LONG));
    },
  };
};
