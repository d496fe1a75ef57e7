import {
  type Account,
  type AccountErased,
  type AccountRef,
  type AccountStatus,
  type MigrationNotOngoing,
  notErased,
} from '@carryover/domain/account';
import {
  type AccountChange,
  type AccountFileRefusal,
  type AccountToImport,
  planAccountImport,
  planPromotion,
} from '@carryover/domain/account-import';
import { checkPeriod, type StatementPeriod } from '@carryover/domain/calendar-date';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Acting, ActionSubject, Administration, NamedSupplier, RecordedAction } from '../ports/administration.ts';
import type { OperatorStores, OperatorWork } from '../ports/operator-work.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import { requireFound } from '../use-case.ts';
import { aboutSupplier, type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

/** The operator's reference to an account. */
export type AccountName = { readonly supplier: SupplierName; readonly externalAccountNumber: string };
type AccountUnknown = { readonly kind: 'account_not_found'; readonly externalAccountNumber: string };
type LedgerUnknown = { readonly kind: 'ledger_not_found'; readonly ledgerNumber: string };

type NamedAccount = { readonly account: Account; readonly ref: AccountRef; readonly subject: ActionSubject };

/** Returns the account of this name, with its reference, and the subject of an operator action about it. */
export const theAccount = (
  administration: Administration,
  { supplier: supplierName, externalAccountNumber }: AccountName,
): TE.TaskEither<AccountUnknown | SupplierRefused | StoreFailure, NamedAccount> =>
  pipe(
    theSupplier(administration, supplierName),
    TE.chainW((supplier) => {
      const ref = { organisationId: supplier.organisationId, supplierCode: supplier.code, externalAccountNumber };
      const unknown: AccountUnknown = { kind: 'account_not_found', externalAccountNumber };
      return pipe(
        administration.findAccount(ref),
        requireFound(unknown),
        TE.map((account) => ({ account, ref, subject: { ...aboutSupplier(supplier), externalAccountNumber } })),
      );
    }),
  );

/** The change of an account by an accounts file, or the reason why it was not changed. */
export type AccountOutcome = E.Either<AccountFileRefusal, AccountChange['kind']>;

/** The ledger of an account, and the operator who changes it. */
type LedgerCommand = Acting<{ readonly account: AccountName; readonly ledgerNumber: string }>;

/**
 * Changes a ledger, and records the action.
 *
 * @param change returns the state before; null if the account has no such ledger.
 * @param recorded returns the part of the action that says what was changed.
 */
const changeLedger = <Before>(
  { administration, actions }: OperatorStores,
  { account: name, ledgerNumber, actor }: LedgerCommand,
  change: (account: Account) => Stored<{ readonly before: Before } | null>,
  recorded: (before: Before) => RecordedAction,
) =>
  pipe(
    theAccount(administration, name),
    TE.chainFirstEitherKW(({ account }) => notErased(account)),
    TE.chainW(({ account, subject }) =>
      pipe(
        change(account),
        requireFound<LedgerUnknown>({ kind: 'ledger_not_found', ledgerNumber }),
        TE.chainW(({ before }) => actions.add(actor, { ...subject, ledgerNumber }, recorded(before))),
      ),
    ),
    TE.map(() => undefined),
  );

/** The operator's changes of accounts and their ledgers (decisions 2, 14, 16). */
export const makeAccountUseCases = ({ operatorWork }: { readonly operatorWork: OperatorWork }) => ({
  /**
   * Imports some of a file's accounts, each number once; the supplier is looked up once, by the caller. A dry run stores nothing.
   *
   * @returns an outcome per account, in their order.
   */
  importBatch: ({
    supplier,
    accounts,
    isDryRun,
  }: {
    readonly supplier: NamedSupplier;
    readonly accounts: ReadonlyArray<AccountToImport>;
    readonly isDryRun: boolean;
  }): Stored<ReadonlyArray<AccountOutcome>> => {
    const numbers = accounts.map(({ externalAccountNumber }) => externalAccountNumber);
    return operatorWork.run(({ changes }) =>
      changes.changeAccounts(supplier, numbers, (locked, stored) => {
        const planned = accounts.map((account) =>
          planAccountImport(locked, stored.get(account.externalAccountNumber) ?? null, account),
        );
        return {
          changes: isDryRun ? [] : planned.flatMap((plan) => (E.isRight(plan) ? [plan.right] : [])),
          result: planned.map(E.map(({ kind }) => kind)),
        };
      }),
    );
  },

  /** Promotes a staged account to imported; an imported account is not changed. */
  promote: ({ account: name, actor }: Acting<{ readonly account: AccountName }>) =>
    operatorWork.run(({ administration, changes, actions }) => {
      const { externalAccountNumber } = name;
      const unknown: AccountUnknown = { kind: 'account_not_found', externalAccountNumber };
      return pipe(
        theAccount(administration, name),
        TE.bindW('before', ({ account: { supplier } }) =>
          pipe(
            changes.changeAccounts(supplier, [externalAccountNumber], (locked, stored) => {
              type Result = E.Either<MigrationNotOngoing | AccountErased | AccountUnknown, AccountStatus>;
              const account = stored.get(externalAccountNumber);
              if (account === undefined) return { changes: [], result: E.left(unknown) as Result };
              if ('kind' in account)
                return { changes: [], result: E.left(account.kind === 'account_erased' ? account : unknown) };
              const change = planPromotion(locked, account);
              return E.isLeft(change)
                ? { changes: [], result: change }
                : { changes: [change.right], result: E.right(account.status) };
            }),
            TE.chainEitherKW((before) => before),
          ),
        ),
        TE.tap(({ subject, before }) =>
          actions.add(actor, subject, {
            action: 'account promote',
            before: { status: before },
            after: { status: 'IMPORTED' },
          }),
        ),
        TE.map(({ account }): Account => ({ ...account, status: 'IMPORTED' })),
      );
    }),

  /** Opens a period on a ledger, closing the open one; null closes only. */
  setOpenPeriod: ({ period, ...command }: LedgerCommand & { readonly period: StatementPeriod | null }) => {
    const { from, to } = period ?? { to: null };
    return operatorWork.run((stores) =>
      pipe(
        TE.fromEither(from === undefined || to === null ? E.right(null) : checkPeriod({ from, to })),
        TE.chainW(() =>
          changeLedger(
            stores,
            command,
            (account) => stores.changes.setOpenPeriod(account, command.ledgerNumber, period),
            (before) => ({
              action: period === null ? 'ledger close-period' : 'ledger open-period',
              before: { open_statement: before },
              after: { open_statement: period },
            }),
          ),
        ),
      ),
    );
  },

  /** Notes that the platform has finalized a billing document of its own on a ledger (decisions 16). */
  finalizeLedger: (command: LedgerCommand) =>
    operatorWork.run((stores) =>
      changeLedger(
        stores,
        command,
        (account) => stores.changes.finalizeLedger(account, command.ledgerNumber),
        (before) => ({
          action: 'ledger finalize',
          before: { has_finalized_billing_document: before },
          after: { has_finalized_billing_document: true },
        }),
      ),
    ),
});
