import { setTimeout as delay } from 'node:timers/promises';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { Account, AccountRef } from '@carryover/domain/account';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { stored } from '../sql/store-failure.ts';
import type { DbTransaction } from '../sql/transaction.ts';

/** A transaction and the account that it locks; the lock is its first statement, so that everything happens under it. */
export type Begun = { readonly transaction: DbTransaction; readonly locked: Promise<Account | null> };

/** Begins a transaction on its own connection. */
export type Begin = (account: AccountRef) => Promise<Begun>;

/** Duration and interval of the look-ups of a lost commit: a server needs time to restart. */
const LOOK_UP_MS = 8_000;
const POLL_MS = 500;

/** Time limit of one look-up: one on a connection that hangs ends later, with the connection. */
const within = <A>(ms: number, lookUp: Promise<A>): Promise<A> => {
  const tooLong = delay(ms, undefined, { ref: false }).then(() => {
    throw new Error('The database did not say in time what became of a lost commit.');
  });
  return Promise.race([lookUp, tooLong]);
};

/**
 * Determines if a unit of work was committed, after the response to its commit was lost (decisions 3). First takes the account's lock, which waits for the
 * lost transaction to end, so that "absent" is final.
 *
 * @returns Left if that could not be determined in time.
 */
export const wasCommitted = async (
  begin: Begin,
  { account, importId }: { readonly account: AccountRef; readonly importId: string },
): Promise<E.Either<StoreFailure, boolean>> => {
  const lookUp = async (): Promise<boolean> => {
    const { transaction, locked } = await begin(account);
    try {
      const found = await locked;
      const sql = 'select 1 from accepted_import where account_id = $1 and id = $2';
      return found !== null && (await transaction.read(t.UnknownRecord, sql, [found.id, importId])).length > 0;
    } finally {
      await transaction.rollback();
    }
  };
  const until = performance.now() + LOOK_UP_MS;
  for (;;) {
    const found = await stored(() => within(until - performance.now(), lookUp()))();
    if (E.isRight(found)) return found;
    if (performance.now() >= until)
      return E.left({ kind: 'store_failure', cause: found.left.cause, mayBeStored: true });
    await delay(POLL_MS);
  }
};
