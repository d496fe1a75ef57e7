import type { AccountRef, DateText } from './common.ts';
import type { Transaction } from './transaction.ts';

type Common = {
  /** Your identifier, 1 to 128 characters, unique on its ledger. */
  readonly billing_document_identifier: string;
  readonly issued_date: DateText;
  /** May be empty. No date is later than the current date anywhere on Earth (UTC+14), and the account has none of the ids. */
  readonly transactions: ReadonlyArray<Transaction>;
};

export type PeriodBasedDocument = Common & {
  readonly billing_document_type: 'PERIOD_BASED';
  readonly bill_period_from_date: DateText;
  /** Not before `bill_period_from_date`. */
  readonly bill_period_to_date: DateText;
};

export type ItemBasedDocument = Common & { readonly billing_document_type: 'ITEM_BASED' };

/** A historical bill. */
export type BillingDocument = PeriodBasedDocument | ItemBasedDocument;

type LedgerHistory = AccountRef & {
  readonly ledger_number: string;
  /** The ledger's own code, `ELECTRICITY`. */
  readonly ledger_code: string;
  /** Transactions that belong to no document. */
  readonly additional_historical_transactions?: ReadonlyArray<Transaction>;
};

/**
 * Body of `historical-billing-documents/create/` and `…/validate/`: once per ledger. Up to 5,000 documents of one
 * type and 25,000 transactions in all; at least one document or additional transaction.
 */
export type BillingDocumentsRequest = LedgerHistory &
  (
    | {
        readonly billing_document_type: 'PERIOD_BASED';
        readonly historical_billing_documents: ReadonlyArray<PeriodBasedDocument>;
      }
    | {
        readonly billing_document_type: 'ITEM_BASED';
        readonly historical_billing_documents: ReadonlyArray<ItemBasedDocument>;
      }
  );
