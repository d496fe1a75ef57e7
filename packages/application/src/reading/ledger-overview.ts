import type { Decimal } from '@carryover/domain/decimal';
import { balanceOf, type Ledger, type TypeTotal } from '@carryover/domain/ledger';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { AccountOverview, StoredPeriod } from '../ports/reading/account-reader.ts';

/** A ledger without its items. */
export type LedgerOverview = {
  readonly ledger: Ledger;
  /** Positive if the customer owes money. */
  readonly balance: Decimal;
  /** The types that occur, in the order of `TRANSACTION_TYPES`. */
  readonly totals: ReadonlyArray<TypeTotal>;
  /** By their first day; at most one is open. */
  readonly statementPeriods: ReadonlyArray<StoredPeriod>;
  /** The request that imported its history; null if none did. */
  readonly historyImportId: string | null;
};

export const isOn =
  (ledger: Ledger) =>
  ({ ledgerNumber }: { readonly ledgerNumber: string }): boolean =>
    ledgerNumber === ledger.ledgerNumber;

/** @param totals those of the ledger, in any order. */
export const overviewOf = (
  { statementPeriods, histories }: AccountOverview,
  ledger: Ledger,
  totals: ReadonlyArray<TypeTotal>,
): LedgerOverview => ({
  ledger,
  balance: balanceOf(totals),
  totals: TRANSACTION_TYPES.flatMap((type) => totals.filter((total) => total.type === type)),
  statementPeriods: statementPeriods.filter(isOn(ledger)),
  historyImportId: histories.find(isOn(ledger))?.importId ?? null,
});
