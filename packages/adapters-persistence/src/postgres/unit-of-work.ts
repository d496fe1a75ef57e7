import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { UnitOfWork } from '@carryover/application/ports/unit-of-work';
import type { Account, AccountRef } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import type { Pool } from 'pg';
import { lockAccount, makePostgresAccountRepository } from './account-repository.ts';
import { makePostgresBillingDocumentRepository } from './billing-document-repository.ts';
import { makePostgresAcceptedImports } from './import-records.ts';
import { type KeyedQueue, makeKeyedQueue } from './keyed-queue.ts';
import { makePostgresLedgerRepository } from './ledger-repository.ts';
import { makePostgresNoteRepository } from './note-repository.ts';
import { poolOf } from './orm.ts';
import { makePostgresPaymentInstructionRepository } from './payment-instruction-repository.ts';
import { Transaction } from './session.ts';
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
const wasCommitted = async (begin: Begin, { account, importId }: On): Promise<E.Either<StoreFailure, boolean>> => {
  const look = async (): Promise<boolean> => {
    const { transaction, locked } = await begin(account);
    try {
      const found = await locked;
      const sql = 'select 1 from accepted_import where account_id = $1 and id = $2';
      return found !== null && (await transaction.read(sql, [found.id, importId])).length > 0;
    } finally {
      await transaction.rollback();
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

/**
 * Whether connections lead to PostgreSQL itself: a pooler gives out process numbers of its own. Behind one a statement may
 * be prepared on one server connection and asked for on another.
 */
const isDirect = async (pool: Pool): Promise<boolean> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid === (client as unknown as { readonly processID: number }).processID;
  } finally {
    client.release();
  }
};

/** A transaction, and the account it locks: asked for before anything else, so that all of it is done under the lock. */
type Begun = { readonly transaction: Transaction; readonly locked: Promise<Account | null> };

/** Begins a transaction on a connection of its own. */
type Begin = (account: AccountRef) => Promise<Begun>;

/** Ends a transaction whose work is done. */
type End = (transaction: Transaction, on: On) => Promise<E.Either<StoreFailure, void>>;

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

const makeRun =
  (begin: Begin, inTurn: KeyedQueue, end: End): UnitOfWork['run'] =>
  (on, work) =>
  () =>
    inTurn(JSON.stringify(on.account), async () => {
      const begun = await stored(() => begin(on.account))();
      if (E.isLeft(begun)) return begun;
      const result = await work(makeStore(begun.right))().catch(async (defect: unknown) => {
        await begun.right.transaction.rollback();
        throw defect;
      });
      const ended = await (E.isLeft(result) ? rollingBack : end)(begun.right.transaction, on);
      return E.isLeft(ended) ? ended : result;
    });

/**
 * Units of work as transactions of PostgreSQL, serialised by a lock on the account's row: one that commits, and a
 * rehearsal of it that does the same and leaves nothing, the lock included.
 */
export const makePostgresUnitsOfWork = (
  orm: MikroORM,
  options: { readonly isPrepared: boolean | null },
): { readonly unitOfWork: UnitOfWork; readonly rehearsal: UnitOfWork } => {
  const inTurn = makeKeyedQueue();
  let isPrepared = options.isPrepared;
  const begin: Begin = async (account) => {
    const pool = await poolOf(orm);
    isPrepared ??= await isDirect(pool);
    const transaction = await Transaction.begin(pool, orm.em, isPrepared);
    const locked = lockAccount(transaction, account);
    // Whoever asks for the account is told; where nobody does, the transaction ends all the same.
    locked.catch(() => undefined);
    return { transaction, locked };
  };
  return {
    unitOfWork: { run: makeRun(begin, inTurn, committing(begin)) },
    rehearsal: { run: makeRun(begin, inTurn, rollingBack) },
  };
};
