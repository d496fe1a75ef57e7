import {
  type HistoryRefusal,
  importHistory,
  type LedgerClosedToHistory,
  type LedgerHistory,
  ledgerOpenForHistory,
  transactionsOf,
} from '@carryover/domain/billing-document';
import { mismatchesOf, type PlacedTransaction } from '@carryover/domain/transaction-import';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Findings, NO_FINDINGS } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UseCase } from '../use-case.ts';
import type { ImportCommand } from './import-command.ts';
import { type AccountRefused, requireAccount } from './judge.ts';
import { together } from './together.ts';

type CreateHistoricalBillingDocumentsCommand = ImportCommand<CreateHistoricalBillingDocumentsFailure> & {
  readonly ledgerNumber: string;
  readonly ledgerCode: string;
  readonly history: LedgerHistory;
};
type HistoryRefused = { readonly kind: 'history_refused'; readonly refusals: ReadonlyArray<HistoryRefusal> };
export type CreateHistoricalBillingDocumentsFailure =
  | AccountRefused
  | LedgerClosedToHistory
  | HistoryRefused
  | StoreFailure;
export type CreateHistoricalBillingDocuments = UseCase<
  CreateHistoricalBillingDocumentsCommand,
  CreateHistoricalBillingDocumentsFailure,
  void
>;

const idsOf = (history: LedgerHistory): ReadonlyArray<string> =>
  transactionsOf(history).map(({ transaction }) => transaction.transactionId);

const findingsOf = (placed: ReadonlyArray<PlacedTransaction>): Findings => ({
  ...NO_FINDINGS,
  supplyChargeMismatches: mismatchesOf(placed),
});

/** Adds the history of one ledger, all or nothing, once (§4.3). */
export const makeCreateHistoricalBillingDocuments =
  ({ unitOfWork }: { readonly unitOfWork: UnitOfWork }): CreateHistoricalBillingDocuments =>
  ({ request, submission, account: ref, ledgerNumber, ledgerCode, history, judge, commit }) =>
    unitOfWork.run<CreateHistoricalBillingDocumentsFailure, void>(
      { account: ref, importId: request.id, commit },
      (store) =>
        pipe(
          together({
            account: requireAccount(store.accounts, judge),
            found: store.ledgers.find(ref, ledgerNumber),
            existing: store.transactions.existing(ref, idsOf(history)),
          }),
          TE.let('isOpen', ({ found }) => ledgerOpenForHistory(found, ledgerCode)),
          TE.chainFirstEitherKW(({ isOpen }) => judge.tolerate(isOpen)),
          TE.bindW('placed', ({ account, existing }) =>
            pipe(
              importHistory(existing, account.supplier.configuration.supplyChargeArithmetic)(history),
              E.mapLeft((refusals): HistoryRefused => ({ kind: 'history_refused', refusals })),
              TE.fromEither,
            ),
          ),
          TE.chainFirstEitherKW(judge.conclude),
          TE.bindW('ledger', ({ isOpen }) => TE.fromEither(isOpen)),
          TE.let('to', ({ account, ledger }) => ({ account, ledger, importId: request.id })),
          TE.tap(({ account, ledger }) => store.ledgers.closeToHistory(account, ledger, request.id)),
          TE.tap(({ to }) => store.billingDocuments.add(to, history.documents)),
          TE.tap(({ to, placed }) => store.transactions.add({ ...to, again: false }, placed)),
          TE.tap(({ account, placed }) => {
            const { documents } = history;
            const stored = { items: documents.length + placed.length, billingDocuments: documents.length };
            return store.imports.accept(account, request, submission, findingsOf(placed), stored);
          }),
          TE.map(() => undefined),
        ),
    );
