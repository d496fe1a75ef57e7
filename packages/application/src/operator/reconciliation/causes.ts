import { keyOf, TOTAL_TYPES, type TotalKey, type TotalType } from '@carryover/domain/control-total';
import type { TotalDifference } from '@carryover/domain/total-comparison';
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

/** Fields of a transaction that determine its total. */
const PLACING = ['type', 'ledger_number'];
/** Those, and the one that determines its part of the sum. */
const DECISIVE = ['amount', ...PLACING];

/** Codes of refusals after which the data is there: they explain no loss. */
const ALREADY_STORED = ['historical_billing_documents_already_imported'];

/** The totals that count a transaction, by its name. */
export type CountedIn = (transaction: TransactionName) => ReadonlyArray<TotalKey>;

/** The totals that the transaction of a conflict would be in as it was sent again. */
const submittedIn = (conflict: Conflict, recorded: ReadonlyArray<TotalKey>): ReadonlyArray<TotalKey> => {
  const submitted = (field: string) => conflict.differences.find((one) => one.field === field)?.submitted;
  const type = TOTAL_TYPES.find((one) => one === submitted('type'));
  const ledgerNumber = submitted('ledger_number');
  return recorded.map((total) => ({
    ...total,
    type: type ?? total.type,
    ledgerNumber: ledgerNumber ?? total.ledgerNumber,
  }));
};

const isAbout = (totals: ReadonlyArray<TotalKey>, difference: TotalDifference): boolean =>
  totals.some((total) => keyOf(total) === keyOf(difference));

/**
 * Returns true if an explanation can be the cause of a difference: it must be about items of the same ledger and type, and add or
 * leave out the extra or missing items. All are those of the difference's account.
 *
 * - A conflict leaves out what was sent again: items of the total that it would be in are missing, and if it would be in another total than
 *   the stored one, the stored one has too many. If amount, type and ledger are the same, it changes a count, never only a sum.
 * - A refused request and an undone import leave out items, a repeated transaction and an accepted import add some. If the counts are equal
 *   and the sums are not, both may have happened. A request that was refused because its data is there leaves out nothing.
 */
export const canExplain =
  (countedIn: CountedIn) =>
  (difference: TotalDifference, explanation: Explanation): boolean => {
    const surplus = difference.actual.count - difference.expected.count;
    switch (explanation.kind) {
      case 'conflict': {
        const { conflict } = explanation;
        const differsIn = (fields: ReadonlyArray<string>) =>
          conflict.differences.some(({ field }) => fields.includes(field));
        const recorded = countedIn(conflict);
        if (surplus > 0) return differsIn(PLACING) && isAbout(recorded, difference);
        const submitted = submittedIn(conflict, recorded);
        if (surplus < 0) return isAbout(submitted, difference);
        return differsIn(DECISIVE) && isAbout([...recorded, ...submitted], difference);
      }
      case 'repeated':
        return surplus >= 0 && isAbout(countedIn(explanation.repeated), difference);
      case 'refused_request':
        return (
          surplus <= 0 &&
          !ALREADY_STORED.includes(explanation.code) &&
          ENDPOINTS[difference.type].includes(explanation.endpoint)
        );
      case 'undone_import':
      case 'accepted_not_stored':
      case 'not_sent':
        return surplus <= 0;
      case 'accepted_import':
        return surplus >= 0;
    }
  };
