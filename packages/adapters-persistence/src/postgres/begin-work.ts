import type { Account, AccountRef } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { lockAccount } from './account-repository.ts';
import { poolOf } from './orm.ts';
import { type Dialect, Transaction } from './session.ts';
import { limitTransaction, processOf, type Timeouts } from './timeouts.ts';

/** A transaction, and the account it locks: asked for before anything else, so that all of it is done under the lock. */
export type Begun = { readonly transaction: Transaction; readonly locked: Promise<Account | null> };

/** Begins a transaction on a connection of its own. */
export type Begin = (account: AccountRef) => Promise<Begun>;

export type BeginOptions = {
  /** Whether statements are prepared once per connection; null: where no pooler is in between. */
  readonly isPrepared: boolean | null;
  readonly timeouts: Timeouts;
};

/**
 * Whether connections lead to PostgreSQL itself. Behind a pooler a statement may be prepared on one server connection and
 * asked for on another.
 */
const isDirect = async (pool: Pool): Promise<boolean> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid === processOf(client);
  } finally {
    client.release();
  }
};

const toDialect = (direct: boolean, { isPrepared, timeouts }: BeginOptions): Dialect => ({
  isNamed: isPrepared ?? direct,
  // A direct connection has its time-outs since it was made.
  begin: direct ? ['begin'] : ['begin', ...limitTransaction(timeouts)],
});

export const makeBegin = (orm: MikroORM, options: BeginOptions): Begin => {
  let dialect: Dialect | undefined;
  return async (account) => {
    const pool = await poolOf(orm);
    dialect ??= toDialect(await isDirect(pool), options);
    const transaction = await Transaction.begin(pool, orm.em, dialect);
    const locked = lockAccount(transaction, account);
    // Whoever asks for the account is told; where nobody does, the transaction ends all the same.
    locked.catch(() => undefined);
    return { transaction, locked };
  };
};
