import type { Decimal } from './decimal.ts';
import type { TransactionType } from './transaction.ts';

/** How many transactions of a type an account's ledger has, and their exact sum. */
export type Total = { readonly count: number; readonly sum: Decimal };

/** Where a total is taken. */
export type TotalKey = {
  readonly externalAccountNumber: string;
  readonly ledgerNumber: string;
  readonly type: TransactionType;
};

/** A control total: what the client says has been sent, or what has landed. */
export type ControlTotal = TotalKey & Total;

/** A total that does not agree; what is on no ledger counts zero. */
export type TotalDifference = TotalKey & { readonly expected: Total; readonly actual: Total };

export const agrees = (expected: Total, actual: Total): boolean =>
  expected.count === actual.count && expected.sum.equals(actual.sum);

/** One text for each key: the length says where the account number ends. */
export const keyOf = ({ externalAccountNumber, ledgerNumber, type }: TotalKey): string =>
  `${type} ${externalAccountNumber.length} ${externalAccountNumber} ${ledgerNumber}`;
