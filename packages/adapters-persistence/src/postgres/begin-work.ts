import type { Account, AccountRef } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { lockAccount } from './account-repository.ts';
import { poolOf } from './orm.ts';
import { type Dialect, Transaction } from './session.ts';
import { isDirect, limitTransaction, type Timeouts } from './timeouts.ts';

/** A transaction, and the account it locks: asked for before anything else, so that all of it is done under the lock. */
export type Begun = { readonly transaction: Transaction; readonly locked: Promise<Account | null> };

/** Begins a transaction on a connection of its own. */
export type Begin = (account: AccountRef) => Promise<Begun>;

export type BeginOptions = {
  /** Whether statements are prepared once per connection; null: where no pooler is in between. */
  readonly isPrepared: boolean | null;
  readonly timeouts: Timeouts;
};

/** A direct connection has its time-outs since it was made. */
const makeDialects = ({ isPrepared, timeouts }: BeginOptions) => {
  const direct: Dialect = { isNamed: isPrepared ?? true, begin: ['begin'] };
  const pooled: Dialect = { isNamed: isPrepared ?? false, begin: ['begin', limitTransaction(timeouts)] };
  return (client: PoolClient): Dialect => (isDirect(client) ? direct : pooled);
};

export const makeBegin = (orm: MikroORM, options: BeginOptions): Begin => {
  const dialectOf = makeDialects(options);
  return async (account) => {
    const transaction = await Transaction.begin(await poolOf(orm), orm.em, dialectOf);
    const locked = lockAccount(transaction, account);
    // Whoever asks for the account is told; where nobody does, the transaction ends all the same.
    locked.catch(() => undefined);
    return { transaction, locked };
  };
};
