import type { AccountRef } from '@carryover/domain/account';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Store } from './store.ts';
import type { StoreFailure } from './store-failure.ts';

export type UnitOfWork = {
  /**
   * Runs `work` in one transaction: Right commits and resolves once the commit is durable, Left stores nothing. Without
   * `commit`, `work` reads the same and nothing is stored (decisions 13).
   * Units of work on one account run one after another; those of different accounts do not wait for each other.
   *
   * @param importId the record that `work` writes; if the response to a commit is lost, it is looked up by this id (decisions 3).
   */
  readonly run: <Failure, A>(
    on: { readonly account: AccountRef; readonly importId: string; readonly commit: boolean },
    work: (store: Store) => TaskEither<Failure | StoreFailure, A>,
  ) => TaskEither<Failure | StoreFailure, A>;
};
