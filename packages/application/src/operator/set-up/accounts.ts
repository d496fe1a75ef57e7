import type { Account, AccountRef, AccountStatus } from '@carryover/domain/account';
import {
  type AccountChange,
  type AccountRefused,
  type AccountToImport,
  planAccountImport,
  planPromotion,
} from '@carryover/domain/account-import';
import type { MigrationNotOngoing } from '@carryover/domain/import-supplier';
import type { StatementPeriod } from '@carryover/domain/statement-period';
import { checkPeriod, type InvalidPeriod } from '@carryover/domain/statement-period';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Administration, NamedSupplier } from '../../ports/operator/administration.ts';
import type { ActingOperator } from '../../ports/operator/operator-actions.ts';
import type { AccountPlan, OperatorStores, OperatorWork } from '../../ports/operator/operator-work.ts';
import type { StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';
import { changeLedger, type LedgerCommand, type LedgerUnknown } from '../change-ledger.ts';
import { type AccountName, type AccountRefusedToOperator, type AccountUnknown, theAccount } from '../named-account.ts';

type SetOpenPeriod = LedgerCommand & { readonly period: StatementPeriod | null };

/** The change of an account by an accounts file, or the reason why it was not changed. */
export type AccountOutcome = E.Either<AccountRefused, AccountChange['kind']>;

/** The operator's use cases of accounts (decisions 2, 14). */
export type AccountUseCases = {
  /**
   * Imports some of a file's accounts, each number once; the supplier is looked up once, by the caller. A dry run stores nothing.
   *
   * @returns an outcome per account, in their order.
   */
  readonly importBatch: UseCase<
    { readonly supplier: NamedSupplier; readonly accounts: ReadonlyArray<AccountToImport>; readonly isDryRun: boolean },
    StoreFailure,
    ReadonlyArray<AccountOutcome>
  >;
  /** Promotes a staged account to imported; an imported account is not changed. */
  readonly promote: UseCase<
    { readonly account: AccountName; readonly by: ActingOperator },
    AccountRefusedToOperator | MigrationNotOngoing | StoreFailure,
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

const checkStatementPeriod = (period: StatementPeriod | null): E.Either<InvalidPeriod, unknown> =>
  period === null || period.to === null ? E.right(null) : checkPeriod({ from: period.from, to: period.to });

const planBatch =
  (accounts: ReadonlyArray<AccountToImport>, isDryRun: boolean): AccountPlan<ReadonlyArray<AccountOutcome>> =>
  (supplier, stored) => {
    const planned = accounts.map((account) =>
      planAccountImport(supplier, stored.get(account.externalAccountNumber) ?? null, account),
    );
    return {
      changes: isDryRun ? [] : planned.flatMap((one) => (E.isRight(one) ? [one.right] : [])),
      result: planned.map(E.map(({ kind }) => kind)),
    };
  };

/** Returns the account's previous status. */
const promotionOf =
  (externalAccountNumber: string): AccountPlan<E.Either<MigrationNotOngoing | AccountUnknown, AccountStatus>> =>
  (supplier, stored) => {
    const account = stored.get(externalAccountNumber);
    if (account === undefined || 'kind' in account)
      return { changes: [], result: E.left({ kind: 'account_not_found', externalAccountNumber }) };
    const change = planPromotion(supplier, account);
    return E.isLeft(change)
      ? { changes: [], result: change }
      : { changes: [change.right], result: E.right(account.status) };
  };

const promoteIn =
  ({ administration, changes, actions }: OperatorStores) =>
  ({ account: name, by }: { readonly account: AccountName; readonly by: ActingOperator }) =>
    pipe(
      theAccount(administration, name),
      TE.bindW('before', ({ account: { supplier, externalAccountNumber } }) =>
        pipe(
          changes.changeAccounts(supplier, [externalAccountNumber], promotionOf(externalAccountNumber)),
          TE.chainEitherKW((before) => before),
        ),
      ),
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

const setOpenPeriodIn = (stores: OperatorStores, { period, ...command }: SetOpenPeriod) =>
  changeLedger(
    stores,
    command,
    (account) => stores.changes.setOpenPeriod(account, command.ledgerNumber, period),
    (before) => ({
      action: period === null ? 'ledger close-period' : 'ledger open-period',
      before: { open_statement: before },
      after: { open_statement: period },
    }),
  );

type Ports = { readonly administration: Administration; readonly operatorWork: OperatorWork };

export const makeAccountUseCases = ({ administration, operatorWork }: Ports): AccountUseCases => ({
  importBatch: ({ supplier, accounts, isDryRun }) => {
    const numbers = accounts.map(({ externalAccountNumber }) => externalAccountNumber);
    return operatorWork.run(({ changes }) => changes.changeAccounts(supplier, numbers, planBatch(accounts, isDryRun)));
  },
  promote: (command) => operatorWork.run((stores) => promoteIn(stores)(command)),
  find: (name) =>
    pipe(
      theAccount(administration, name),
      TE.map(({ ref }) => ref),
    ),
  setOpenPeriod: (command) =>
    pipe(
      TE.fromEither(checkStatementPeriod(command.period)),
      TE.chainW(() => operatorWork.run((stores) => setOpenPeriodIn(stores, command))),
    ),
});
