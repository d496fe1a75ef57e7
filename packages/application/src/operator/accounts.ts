import type { Account, AccountRef } from '@carryover/domain/account';
import { type InvalidPeriod, inOrder } from '@carryover/domain/period';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import { pipe } from 'fp-ts/lib/function.js';
import type { AccountImport, Administration, NamedSupplier } from '../ports/administration.ts';
import type { ActingOperator, ActionSubject } from '../ports/operator-actions.ts';
import type { OperatorStores, OperatorWork } from '../ports/operator-work.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import * as TE from '../task-either.ts';
import type { UseCase } from '../use-case.ts';
import { aboutSupplier } from './action-subject.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

export type AccountUnknown = { readonly kind: 'account_not_found'; readonly externalAccountNumber: string };
export type LedgerUnknown = { readonly kind: 'ledger_not_found'; readonly ledgerNumber: string };

/** How the operator names an account. */
export type AccountName = { readonly supplier: SupplierName; readonly externalAccountNumber: string };
export type AccountRefusedToOperator = AccountUnknown | SupplierRefused;

type SetOpenPeriod = {
  readonly account: AccountName;
  readonly ledgerNumber: string;
  readonly period: StatementPeriod | null;
  readonly by: ActingOperator;
};

/** What the operator does with accounts (decisions 2, 14). */
export type AccountUseCases = {
  /** Imports some of a file's accounts; the supplier is looked up once, by the caller. @returns those left as they are. */
  readonly importBatch: UseCase<
    { readonly supplier: NamedSupplier; readonly accounts: ReadonlyArray<AccountImport> },
    StoreFailure,
    ReadonlySet<string>
  >;
  /** Staged → imported; one that is imported stays so. */
  readonly promote: UseCase<
    { readonly account: AccountName; readonly by: ActingOperator },
    AccountRefusedToOperator | StoreFailure,
    Account
  >;
  /** The account's reference, for the reading model. */
  readonly find: UseCase<AccountName, AccountRefusedToOperator | StoreFailure, AccountRef>;
  /** Opens a period on a ledger, closing the open one; null closes only. */
  readonly setOpenPeriod: UseCase<
    SetOpenPeriod,
    AccountRefusedToOperator | LedgerUnknown | InvalidPeriod | StoreFailure,
    void
  >;
};

const refOf = (administration: Administration, { supplier, externalAccountNumber }: AccountName) =>
  pipe(
    theSupplier(administration, supplier),
    TE.map((found): { readonly supplier: NamedSupplier; readonly ref: AccountRef } => ({
      supplier: found,
      ref: { organisationId: found.organisationId, supplierCode: found.code, externalAccountNumber },
    })),
  );

type Found = { readonly account: Account; readonly ref: AccountRef; readonly subject: ActionSubject };

/** The account of this name, with what an action about it says. */
const theAccount = (
  administration: Administration,
  name: AccountName,
): TE.TaskEither<AccountRefusedToOperator | StoreFailure, Found> => {
  const { externalAccountNumber } = name;
  return pipe(
    refOf(administration, name),
    TE.chainW(({ supplier, ref }) =>
      pipe(
        administration.findAccount(ref),
        TE.chainW(
          TE.fromNullable<AccountRefusedToOperator | StoreFailure>({
            kind: 'account_not_found',
            externalAccountNumber,
          }),
        ),
        TE.map((account) => ({ account, ref, subject: { ...aboutSupplier(supplier), externalAccountNumber } })),
      ),
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

const promoteIn =
  ({ administration, changes, actions }: OperatorStores) =>
  ({ account: name, by }: { readonly account: AccountName; readonly by: ActingOperator }) =>
    pipe(
      theAccount(administration, name),
      TE.bindW('before', ({ account }) => changes.promoteAccount(account)),
      TE.tap(({ subject, before }) =>
        actions.add({
          ...by,
          ...subject,
          action: 'account promote',
          before: { status: before },
          after: { status: 'IMPORTED' },
        }),
      ),
      TE.map(({ account }): Account => ({ ...account, status: 'IMPORTED' })),
    );

const setOpenPeriodIn =
  ({ administration, changes, actions }: OperatorStores) =>
  ({ account: name, ledgerNumber, period, by }: SetOpenPeriod) =>
    pipe(
      theAccount(administration, name),
      TE.chainW(({ account, subject }) =>
        pipe(
          changes.setOpenPeriod(account, ledgerNumber, period),
          TE.chainW(TE.fromNullable<LedgerUnknown | StoreFailure>({ kind: 'ledger_not_found', ledgerNumber })),
          TE.chainW(({ before }) =>
            actions.add({
              ...by,
              ...subject,
              ledgerNumber,
              action: period === null ? 'ledger close-period' : 'ledger open-period',
              before: { open_statement: before },
              after: { open_statement: period },
            }),
          ),
        ),
      ),
      TE.map(() => undefined),
    );

export const makeAccountUseCases = ({
  administration,
  operatorWork,
}: {
  readonly administration: Administration;
  readonly operatorWork: OperatorWork;
}): AccountUseCases => ({
  importBatch: ({ supplier, accounts }) => administration.importAccounts(supplier, accounts),
  promote: (command) => operatorWork.run((stores) => promoteIn(stores)(command)),
  find: (name) =>
    pipe(
      theAccount(administration, name),
      TE.map(({ ref }) => ref),
    ),
  setOpenPeriod: (command) =>
    pipe(
      checkPeriod(command.period),
      TE.chainW(() => operatorWork.run((stores) => setOpenPeriodIn(stores)(command))),
    ),
});
