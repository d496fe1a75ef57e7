import type { AccountRef, Amount, DateText } from './common.ts';

/** Part of a supply charge; digits before and after the point: `net_amount` 10/10, units 12/4, `price_per_unit` 8/7. */
export type LineItem = {
  /** A code: 1 to 64 capital letters, digits and underscores, `CONSUMPTION_STANDARD`. */
  readonly rate_band: string;
  readonly start_date: DateText;
  /** Not before `start_date`. */
  readonly end_date: DateText;
  readonly number_of_units: Amount;
  readonly net_amount: Amount;
  readonly price_per_unit?: Amount;
  readonly units?: ReadonlyArray<Amount>;
};

/** Tax on a transaction; digits before and after the point: `amount` 10/10, `value_taxed` and `rate` 15/5. */
export type TaxItem = {
  readonly amount: Amount;
  /** A code, `VAT`. */
  readonly tax_type: string;
  readonly value_taxed: Amount;
  /** A proportion, `0.05`, or an amount per unit, as `unit_type` says. */
  readonly rate: Amount;
  readonly unit_type: 'PROPORTION' | 'CURRENCY_PER_KWH';
};

type Common = {
  /** Your identifier, 1 to 128 characters, unique on the account over all its ledgers. */
  readonly transaction_id: string;
  readonly transaction_date: DateText;
  /** At most 10 digits before and 2 after the point. */
  readonly amount: Amount;
  /** At most 128 characters. */
  readonly reference?: string;
  /** Internal note, at most 10,000 characters. */
  readonly note?: string;
  /** Customer-facing note, at most 10,000 characters. */
  readonly display_note?: string;
};
type WithReason = {
  /** A code, `IMPORTED_CHARGE`. */
  readonly reason?: string;
};
type WithPaymentType = {
  /** A code, `DD_REGULAR_COLLECTION`. */
  readonly payment_type?: string;
};
type WithTaxItems = { readonly tax_items?: ReadonlyArray<TaxItem> };

export type Charge = Common & WithReason & WithTaxItems & { readonly type: 'CHARGE' };
export type Credit = Common & WithReason & { readonly type: 'CREDIT' };
/** Its amount is above zero. */
export type Payment = Common & WithReason & WithPaymentType & { readonly type: 'PAYMENT' };
/** Its amount is above zero. */
export type Repayment = Common & WithReason & WithPaymentType & { readonly type: 'REPAYMENT' };
export type SupplyCharge = Common &
  WithTaxItems & {
    readonly type: 'SUPPLY_CHARGE';
    readonly product_code: string;
    /** At least one. */
    readonly line_items: ReadonlyArray<LineItem>;
  };

/** A financial transaction: its type says which fields it takes. */
export type Transaction = Charge | Credit | Payment | Repayment | SupplyCharge;
export type TransactionType = Transaction['type'];

/** Body of `transactions/create/` and `transactions/validate/`: up to 10,000 transactions, no id twice. */
export type TransactionsRequest = AccountRef & { readonly transactions: ReadonlyArray<Transaction> };

/** Options for adding transactions. */
export type TransactionsFlags = {
  /**
   * Default true: a `transaction_id` that is on the account already is skipped. With false it is added again, so such a
   * request is not repeated by the client if it may have been stored.
   */
  readonly checkPreviouslyAdded?: boolean;
  /** Default true: a date outside the open statement period is moved to its nearest day. With false: 400. */
  readonly forceAddToCurrentStatement?: boolean;
};

/** The submitted fields; a moved transaction has its new date and note. */
export type TransactionData = Omit<Common, 'amount'> &
  WithReason &
  WithPaymentType &
  WithTaxItems & {
    readonly type: TransactionType;
    /** With two places, `71.00`. */
    readonly amount: string;
    readonly product_code?: string;
    readonly line_items?: ReadonlyArray<LineItem>;
    /** On a transaction that exists already. */
    readonly status?: 'TRANSACTION_IMPORT_SUCCESS';
  };

/** The result of one transaction, in the order sent. */
export type TransactionResult = {
  readonly status: 'TRANSACTION_ADDED_TO_ACCOUNT' | 'TRANSACTION_ALREADY_EXISTS';
  readonly transaction_data: TransactionData;
  /**
   * Only if the transaction exists already with other content: the names of the fields that differ from what was submitted
   * first, sorted; `ledger_number` if it is on another ledger. The existing transaction is unchanged.
   */
  readonly differing_fields?: ReadonlyArray<string>;
};

export type TransactionsAnswer = { readonly results: ReadonlyArray<TransactionResult> };
