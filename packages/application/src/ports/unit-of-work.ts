import type { AccountRef } from '@carryover/domain/account';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Store } from './store.ts';
import type { StoreFailure } from './store-failure.ts';

export type UnitOfWork = {
  /**
   * Does `work` in one transaction: Right commits and answers once that is durable, Left leaves nothing.
   * Units of work on one account run one after the other; those of different accounts do not wait for each other.
   *
   * @param importId the record that `work` writes, by which a commit is found again whose answer was lost (decisions 3).
   */
  readonly run: <Failure, A>(
    on: { readonly account: AccountRef; readonly importId: string },
    work: (store: Store) => TaskEither<Failure | StoreFailure, A>,
  ) => TaskEither<Failure | StoreFailure, A>;
};
