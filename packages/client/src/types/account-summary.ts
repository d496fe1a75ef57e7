import type { AccountRef, DateText, DateTimeText } from './common.ts';
import type { PaymentInstructionRequest } from './payment-instruction.ts';
import type { TransactionType } from './transaction.ts';

/** A line item as it is stored; what was not sent is null. */
type StoredLineItem = {
  readonly rate_band: string;
  readonly start_date: DateText;
  readonly end_date: DateText;
  readonly number_of_units: string;
  readonly net_amount: string;
  readonly price_per_unit: string | null;
  readonly units: ReadonlyArray<string> | null;
};

type StoredTaxItem = {
  readonly amount: string;
  readonly tax_type: string;
  readonly value_taxed: string;
  readonly rate: string;
  readonly unit_type: string;
};

/** Every item has the import record that it came from: the `X-Import-Id` of the response to your request. */
type FromImport = { readonly import_id: string };

/** Items as they are stored, with all fields; decimals are strings, and what was not sent is null. */
export type SummaryItems = {
  readonly notes: FromImport & {
    readonly body: string | null;
    readonly document_paths: ReadonlyArray<string>;
    readonly created_at: DateTimeText;
    readonly is_pinned: boolean;
    readonly unpin_at: DateTimeText | null;
    /** True for a note that the service pinned itself, about transactions whose date was moved. */
    readonly added_by_service: boolean;
  };
  readonly transactions: FromImport & {
    readonly transaction_id: string;
    readonly ledger_number: string;
    readonly transaction_date: DateText;
    readonly amount: string;
    readonly type: TransactionType;
    readonly reason: string | null;
    readonly payment_type: string | null;
    readonly reference: string | null;
    readonly note: string | null;
    readonly display_note: string | null;
    readonly product_code: string | null;
    readonly line_items: ReadonlyArray<StoredLineItem> | null;
    readonly tax_items: ReadonlyArray<StoredTaxItem> | null;
    /** The submitted date if the service moved it, else null. */
    readonly submitted_transaction_date: DateText | null;
    /** The submitted note of a moved transaction, whose stored note explains the move; null for all others. */
    readonly submitted_note: string | null;
    /** null if it belongs only to its ledger. */
    readonly billing_document_identifier: string | null;
  };
  readonly billing_documents: FromImport & {
    readonly billing_document_identifier: string;
    readonly ledger_number: string;
    readonly billing_document_type: 'ITEM_BASED' | 'PERIOD_BASED';
    readonly issued_date: DateText;
    readonly bill_period_from_date: DateText | null;
    readonly bill_period_to_date: DateText | null;
  };
  readonly statements: FromImport & {
    readonly statement_id: string;
    readonly number: string;
    readonly issued_date: DateText;
    readonly bill_period_from_date: DateText;
    readonly bill_period_to_date: DateText;
    readonly gross_amount: string;
    readonly statement_path: string | null;
  };
};
export type SummaryList = keyof SummaryItems;

/** Body of `accounts/summary/`, with the items of one list: the first page, or the one that begins at `after`. */
export type SummaryPageRequest<L extends SummaryList> = SummaryRequest & {
  readonly list: L;
  /** The `next` of the previous page. */
  readonly after?: string;
};

/** Up to 1,000 items. */
export type SummaryPage<L extends SummaryList> = {
  readonly items: ReadonlyArray<SummaryItems[L]>;
  /** The start of the next page; null after the last page. */
  readonly next: string | null;
};

/** Body of `accounts/summary/`. */
export type SummaryRequest = AccountRef & {
  /** An instruction as you sent it, to be compared with the stored one. */
  readonly payment_instruction?: Omit<PaymentInstructionRequest, keyof AccountRef>;
};

/** Counts and sums of what is stored on an account. */
export type AccountSummary = {
  readonly external_account_number: string;
  readonly service_account_number: string;
  /** `count`: notes that clients sent; `added_by_service`: notes that the service pinned itself. */
  readonly notes: { readonly count: number; readonly added_by_service: number };
  readonly ledgers: ReadonlyArray<{
    readonly ledger_number: string;
    readonly ledger_code: string;
    /** `sum` is exact, with two places. */
    readonly transactions: ReadonlyArray<{
      readonly type: TransactionType;
      readonly count: number;
      readonly sum: string;
    }>;
    readonly billing_documents: { readonly count: number };
  }>;
  readonly statements: { readonly count: number };
  /** The part that is safe to show; null if the account has none. */
  readonly payment_instruction: MaskedInstruction | null;
};

export type MaskedInstruction = {
  readonly vendor: string;
  /** Its last four characters, `••••1234`. To compare all of it, send it as `payment_instruction`. */
  readonly reference: string;
  readonly type: string;
  /** The vendor's own name of the state, such as `active`. */
  readonly status: string;
  readonly brand: string | null;
  readonly last_four: string | null;
  /** A card's last valid month, `YYYY-MM`. */
  readonly expiry: string | null;
  readonly bank_name: string | null;
  /** Only if the request has `payment_instruction`: the fields that differ from it; empty if it is stored exactly. */
  readonly differing_fields?: ReadonlyArray<'reference' | 'type' | 'vendor'>;
};
