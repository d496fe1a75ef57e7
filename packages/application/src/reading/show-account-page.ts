import type { AccountNotFound } from '@carryover/domain/account';
import { toDateTime } from '@carryover/domain/date-time';
import type { Decimal } from '@carryover/domain/decimal';
import { balanceOf, type Ledger } from '@carryover/domain/ledger';
import { type MaskedInstruction, maskInstruction, maskReference } from '@carryover/domain/payment-instruction';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../ports/clock.ts';
import type {
  AccountPage,
  AccountPageReader,
  AccountParts,
  LedgerTotal,
} from '../ports/reading/account-page-reader.ts';
import type { StoredNote, StoredPeriod } from '../ports/reading/account-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

type LedgerOverview = {
  readonly ledger: Ledger;
  /** Positive if the customer owes money. */
  readonly balance: Decimal;
  /** The types that occur, in the order of `TRANSACTION_TYPES`. */
  readonly totals: ReadonlyArray<LedgerTotal>;
  /** By their first day; at most one is open. */
  readonly statementPeriods: ReadonlyArray<StoredPeriod>;
  /** The request that imported its history; null if none did. */
  readonly historyImportId: string | null;
};

/** An account's instruction, and the request that stored it. */
export type ShownInstruction = MaskedInstruction & { readonly importId: string };

/** An account of any size for a page: its lists in parts, the vendor's reference masked. */
export type AccountPageView = Omit<
  AccountPage,
  'ledgers' | 'totals' | 'statementPeriods' | 'histories' | 'paymentInstruction'
> & {
  readonly ledgers: ReadonlyArray<LedgerOverview>;
  readonly paymentInstruction: ShownInstruction | null;
};

type ShowAccountPage = UseCase<
  { readonly serviceAccountNumber: string; readonly parts: Omit<AccountParts, 'now'> },
  AccountNotFound | StoreFailure,
  AccountPageView
>;

const toOverview =
  ({ totals, statementPeriods, histories }: AccountPage) =>
  (ledger: Ledger): LedgerOverview => {
    const isOn = ({ ledgerNumber }: { readonly ledgerNumber: string }) => ledgerNumber === ledger.ledgerNumber;
    const own = TRANSACTION_TYPES.flatMap((type) => totals.filter((total) => isOn(total) && total.type === type));
    return {
      ledger,
      balance: balanceOf(own),
      totals: own,
      statementPeriods: statementPeriods.filter(isOn),
      historyImportId: histories.find(isOn)?.importId ?? null,
    };
  };

/** The client's notes before those that the service pinned. */
const clientsFirst = (notes: ReadonlyArray<StoredNote>): ReadonlyArray<StoredNote> =>
  notes.toSorted((a, b) => Number(a.isAddedByService) - Number(b.isAddedByService));

const toView = (page: AccountPage): AccountPageView => {
  const { ledgers, paymentInstruction } = page;
  return {
    account: page.account,
    organisation: page.organisation,
    createdAt: page.createdAt,
    pinnedNotes: clientsFirst(page.pinnedNotes),
    notes: page.notes,
    transactions: page.transactions,
    billingDocuments: page.billingDocuments,
    statements: page.statements,
    ledgers: ledgers.map(toOverview(page)),
    paymentInstruction: paymentInstruction && {
      ...maskInstruction(paymentInstruction),
      reference: maskReference(paymentInstruction.reference),
      importId: paymentInstruction.importId,
    },
  };
};

/** Returns a page of the account with this service account number, staged or imported. */
export const makeShowAccountPage =
  ({ accountPages, clock }: { readonly accountPages: AccountPageReader; readonly clock: Clock }): ShowAccountPage =>
  ({ serviceAccountNumber, parts }) =>
    pipe(
      accountPages.read(serviceAccountNumber, { ...parts, now: toDateTime(clock.now()) }),
      TE.chainW(TE.fromNullable<AccountNotFound | StoreFailure>({ kind: 'import_process_does_not_exist' })),
      TE.map(toView),
    );
