import type { AccountNotFound } from '@carryover/domain/account';
import { toDateTime } from '@carryover/domain/date-time';
import { maskInstruction, type ShownInstruction } from '@carryover/domain/payment-instruction';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock } from '../ports/clock.ts';
import type { AccountPage, AccountPageReader, AccountParts } from '../ports/reading/account-page-reader.ts';
import type { StoredNote } from '../ports/reading/account-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { isOn, type LedgerOverview, overviewOf } from './ledger-overview.ts';

/** An account of any size for a page: its lists in parts, the vendor's reference masked. */
export type AccountPageView = Omit<
  AccountPage,
  'ledgers' | 'totals' | 'statementPeriods' | 'histories' | 'paymentInstruction'
> & {
  readonly ledgers: ReadonlyArray<LedgerOverview>;
  readonly paymentInstruction: (ShownInstruction & { readonly importId: string }) | null;
};

type ShowAccountPage = UseCase<
  { readonly serviceAccountNumber: string; readonly parts: Omit<AccountParts, 'now'> },
  AccountNotFound | StoreFailure,
  AccountPageView
>;

/** The client's notes before those that the service pinned. */
const clientsFirst = (notes: ReadonlyArray<StoredNote>): ReadonlyArray<StoredNote> =>
  notes.toSorted((a, b) => Number(a.isAddedByService) - Number(b.isAddedByService));

const toView = (page: AccountPage): AccountPageView => {
  const { ledgers, totals, paymentInstruction } = page;
  return {
    ...page,
    pinnedNotes: clientsFirst(page.pinnedNotes),
    ledgers: ledgers.map((ledger) => overviewOf(page, ledger, totals.filter(isOn(ledger)))),
    paymentInstruction: paymentInstruction && {
      ...maskInstruction(paymentInstruction),
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
