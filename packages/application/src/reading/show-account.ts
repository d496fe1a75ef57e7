import type { AccountNotFound, AccountRef, AccountStatus } from '@carryover/domain/account';
import { type DateTime, toDateTime } from '@carryover/domain/date-time';
import { Decimal } from '@carryover/domain/decimal';
import type { Ledger, TypeTotal } from '@carryover/domain/ledger';
import { isPinnedAt } from '@carryover/domain/note';
import { type ShownInstruction, withoutCustomer } from '@carryover/domain/payment-instruction';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../ports/clock.ts';
import type {
  AccountContent,
  AccountReader,
  StoredDocument,
  StoredNote,
  StoredStatement,
  StoredTransaction,
} from '../ports/reading/account-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { isOn, type LedgerOverview, overviewOf } from './ledger-overview.ts';

export type LedgerView = LedgerOverview & {
  readonly transactions: ReadonlyArray<StoredTransaction>;
  readonly billingDocuments: ReadonlyArray<StoredDocument>;
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
  /** With its whole reference. */
  readonly paymentInstruction: (ShownInstruction & { readonly importId: string }) | null;
};

type ShowAccount = UseCase<AccountRef, AccountNotFound | StoreFailure, AccountView>;

const totalsOf = (transactions: ReadonlyArray<StoredTransaction>): ReadonlyArray<TypeTotal> =>
  [...Map.groupBy(transactions, ({ transaction }) => transaction.type)].map(([type, of]) => ({
    type,
    count: of.length,
    sum: Decimal.sum(of.map(({ transaction }) => transaction.amount)),
  }));

const viewLedger = (content: AccountContent, ledger: Ledger): LedgerView => {
  const transactions = content.transactions.filter(isOn(ledger));
  return {
    ...overviewOf(content, ledger, totalsOf(transactions)),
    transactions,
    billingDocuments: content.billingDocuments.filter(isOn(ledger)),
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
        paymentInstruction: content.paymentInstruction && withoutCustomer(content.paymentInstruction),
      })),
    );
