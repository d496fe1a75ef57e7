import {
  keyOf,
  TOTAL_TYPES,
  type TotalDifference,
  type TotalKey,
  type TotalType,
} from '@carryover/domain/proof/control-total';
import type { TransactionName } from '../../ports/operator/reconciliation/reconciliation-reader.ts';
import type { Conflict, Explanation } from './reconciliation.ts';

const TRANSACTIONS = ['transactions/create', 'historical-billing-documents/create'];

/** The endpoints that store items of a type. */
const ENDPOINTS: Readonly<Record<TotalType, ReadonlyArray<string>>> = {
  CHARGE: TRANSACTIONS,
  CREDIT: TRANSACTIONS,
  PAYMENT: TRANSACTIONS,
  REPAYMENT: TRANSACTIONS,
  SUPPLY_CHARGE: TRANSACTIONS,
  NOTE: ['notes/create'],
  STATEMENT: ['historical-statements/create'],
  BILLING_DOCUMENT: ['historical-billing-documents/create'],
};

/** Fields of a transaction that determine its total and its part of the sum. */
const DECISIVE = ['amount', 'type', 'ledger_number'];

/** The totals that count a transaction, by its name. */
export type CountedIn = (transaction: TransactionName) => ReadonlyArray<TotalKey>;

/** The totals of a conflict: those of the stored transaction, and those that the one sent again would be in. */
const totalsOf = (conflict: Conflict, recorded: ReadonlyArray<TotalKey>): ReadonlyArray<TotalKey> => {
  const submitted = (field: string) => conflict.differences.find((one) => one.field === field)?.submitted;
  const type = TOTAL_TYPES.find((one) => one === submitted('type'));
  const ledgerNumber = submitted('ledger_number');
  return recorded.flatMap((total) => [
    total,
    { ...total, type: type ?? total.type, ledgerNumber: ledgerNumber ?? total.ledgerNumber },
  ]);
};

const isAbout = (totals: ReadonlyArray<TotalKey>, difference: TotalDifference): boolean =>
  totals.some((total) => keyOf(total) === keyOf(difference));

/**
 * Returns true if an explanation can be the cause of a difference: it must be about items of the same ledger and type, and add or
 * leave out the extra or missing items. Imports and refused requests are those of the difference's account.
 *
 * - A conflict leaves out what was sent again. If amount, type and ledger are the same, it changes a count, never only a sum.
 * - A refused request leaves out items, a repeated transaction and an accepted import add some. If the counts are equal and the
 *   sums are not, both may have happened.
 */
export const canExplain =
  (countedIn: CountedIn) =>
  (difference: TotalDifference, explanation: Explanation): boolean => {
    const surplus = difference.actual.count - difference.expected.count;
    switch (explanation.kind) {
      case 'conflict': {
        const { conflict } = explanation;
        const isDecisive = conflict.differences.some(({ field }) => DECISIVE.includes(field));
        return (surplus !== 0 || isDecisive) && isAbout(totalsOf(conflict, countedIn(conflict)), difference);
      }
      case 'repeated':
        return surplus >= 0 && isAbout(countedIn(explanation.repeated), difference);
      case 'refused_request':
        return surplus <= 0 && ENDPOINTS[difference.type].includes(explanation.endpoint);
      case 'accepted_import':
        return surplus >= 0;
    }
  };
