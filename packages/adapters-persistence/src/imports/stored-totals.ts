import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { PlacedTransaction } from '@carryover/domain/transaction-import';

/** Adds up what one import stores of transactions, by ledger and type: its record is sealed with it. */
export type StoredTotals = {
  readonly add: (ledgerNumber: string, placed: ReadonlyArray<PlacedTransaction>) => void;
  /** As JSON; null if nothing was stored. */
  readonly text: () => string | null;
};

export const makeStoredTotals = (): StoredTotals => {
  const amounts = new Map<string, Decimal[]>();
  return {
    add: (ledgerNumber, placed) => {
      for (const { transaction } of placed) {
        const key = `${transaction.type} ${ledgerNumber}`;
        const known = amounts.get(key);
        if (known === undefined) amounts.set(key, [transaction.amount]);
        else known.push(transaction.amount);
      }
    },
    text: () => {
      if (amounts.size === 0) return null;
      const totals = [...amounts].map(([key, values]) => {
        const end = key.indexOf(' ');
        return [key.slice(end + 1), key.slice(0, end), values.length, toMoney(Decimal.sum(values))];
      });
      return JSON.stringify(totals);
    },
  };
};
