import {
  type Account,
  type AccountErased,
  type AccountNotFound,
  type AccountRef,
  importedAccount,
  type MigrationNotOngoing,
} from '@carryover/domain/account';
import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ImportCommand } from '../ports/import-records.ts';
import type { AccountRepository, ImportBasis, SupplierRepository } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

/**
 * The refusals of a request, in the order of its checks. An import ends at its first refusal; a dry run continues after those
 * after which more can be checked, so that it reports all of them at once (decisions 13).
 */
export type Refusals<Refusal> = ReadonlyNonEmptyArray<Refusal>;

/** One of the five imports. Left: why the request is refused, or that the store failed. */
export type Import<Command, Refusal, Success> = UseCase<
  ImportCommand & Command,
  Refusals<Refusal> | StoreFailure,
  Success
>;

/** Returns the refusals of these checks. Left if there is one and the request is an import, not a dry run. */
export const tolerate = <Refusal>(
  commit: boolean,
  ...checks: ReadonlyArray<E.Either<Refusal, unknown>>
): TE.TaskEither<Refusals<Refusal>, ReadonlyArray<Refusal>> => {
  const refused = RA.lefts(checks);
  return commit && RA.isNonEmpty(refused) ? TE.left([refused[0]]) : TE.right(refused);
};

/** Adds a refusal to earlier ones. */
export const after =
  <Earlier>(refused: ReadonlyArray<Earlier>) =>
  <Refusal>(refusal: Refusal): Refusals<Earlier | Refusal> =>
    pipe(refused, RA.appendW(refusal));

/** Returns the result of the last check, after which everything is written. Left with all refusals if there are any. */
export const conclude = <Earlier, Refusal, A>(
  refused: ReadonlyArray<Earlier>,
  last: E.Either<Refusal, A>,
): TE.TaskEither<Refusals<Earlier | Refusal>, A> => {
  if (E.isLeft(last)) return TE.left(after(refused)(last.left));
  return RA.isNonEmpty(refused) ? TE.left(refused) : TE.right(last.right);
};

/** Runs independent reads of the store at the same time; Left with the first failure. */
export const together = sequenceS(TE.ApplyPar);

/** Returns the supplier's policy for fields that the interface does not know: `refuse` if there is no such supplier (decisions 2). */
export const readUnknownFieldsPolicy =
  (suppliers: SupplierRepository) =>
  ({ organisationId, supplierCode }: Pick<AccountRef, 'organisationId' | 'supplierCode'>) =>
    pipe(
      suppliers.find(organisationId, supplierCode),
      TE.map((supplier) => supplier?.configuration.unknownFields ?? 'refuse'),
    );

/** The reason why the account of a request accepts no data. */
export type AccountRefused = AccountNotFound | AccountErased | MigrationNotOngoing;

/** Returns the account that a request adds to, locked; Left unless it is imported (§2). */
export const requireAccount = (
  accounts: AccountRepository,
): TE.TaskEither<Refusals<AccountNotFound | AccountErased> | StoreFailure, Account> =>
  pipe(
    accounts.locked,
    TE.chainW((account) => conclude([], importedAccount(account))),
  );

/** The root of the documents that an import stored, to be kept with it; undefined if there is none. */
export const rootOf = ({ supplier }: Account, hasDocuments: boolean): ImportBasis | undefined => {
  const { documentRoot } = supplier.configuration;
  return hasDocuments && documentRoot !== '' ? { documentRoot } : undefined;
};
