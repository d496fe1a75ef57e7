import type { ImportCommand } from '@carryover/application/ports/import-records';
import type { Store } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { Account, AccountRef } from '@carryover/domain/account';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { IS_IN_COMMIT_ORDER } from '../schema/commit-position.ts';
import { isAnswered, stored } from '../sql/store-failure.ts';
import type { DbTransaction, Statements } from '../sql/transaction.ts';
import { lockFreeAccounts } from './account-repository.ts';

/** Transactions that are shared at a time: with more of them, each has fewer units, and two processors are no busier (ADR 16). */
const MAX_TRANSACTIONS = 3;
/** Units of one transaction: all of them wait for its end. */
const MAX_UNITS = 16;
/** Larger payloads go alone: they would gain nothing, and the others would wait for them. */
const MAX_BYTES = 8_192;
/** A unit that runs alone for longer waits for its account: it no longer counts, so that no unit of another account waits for it. */
const ALONE_MS = 100;

type Write = Parameters<Statements['write']>;

/** What the work of a unit has decided, before it is stored. */
type Decision = {
  /** Empty if the unit is refused. */
  readonly writes: ReadonlyArray<Write>;
  /** Ends the unit with its own result. */
  readonly answer: () => void;
};

/** A unit of work that has no result yet. */
type Unit = {
  readonly command: ImportCommand;
  /** Until when it may wait for a transaction, by `performance.now()`. */
  readonly deadline: number;
  /** Runs the work; keeps its writes. */
  readonly decide: (transaction: Statements, locked: Promise<Account | null>) => Promise<Decision>;
  readonly runAlone: () => Promise<void>;
  readonly fail: (failure: StoreFailure) => void;
};

const WAITED_TOO_LONG: StoreFailure = {
  kind: 'store_unavailable',
  cause: new Error('Too many requests wait for the database.'),
};

/** Resolves once a unit that runs alone ends, or waits for its account. */
const endedOrWaiting = (alone: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ALONE_MS);
    void alone.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const inOrderRow = t.type({ isInOrder: t.boolean });

type Settings = {
  readonly begin: () => Promise<DbTransaction>;
  /** Makes what the work of a unit uses. */
  readonly storeOf: (db: Statements, command: ImportCommand, locked: Promise<Account | null>) => Store;
  /** Determines if the transaction of an import was committed. */
  readonly wasCommitted: (unit: {
    readonly account: AccountRef;
    readonly importId: string;
  }) => Promise<E.Either<StoreFailure, boolean>>;
  /** The longest wait for a transaction, in milliseconds; 0 for any. */
  readonly maxWaitMs: number;
};

/** Runs units of work in transactions that they share. */
type SharedTransactions = {
  readonly accepts: (command: ImportCommand) => boolean;
  /**
   * @param work runs again by `alone` if the transaction does not store it.
   * @returns the result that `alone` would have.
   */
  readonly run: <Failure, A>(
    command: ImportCommand,
    work: (store: Store) => TaskEither<Failure | StoreFailure, A>,
    alone: () => Promise<E.Either<Failure | StoreFailure, A>>,
  ) => Promise<E.Either<Failure | StoreFailure, A>>;
};

/**
 * Units of work on different accounts that wait at the same time share a transaction: beginning and committing one costs more
 * than the statements of a request with one item (ADR 16). None waits for others to come.
 *
 * Each has the result that it would have alone. A unit whose account is locked runs alone; so do all if a statement or the
 * commit fails, or if the order of the commits would not be that of the positions (ADR 5).
 */
export const makeSharedTransactions = ({ begin, storeOf, wasCommitted, maxWaitMs }: Settings): SharedTransactions => {
  /** False once a connection was not shareable: behind a pooler, or to a cluster. */
  let isPossible = true;
  let running = 0;
  const waiting: Unit[] = [];

  /** Ends a unit whose commit was not answered (decisions 3). It may be another's statement that took too long. */
  const endLost = async ({ command, fail, runAlone }: Unit, { answer }: Decision): Promise<void> => {
    const committed = await wasCommitted({ account: command.account, importId: command.request.id });
    if (E.isLeft(committed)) fail(committed.left);
    else if (committed.right) answer();
    else await runAlone();
  };

  const runTogether = async (units: ReadonlyArray<Unit>): Promise<void> => {
    const begun = await stored(begin)();
    if (E.isLeft(begun)) {
      for (const { fail } of units) fail(begun.left);
      return;
    }
    const transaction = begun.right;
    if (!transaction.isShareable) {
      isPossible = false;
      await transaction.rollback();
      for (const { runAlone } of units) void runAlone();
      return;
    }

    const accounts = units.map(({ command }) => command.account);
    const locked = stored(() => lockFreeAccounts(transaction, accounts))();
    const ordered = stored(() => transaction.read(inOrderRow, IS_IN_COMMIT_ORDER))();
    const lockedOf = (index: number): Promise<Account | null> => {
      const account = locked.then((found) => {
        if (E.isLeft(found)) throw found.left.cause;
        return found.right.get(index) ?? null;
      });
      // A failure reaches the work that reads the account; otherwise, the transaction ends without it.
      account.catch(() => undefined);
      return account;
    };
    const decided = await Promise.all(
      units.map(async (unit, index) => ({ unit, index, decision: await unit.decide(transaction, lockedOf(index)) })),
    );
    const [found, order] = [await locked, await ordered];
    if (transaction.failure !== null || E.isLeft(found) || E.isLeft(order) || order.right[0]?.isInOrder !== true) {
      await transaction.rollback();
      for (const { runAlone } of units) void runAlone();
      return;
    }

    const holding = decided.filter(({ index }) => found.right.has(index));
    const writes = holding.flatMap(({ decision }) => decision.writes);
    for (const write of writes) transaction.write(...write);
    const ended = await stored(() => (writes.length === 0 ? transaction.rollback() : transaction.commit()))();
    for (const { unit, decision } of holding) {
      if (decision.writes.length === 0 || E.isRight(ended)) decision.answer();
      else if (isAnswered(ended.left.cause)) void unit.runAlone();
      else void endLost(unit, decision);
    }
    for (const { unit, index } of decided) if (!found.right.has(index)) void unit.runAlone();
  };

  /** Removes the units of the next transaction from those that wait. */
  const takeWaiting = (): ReadonlyArray<Unit> => {
    const now = performance.now();
    const taken = waiting.splice(0, MAX_UNITS);
    for (const { deadline, fail } of taken) if (deadline <= now) fail(WAITED_TOO_LONG);
    return taken.filter(({ deadline }) => deadline > now);
  };

  /** Runs what waits, if there may be one more transaction. */
  const runWaiting = async (): Promise<void> => {
    while (running < MAX_TRANSACTIONS && waiting.length > 0) {
      const units = takeWaiting();
      const [unit] = units;
      running += 1;
      try {
        if (units.length > 1) await runTogether(units);
        else if (unit !== undefined) await endedOrWaiting(unit.runAlone());
      } finally {
        running -= 1;
      }
    }
  };

  return {
    accepts: ({ commit, submission }) => isPossible && commit && submission.payload.length <= MAX_BYTES,

    run: <Failure, A>(
      command: ImportCommand,
      work: (store: Store) => TaskEither<Failure | StoreFailure, A>,
      alone: () => Promise<E.Either<Failure | StoreFailure, A>>,
    ) => {
      const { promise, resolve, reject } = Promise.withResolvers<E.Either<Failure | StoreFailure, A>>();
      waiting.push({
        command,
        deadline: maxWaitMs > 0 ? performance.now() + maxWaitMs : Number.POSITIVE_INFINITY,
        decide: async (transaction, locked) => {
          const writes: Write[] = [];
          const db: Statements = {
            dialect: transaction.dialect,
            read: (row, sql, parameters) => transaction.read(row, sql, parameters),
            write: (...write) => void writes.push(write),
          };
          try {
            const result = await work(storeOf(db, command, locked))();
            return { writes: E.isRight(result) ? writes : [], answer: () => resolve(result) };
          } catch (defect) {
            return { writes: [], answer: () => reject(defect) };
          }
        },
        runAlone: () => alone().then(resolve, reject),
        fail: (failure) => resolve(E.left(failure)),
      });
      void runWaiting();
      return promise;
    },
  };
};
