import { setTimeout as delay } from 'node:timers/promises';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { AccountRef } from '@carryover/domain/account';
import * as E from 'fp-ts/lib/Either.js';
import type { Begin } from './begin-work.ts';
import { stored } from './store-failure.ts';

/** How long and how far apart a lost commit is looked for: a restarting server needs a moment. */
const LOOK_FOR_MS = 8_000;
const BETWEEN_LOOKS_MS = 500;

/** A look over a connection that hangs ends with the connection, but no one waits for it. */
const within = async <A>(ms: number, look: Promise<A>): Promise<A> => {
  const ended = new AbortController();
  const tooLong = delay(ms, undefined, { signal: ended.signal }).then(() => {
    throw new Error('The database did not say in time what became of a lost commit.');
  });
  try {
    return await Promise.race([look, tooLong]);
  } finally {
    ended.abort();
    tooLong.catch(() => undefined);
  }
};

/**
 * Whether a unit of work was committed whose answer was lost (decisions 3). Taking the account's lock first waits for the
 * lost transaction to end, so that "absent" is final.
 *
 * @returns Left where that could not be found out in time.
 */
export const wasCommitted = async (
  begin: Begin,
  { account, importId }: { readonly account: AccountRef; readonly importId: string },
): Promise<E.Either<StoreFailure, boolean>> => {
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
  const until = performance.now() + LOOK_FOR_MS;
  for (;;) {
    const found = await stored(() => within(until - performance.now(), look()))();
    if (E.isRight(found)) return found;
    if (performance.now() >= until) return E.left({ kind: 'store_failure', cause: found.left.cause });
    await delay(BETWEEN_LOOKS_MS);
  }
};
