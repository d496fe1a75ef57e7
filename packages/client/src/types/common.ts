import type { AnyErrorCode } from '../error-code.ts';

/** The two fields by which every request names its account; compared byte for byte. */
export type AccountRef = {
  /** Code of the import supplier, 1 to 32 characters. */
  readonly import_supplier: string;
  /** The account's number in your own system, 1 to 128 characters. */
  readonly external_account_number: string;
};

/**
 * A decimal to send: `'71.00'` or `71`. A string is exact at any length; a number of more than 15 significant digits is
 * rejected (`max_digits`). Plain notation, no exponent, no sign except `-`, no leading zeros.
 */
export type Amount = string | number;

/** `YYYY-MM-DD`, a real calendar day from 1900-01-01 to 2199-12-31. */
export type DateText = string;

/** `YYYY-MM-DDTHH:MM:SSZ`, UTC, exactly in this form. */
export type DateTimeText = string;

/**
 * The receipt of a request that was accepted. Keep it: with it, the operator's evidence of the migration can be checked
 * later. Both are null if the service sent none.
 */
export type Receipt = {
  /** `X-Import-Id`: the id of the import record. */
  readonly importId: string | null;
  /** `X-Payload-SHA256`: SHA-256 of the body as received, in lower-case hexadecimal. */
  readonly payloadSha256: string | null;
};

/** One thing that is wrong with a request. */
export type ErrorItem = {
  /** A sentence for people; its wording may change. */
  readonly detail: string;
  /** For programs; stable. */
  readonly code: AnyErrorCode;
  /** Dot-delimited path to the offending input, `transactions.0.amount`; empty if the body as a whole is wrong. */
  readonly attr: string;
};

/** A transaction whose date `create/` would move into the open statement period. */
export type MovedTransaction = {
  readonly transaction_id: string;
  readonly transaction_date: DateText;
  readonly new_transaction_date: DateText;
};

/** The report of a dry run; nothing was stored. `Results` is the response of `create/`. */
export type Validated<Results> =
  | {
      readonly valid: true;
      readonly results: Results;
      readonly errors: readonly [];
      readonly moved: ReadonlyArray<MovedTransaction>;
    }
  | {
      readonly valid: false;
      readonly results: null;
      /** Everything that is wrong, in the order of the request. */
      readonly errors: ReadonlyArray<ErrorItem>;
      readonly moved: ReadonlyArray<MovedTransaction>;
    };
