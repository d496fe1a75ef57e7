import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { UnitOfWork } from '@carryover/application/ports/unit-of-work';
import type { AccountRef } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { makePostgresAccountRepository } from './account-repository.ts';
import { makePostgresBillingDocumentRepository } from './billing-document-repository.ts';
import { makePostgresAcceptedImports } from './import-records.ts';
import { type KeyedQueue, makeKeyedQueue } from './keyed-queue.ts';
import { makePostgresLedgerRepository } from './ledger-repository.ts';
import { makePostgresNoteRepository } from './note-repository.ts';
import { makePostgresPaymentInstructionRepository } from './payment-instruction-repository.ts';
import { query } from './query.ts';
import { makePostgresStatementRepository } from './statement-repository.ts';
import { isAnswered, stored, toStoreFailure } from './store-failure.ts';
import { makePostgresTransactionRepository } from './transaction-repository.ts';

const makeStore = (em: EntityManager): Store => ({
  accounts: makePostgresAccountRepository(em),
  ledgers: makePostgresLedgerRepository(em),
  notes: makePostgresNoteRepository(em),
  transactions: makePostgresTransactionRepository(em),
  billingDocuments: makePostgresBillingDocumentRepository(em),
  statements: makePostgresStatementRepository(em),
  paymentInstructions: makePostgresPaymentInstructionRepository(em),
  imports: makePostgresAcceptedImports(em),
});

type On = { readonly account: AccountRef; readonly importId: string };

/** How often and how long apart a lost commit is looked for: a restarting server needs a moment. */
const LOOKS = 12;
const BETWEEN_LOOKS_MS = 500;

/**
 * Whether the unit of work was committed whose answer was lost. Taking the account's lock first waits for the lost
 * transaction to end, so that "absent" is final.
 *
 * @returns Left where that could not be found out.
 */
const wasCommitted = async (em: EntityManager, { account, importId }: On): Promise<E.Either<StoreFailure, boolean>> => {
  const look = async (): Promise<boolean> => {
    const fork = em.fork();
    await fork.begin();
    try {
      const locked = await makePostgresAccountRepository(fork).lock(account)();
      if (E.isLeft(locked)) throw locked.left.cause;
      const sql = 'select 1 from accepted_import where account_id = $1 and id = $2';
      return locked.right !== null && (await query(fork, sql, [locked.right.id, importId])).length > 0;
    } finally {
      await fork.rollback();
    }
  };
  let lastCause: unknown;
  for (let attempt = 1; attempt <= LOOKS; attempt += 1) {
    const found = await stored(look)();
    if (E.isRight(found)) return found;
    lastCause = found.left.cause;
    await delay(BETWEEN_LOOKS_MS);
  }
  return E.left({ kind: 'store_failure', cause: lastCause });
};

/** Commits; where the answer is lost, finds out what became of it (decisions 3). */
const commit = async (em: EntityManager, fork: EntityManager, on: On): Promise<E.Either<StoreFailure, void>> => {
  try {
    await fork.commit();
    return E.right(undefined);
  } catch (error) {
    if (isAnswered(error)) return E.left(toStoreFailure(error));
    const committed = await wasCommitted(em, on);
    if (E.isLeft(committed)) return committed;
    return committed.right ? E.right(undefined) : E.left({ kind: 'store_unavailable', cause: error });
  }
};

/** A rollback that fails leaves nothing either: its connection is dead, and its transaction with it. */
const rollback = async (fork: EntityManager): Promise<void> => {
  await stored(() => fork.rollback())();
};

/** Ends a transaction whose work is done. */
type End = (fork: EntityManager, on: On) => Promise<E.Either<StoreFailure, void>>;

const makeRun =
  (em: EntityManager, inTurn: KeyedQueue, end: End): UnitOfWork['run'] =>
  (on, work) =>
  () =>
    inTurn(JSON.stringify(on.account), async () => {
      const fork = em.fork();
      const begun = await stored(() => fork.begin())();
      if (E.isLeft(begun)) return begun;
      const result = await work(makeStore(fork))();
      if (E.isLeft(result)) {
        await rollback(fork);
        return result;
      }
      const ended = await end(fork, on);
      return E.isLeft(ended) ? ended : result;
    });

/**
 * Units of work as transactions of PostgreSQL, serialised by a lock on the account's row: one that commits, and a
 * rehearsal of it that does the same and leaves nothing, the lock included.
 */
export const makePostgresUnitsOfWork = (
  em: EntityManager,
): { readonly unitOfWork: UnitOfWork; readonly rehearsal: UnitOfWork } => {
  const inTurn = makeKeyedQueue();
  return {
    unitOfWork: { run: makeRun(em, inTurn, (fork, on) => commit(em, fork, on)) },
    rehearsal: { run: makeRun(em, inTurn, (fork) => rollback(fork).then(() => E.right(undefined))) },
  };
};
