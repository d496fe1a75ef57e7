import type { AccountRef, Amount, DateText } from './common.ts';

/** A historical statement. */
export type Statement = {
  /** Your identifier, 1 to 128 characters, unique on the account. */
  readonly statement_id: string;
  readonly bill_period_from_date: DateText;
  /** Not before `bill_period_from_date`. */
  readonly bill_period_to_date: DateText;
  readonly issued_date: DateText;
  readonly number: string;
  /** At most 10 digits before and 2 after the point. */
  readonly gross_amount: Amount;
  /** The PDF's path relative to the supplier's root. */
  readonly statement_path?: string;
};

/** Body of `historical-statements/create/` and `…/validate/`, and its answer: the validated data, as submitted. */
export type StatementsRequest = AccountRef & { readonly statements: ReadonlyArray<Statement> };
