import type { AccountNotFound, AccountRef, AccountStatus } from '@carryover/domain/account';
import { type DateTime, toDateTime } from '@carryover/domain/date-time';
import { type Decimal, sum } from '@carryover/domain/decimal';
import { balanceOf, type Ledger, type TypeTotal } from '@carryover/domain/ledger';
import { isPinnedAt } from '@carryover/domain/note';
import { maskInstruction } from '@carryover/domain/payment-instruction';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../ports/clock.ts';
import type {
  AccountContent,
  AccountReader,
  StoredDocument,
  StoredNote,
  StoredPeriod,
  StoredStatement,
  StoredTransaction,
} from '../ports/reading/account-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import type { ShownInstruction } from './show-account-page.ts';

export type LedgerView = {
  readonly ledger: Ledger;
  /** The balance; positive if the customer owes money. */
  readonly balance: Decimal;
  /** The types that occur, in the order of `TRANSACTION_TYPES`. */
  readonly totals: ReadonlyArray<TypeTotal>;
  readonly transactions: ReadonlyArray<StoredTransaction>;
  readonly billingDocuments: ReadonlyArray<StoredDocument>;
  /** By their first day; at most one is open. */
  readonly statementPeriods: ReadonlyArray<StoredPeriod>;
  /** The request that imported its history; null if none did. */
  readonly historyImportId: string | null;
};

/** A note in the account view; `isPinned`: it is pinned now. */
export type NoteView = StoredNote & { readonly isPinnedAsSubmitted: boolean };

/** The account view of the support agent. */
export type AccountView = {
  readonly externalAccountNumber: string;
  readonly serviceAccountNumber: string;
  readonly organisation: string;
  readonly supplierCode: string;
  readonly status: AccountStatus;
  readonly createdAt: Date;
  /**
   * The client's pinned notes first, then the service's pinned notes, then the others, each newest first. A note is pinned
   * until its `unpinAt`.
   */
  readonly notes: ReadonlyArray<NoteView>;
  readonly ledgers: ReadonlyArray<LedgerView>;
  readonly statements: ReadonlyArray<StoredStatement>;
  readonly paymentInstruction: ShownInstruction | null;
};

type ShowAccount = UseCase<AccountRef, AccountNotFound | StoreFailure, AccountView>;

const totalsOf = (transactions: ReadonlyArray<StoredTransaction>): ReadonlyArray<TypeTotal> =>
  TRANSACTION_TYPES.flatMap((type) => {
    const amounts = transactions.flatMap(({ transaction }) => (transaction.type === type ? [transaction.amount] : []));
    return amounts.length === 0 ? [] : [{ type, count: amounts.length, sum: sum(amounts) }];
  });

const viewLedger = (content: AccountContent, ledger: Ledger): LedgerView => {
  const isOn = ({ ledgerNumber }: { readonly ledgerNumber: string }) => ledgerNumber === ledger.ledgerNumber;
  const transactions = content.transactions.filter(isOn);
  const totals = totalsOf(transactions);
  const billingDocuments = content.billingDocuments.filter(isOn);
  const statementPeriods = content.statementPeriods.filter(isOn);
  const historyImportId = content.histories.find(isOn)?.importId ?? null;
  return {
    ledger,
    balance: balanceOf(totals),
    totals,
    transactions,
    billingDocuments,
    statementPeriods,
    historyImportId,
  };
};

const sortNotes = (notes: ReadonlyArray<StoredNote>, now: DateTime): ReadonlyArray<NoteView> => {
  const newestFirst = notes.toReversed().map((note) => ({
    ...note,
    isPinned: isPinnedAt(note, now),
    isPinnedAsSubmitted: note.isPinned,
  }));
  const rankOf = ({ isPinned, isAddedByService }: NoteView): number => {
    if (!isPinned) return 2;
    return isAddedByService ? 1 : 0;
  };
  return newestFirst.toSorted((a, b) => rankOf(a) - rankOf(b));
};

/** Returns the view of an account, staged or imported. */
export const makeShowAccount =
  ({ accountReader, clock }: { readonly accountReader: AccountReader; readonly clock: Clock }): ShowAccount =>
  (ref) =>
    pipe(
      accountReader.content(ref),
      TE.chainW(TE.fromNullable<AccountNotFound | StoreFailure>({ kind: 'import_process_does_not_exist' })),
      TE.map((content) => ({
        externalAccountNumber: content.account.externalAccountNumber,
        serviceAccountNumber: content.account.serviceAccountNumber,
        organisation: content.organisation,
        supplierCode: content.account.supplier.code,
        status: content.account.status,
        createdAt: content.createdAt,
        notes: sortNotes(content.notes, toDateTime(clock.now())),
        ledgers: content.ledgers.map((ledger) => viewLedger(content, ledger)),
        statements: content.statements,
        paymentInstruction: content.paymentInstruction && {
          ...maskInstruction(content.paymentInstruction),
          importId: content.paymentInstruction.importId,
        },
      })),
    );
