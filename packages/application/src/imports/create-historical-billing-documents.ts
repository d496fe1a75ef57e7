import { acceptsImports } from '@carryover/domain/account';
import {
  type HistoryRefusal,
  importHistory,
  type LedgerClosedToHistory,
  type LedgerHistory,
  ledgerOpenForHistory,
  transactionsOf,
} from '@carryover/domain/billing-document';
import { mismatchesOf } from '@carryover/domain/transaction-import';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { UnitOfWork } from '../ports/store.ts';
import {
  type AccountRefused,
  conclude,
  type Import,
  type Refusals,
  requireAccount,
  together,
  tolerate,
} from './checks.ts';

type HistoryRefused = { readonly kind: 'history_refused'; readonly refusals: ReadonlyArray<HistoryRefusal> };
export type BillingDocumentsRefusal = AccountRefused | LedgerClosedToHistory | HistoryRefused;
export type CreateHistoricalBillingDocuments = Import<
  {
    readonly ledgerNumber: string;
    readonly ledgerCode: string;
    readonly history: LedgerHistory;
  },
  BillingDocumentsRefusal,
  void
>;

/** Adds the history of one ledger, all or nothing, once (§4.3). */
export const makeCreateHistoricalBillingDocuments =
  ({ unitOfWork }: { readonly unitOfWork: UnitOfWork }): CreateHistoricalBillingDocuments =>
  (command) => {
    const { ledgerNumber, ledgerCode, history, commit } = command;
    return unitOfWork.run<Refusals<BillingDocumentsRefusal>, void>(command, (store) =>
      pipe(
        together({
          account: requireAccount(store.accounts),
          found: store.ledgers.find(ledgerNumber),
          existing: store.transactions.previouslyAdded(transactionsOf(history).map(({ transaction }) => transaction)),
        }),
        TE.let('isOpen', ({ found }) => ledgerOpenForHistory(found, ledgerCode)),
        TE.bindW('refused', ({ account, isOpen }) =>
          tolerate<BillingDocumentsRefusal>(commit, acceptsImports(account.supplier), isOpen),
        ),
        TE.bindW('placed', ({ account, existing, refused }) => {
          const decided = pipe(
            importHistory(new Set(existing.keys()), account.supplier.configuration.supplyChargeArithmetic)(history),
            E.mapLeft((refusals): HistoryRefused => ({ kind: 'history_refused', refusals })),
          );
          return conclude(refused, decided);
        }),
        TE.bindW('ledger', ({ isOpen }) => conclude([], isOpen)),
        TE.tap(({ ledger }) => store.ledgers.closeToHistory(ledger)),
        TE.tap(({ ledger }) => store.billingDocuments.add(ledger, history.documents)),
        TE.tap(({ ledger, placed }) => store.transactions.add({ ledger, again: false }, placed)),
        TE.tap(({ account, placed }) => {
          const { documents } = history;
          return store.imports.accept(account, command, {
            items: documents.length + placed.length,
            billingDocuments: documents.length,
            findings: { supplyChargeMismatches: mismatchesOf(placed) },
          });
        }),
        TE.map(() => undefined),
      ),
    );
  };
