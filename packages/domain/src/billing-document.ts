import * as E from 'fp-ts/lib/Either.js';
import type { SupplierConfiguration } from './account.ts';
import type { CalendarDate, Period } from './calendar-date.ts';
import type { Ledger } from './ledger.ts';
import { type SupplyChargeMismatch, supplyChargeMismatches, type Transaction } from './transaction.ts';
import type { PlacedTransaction } from './transaction-import.ts';

export const BILLING_DOCUMENT_TYPES = ['ITEM_BASED', 'PERIOD_BASED'] as const;
export type BillingDocumentType = (typeof BILLING_DOCUMENT_TYPES)[number];

type Common = {
  /** The client's identifier, unique on its ledger. */
  readonly identifier: string;
  readonly issuedDate: CalendarDate;
  readonly transactions: ReadonlyArray<Transaction>;
};

/** A historical bill (§2), for a period or only for items. Imported documents are final (decisions 6). */
export type BillingDocument =
  | (Common & { readonly type: 'PERIOD_BASED'; readonly period: Period })
  | (Common & { readonly type: 'ITEM_BASED'; readonly period: null });

/** The history of one ledger in a request (§4.3). */
export type LedgerHistory = {
  readonly documents: ReadonlyArray<BillingDocument>;
  /** Transactions that belong to no document. */
  readonly additionalTransactions: ReadonlyArray<Transaction>;
};

/** The reason why a ledger accepts no history, checked in this order (decisions 6). */
export type LedgerClosedToHistory =
  | { readonly kind: 'ledger_does_not_exist' }
  | { readonly kind: 'ledger_code_does_not_exist' }
  | { readonly kind: 'historical_billing_documents_already_imported' }
  | { readonly kind: 'ledger_has_finalized_billing_document' };

/** Returns the ledger if its code matches and it accepts history: only once, and not after a finalized billing document. */
export const ledgerOpenForHistory = (
  ledger: Ledger | null,
  ledgerCode: string,
): E.Either<LedgerClosedToHistory, Ledger> => {
  if (ledger === null) return E.left({ kind: 'ledger_does_not_exist' });
  if (ledger.ledgerCode !== ledgerCode) return E.left({ kind: 'ledger_code_does_not_exist' });
  if (ledger.hasImportedHistory) return E.left({ kind: 'historical_billing_documents_already_imported' });
  return ledger.hasFinalizedBillingDocument
    ? E.left({ kind: 'ledger_has_finalized_billing_document' })
    : E.right(ledger);
};

/** The position of a transaction in a history; `document` is null for an additional one. */
export type PlaceInHistory = { readonly document: number | null; readonly index: number };

/** Returns the transactions of a history with their positions, documents first. */
export const transactionsOf = ({
  documents,
  additionalTransactions,
}: LedgerHistory): ReadonlyArray<{ readonly transaction: Transaction; readonly place: PlaceInHistory }> => [
  ...documents.flatMap(({ transactions }, document) =>
    transactions.map((transaction, index) => ({ transaction, place: { document, index } })),
  ),
  ...additionalTransactions.map((transaction, index) => ({ transaction, place: { document: null, index } })),
];

export type HistoryRefusal = { readonly place: PlaceInHistory } & (
  | { readonly kind: 'transaction_already_exists' }
  | SupplyChargeMismatch
);

/**
 * Decides on a ledger's history: each transaction keeps its date and belongs to its document or only to the ledger.
 *
 * @param existingIds the ids of the history that the account already has.
 * @returns Left with all refusals.
 */
export const importHistory =
  (existingIds: ReadonlySet<string>, supplyChargeArithmetic: SupplierConfiguration['supplyChargeArithmetic']) =>
  (history: LedgerHistory): E.Either<ReadonlyArray<HistoryRefusal>, ReadonlyArray<PlacedTransaction>> => {
    const refusals: HistoryRefusal[] = [];
    const placed = transactionsOf(history).map(({ transaction, place }): PlacedTransaction => {
      const mismatches = transaction.type === 'SUPPLY_CHARGE' ? supplyChargeMismatches(transaction) : [];
      if (existingIds.has(transaction.transactionId)) refusals.push({ kind: 'transaction_already_exists', place });
      if (supplyChargeArithmetic === 'enforce')
        refusals.push(...mismatches.map((mismatch) => ({ ...mismatch, place })));
      const billingDocument = place.document === null ? null : history.documents[place.document]!.identifier;
      return { transaction, movedFrom: null, mismatches, billingDocument };
    });
    return refusals.length === 0 ? E.right(placed) : E.left(refusals);
  };
