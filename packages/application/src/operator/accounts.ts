import type { Account, AccountRef } from '@carryover/domain/account';
import { type InvalidPeriod, inOrder } from '@carryover/domain/period';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import { pipe } from 'fp-ts/lib/function.js';
import type { AccountImport, Administration, NamedSupplier } from '../ports/administration.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import * as TE from '../task-either.ts';
import type { UseCase } from '../use-case.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

export type AccountUnknown = { readonly kind: 'account_not_found'; readonly externalAccountNumber: string };
export type LedgerUnknown = { readonly kind: 'ledger_not_found'; readonly ledgerNumber: string };

/** How the operator names an account. */
export type AccountName = { readonly supplier: SupplierName; readonly externalAccountNumber: string };
export type AccountRefusedToOperator = AccountUnknown | SupplierRefused;

/** What the operator does with accounts (decisions 2, 14). */
export type AccountUseCases = {
  /** Imports some of a file's accounts; the supplier is looked up once, by the caller. @returns those left as they are. */
  readonly importBatch: UseCase<
    { readonly supplier: NamedSupplier; readonly accounts: ReadonlyArray<AccountImport> },
    StoreFailure,
    ReadonlySet<string>
  >;
  /** Staged → imported; one that is imported stays so. */
  readonly promote: UseCase<AccountName, AccountRefusedToOperator | StoreFailure, Account>;
  /** The account's reference, for the reading model. */
  readonly find: UseCase<AccountName, AccountRefusedToOperator | StoreFailure, AccountRef>;
  /** Opens a period on a ledger, closing the open one; null closes only. */
  readonly setOpenPeriod: UseCase<
    { readonly account: AccountName; readonly ledgerNumber: string; readonly period: StatementPeriod | null },
    AccountRefusedToOperator | LedgerUnknown | InvalidPeriod | StoreFailure,
    void
  >;
};

export const makeAccountUseCases = ({
  administration,
}: {
  readonly administration: Administration;
}): AccountUseCases => {
  const refOf = ({ supplier, externalAccountNumber }: AccountName) =>
    pipe(
      theSupplier(administration, supplier),
      TE.map(({ organisationId, code }): AccountRef => ({ organisationId, supplierCode: code, externalAccountNumber })),
    );

  const theAccount = (name: AccountName): TE.TaskEither<AccountRefusedToOperator | StoreFailure, Account> => {
    const { externalAccountNumber } = name;
    return pipe(
      refOf(name),
      TE.chainW(administration.findAccount),
      TE.chainW(
        TE.fromNullable<AccountRefusedToOperator | StoreFailure>({ kind: 'account_not_found', externalAccountNumber }),
      ),
    );
  };

  const checkPeriod = (period: StatementPeriod | null): TE.TaskEither<InvalidPeriod, void> =>
    period === null || period.to === null
      ? TE.right(undefined)
      : pipe(
          TE.fromEither(inOrder({ from: period.from, to: period.to })),
          TE.map(() => undefined),
        );

  return {
    importBatch: ({ supplier, accounts }) => administration.importAccounts(supplier, accounts),
    promote: (name) =>
      pipe(
        theAccount(name),
        TE.tap((account) => administration.promoteAccount(account)),
        TE.map((account) => ({ ...account, status: 'IMPORTED' as const })),
      ),
    find: (name) =>
      pipe(
        theAccount(name),
        TE.chainW(() => refOf(name)),
      ),
    setOpenPeriod: ({ account: name, ledgerNumber, period }) =>
      pipe(
        checkPeriod(period),
        TE.chainW(() => theAccount(name)),
        TE.chainW((account) => administration.setOpenPeriod(account, ledgerNumber, period)),
        TE.chainW((isKnown) =>
          isKnown ? TE.right(undefined) : TE.left({ kind: 'ledger_not_found' as const, ledgerNumber }),
        ),
      ),
  };
};
