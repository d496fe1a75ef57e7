import { type Account, type AccountNotFound, importedAccount } from '@carryover/domain/account';
import { acceptsImports, type MigrationNotOngoing } from '@carryover/domain/import-supplier';
import { pipe } from 'fp-ts/lib/function.js';
import type { Judge } from './judge.ts';
import type { AccountRepository } from './ports/store.ts';
import type { StoreFailure } from './ports/store-failure.ts';
import * as TE from './task-either.ts';

/** Why the account that a request names takes no data. */
export type AccountRefused = AccountNotFound | MigrationNotOngoing;

/** The account a request adds to, locked: imported, its supplier's migration ongoing (§2, §3). */
export const requireAccount = <Failure>(
  accounts: AccountRepository,
  judge: Judge<Failure | MigrationNotOngoing>,
): TE.TaskEither<Failure | AccountRefused | StoreFailure, Account> =>
  pipe(
    accounts.locked,
    TE.chainEitherKW(importedAccount),
    TE.chainFirstEitherKW(({ supplier }) => judge.tolerate(acceptsImports(supplier))),
  );
