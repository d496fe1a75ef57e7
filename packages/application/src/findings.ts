import type { PlacedTransaction } from '@carryover/domain/transaction-import';
import type { Findings } from './ports/store.ts';

/** The supply charges whose figures disagree, for the reconciliation (decisions 5). */
export const mismatchesOf = (placed: ReadonlyArray<PlacedTransaction>): Findings['supplyChargeMismatches'] =>
  placed
    .filter(({ mismatches }) => mismatches.length > 0)
    .map(({ transaction: { transactionId }, mismatches }) => ({ transactionId, mismatches }));
