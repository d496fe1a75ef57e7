import { type Account, type AccountNotFound, importedAccount } from '@carryover/domain/account';
import { acceptsImports, type MigrationNotOngoing } from '@carryover/domain/import-supplier';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { AccountRepository } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';

/**
 * Decides if a request continues after a refusal. An import ends at its first refusal; a dry run collects the refusals after
 * which it can continue, so that it reports all of them at once (decisions 13).
 */
export type Judge<Failure> = {
  /** Right continues, Left ends the request. */
  readonly tolerate: (verdict: E.Either<Failure, unknown>) => E.Either<Failure, void>;
  /** Called before anything is written: Left if a refusal was noted. */
  readonly conclude: () => E.Either<Failure, void>;
  /** The refusals so far after which the request continued. */
  readonly noted: ReadonlyArray<Failure>;
};

/** The judge of an import. */
export const strictly = <Failure>(): Judge<Failure> => ({
  tolerate: E.map(() => undefined),
  conclude: passed,
  noted: [],
});

const passed = (): E.Either<never, void> => E.right(undefined);

/** The judge of one dry run. */
export const noting = <Failure>(): Judge<Failure> => {
  const noted: Failure[] = [];
  return {
    noted,
    tolerate: (verdict) => {
      if (E.isLeft(verdict)) noted.push(verdict.left);
      return E.right(undefined);
    },
    conclude: () => (noted.length === 0 ? E.right(undefined) : E.left(noted[0]!)),
  };
};

/** The reason why the account of a request accepts no data. */
export type AccountRefused = AccountNotFound | MigrationNotOngoing;

/** Returns the account that a request adds to, locked: imported, its supplier's migration ongoing (§2, §3). */
export const requireAccount = <Failure>(
  accounts: AccountRepository,
  judge: Judge<Failure | MigrationNotOngoing>,
): TE.TaskEither<Failure | AccountRefused | StoreFailure, Account> =>
  pipe(
    accounts.locked,
    TE.chainEitherKW(importedAccount),
    TE.chainFirstEitherKW(({ supplier }) => judge.tolerate(acceptsImports(supplier))),
  );
