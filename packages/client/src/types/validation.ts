import type { AnyErrorCode } from '../error-code.ts';
import type { DateText } from './amount.ts';

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
