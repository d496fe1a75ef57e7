import { keyOf, TOTAL_TYPES, type TotalKey, type TotalType } from '@carryover/domain/control-total';
import type { FieldDifference } from '@carryover/domain/differences';
import type { DifferenceCause, TotalDifference } from '@carryover/domain/total-comparison';
import type { RemovedItems } from '../ports/operator-work.ts';

/** A transaction id of an account. The account may have the id more than once, on several ledgers and with several types. */
export type TransactionName = { readonly externalAccountNumber: string; readonly transactionId: string };

/** A transaction that was sent again with different content; the first one was kept. */
export type Conflict = TransactionName & {
  readonly differences: ReadonlyArray<FieldDifference>;
  readonly importId: string;
  readonly receivedAt: Date;
};

/** A transaction that is on its account more than once. `isUnchecked`: a request with `check_previously_added=false` added it again. */
export type RepeatedTransaction = TransactionName & {
  readonly ledgerNumber: string;
  readonly count: number;
  readonly isUnchecked: boolean;
};

/** An import that was undone: who did it, when, why, and what it removed. */
export type Correction = {
  readonly externalAccountNumber: string;
  readonly importId: string;
  readonly endpoint: string;
  readonly undoneAt: Date;
  readonly undoneBy: string;
  readonly reason: string;
  readonly removed: RemovedItems;
};

type OfRequest = { readonly importId: string; readonly receivedAt: Date; readonly endpoint: string };

/** A possible cause of a difference. `itemCount`: a number of items of the total. */
export type Explanation =
  /** An import that stored items. */
  | (OfRequest & { readonly kind: 'accepted_import'; readonly itemCount: number })
  | (OfRequest & {
      readonly kind: 'refused_request';
      readonly status: number;
      readonly code: string;
      readonly detail: string;
    })
  /** An import of which an undo removed items. */
  | (Pick<Correction, 'importId' | 'endpoint' | 'undoneAt' | 'undoneBy'> & {
      readonly kind: 'undone_import';
      readonly itemCount: number;
    })
  /** Accepted items that the account does not have, though the import was not undone; `item`: one of them by name. */
  | (OfRequest & { readonly kind: 'accepted_not_stored'; readonly itemCount: number; readonly item: string })
  /** Nothing else explains it, no request was rejected that may have had them, and the accepted ones have only `itemCount` items. */
  | { readonly kind: 'not_sent'; readonly itemCount: number }
  | { readonly kind: 'conflict'; readonly conflict: Conflict }
  | { readonly kind: 'repeated'; readonly repeated: RepeatedTransaction };

export type ExplanationOf<Kind extends Explanation['kind']> = Extract<Explanation, { readonly kind: Kind }>;

/** A total that differs, with what can explain it. */
export type Difference = TotalDifference & {
  readonly cause: DifferenceCause;
  readonly explanations: ReadonlyArray<Explanation>;
};

/**
 * What the accepted requests of an account had of one total, read from their payloads. `count`: the items, those of undone imports too, and
 * those that were sent again once. `notStored`: by import.
 */
export type SentItems = {
  readonly count: number;
  readonly notStored: ReadonlyArray<ExplanationOf<'accepted_not_stored'>>;
};

/** What may explain differences of an account, from the lists of the report. */
export type ListedExplanation =
  | ExplanationOf<'conflict' | 'repeated'>
  | { readonly kind: 'undone'; readonly correction: Correction };

/** What is known of the accounts of some differences. Maps are by account number, or by `keyOf` a total. */
type KnownExplanations = {
  readonly listed: ReadonlyMap<string, ReadonlyArray<ListedExplanation>>;
  readonly refused: ReadonlyMap<string, ReadonlyArray<ExplanationOf<'refused_request'>>>;
  readonly accepted: ReadonlyMap<string, ReadonlyArray<ExplanationOf<'accepted_import'>>>;
  readonly sent: ReadonlyMap<string, SentItems>;
  /** The totals that count the transactions of `listed`. */
  readonly counting: ReadonlyArray<TransactionName & TotalKey>;
  /** Accounts of which not all is known: a request was refused that may have had what is missing, or more was found than is kept. */
  readonly uncertain: ReadonlySet<string>;
};

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
  PAYMENT_INSTRUCTION: ['payment-instruction/create'],
};

/** Fields of a transaction that determine its total. */
const PLACING = ['type', 'ledger_number'];
/** Those, and the one that determines its part of the sum. */
const DECISIVE = ['amount', ...PLACING];

/** Codes of refusals after which the data is there: they explain no loss. */
const ALREADY_STORED = ['historical_billing_documents_already_imported'];

/** The totals that the transaction of a conflict would be in as it was sent again. */
const submittedIn = (conflict: Conflict, recorded: ReadonlyArray<TotalKey>): ReadonlyArray<TotalKey> => {
  const submitted = (field: string) => conflict.differences.find((difference) => difference.field === field)?.submitted;
  const type = TOTAL_TYPES.find((known) => known === submitted('type'));
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
 *
 * @param countedIn the totals that count a transaction.
 */
export const canExplain =
  (countedIn: (transaction: TransactionName) => ReadonlyArray<TotalKey>) =>
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

/** The number of items of a total that an undo removed; a billing document has no ledger there. */
const removedOf = ({ type, ledgerNumber }: TotalKey, { removed }: Correction): number => {
  switch (type) {
    case 'NOTE':
      return removed.notes;
    case 'STATEMENT':
      return removed.statements;
    case 'BILLING_DOCUMENT':
      return removed.billingDocuments;
    case 'PAYMENT_INSTRUCTION':
      return removed.paymentInstructions;
    default:
      return (
        removed.transactions.find((total) => total.type === type && total.ledgerNumber === ledgerNumber)?.count ?? 0
      );
  }
};

const toExplanation =
  (total: TotalKey) =>
  (listed: ListedExplanation): ReadonlyArray<Explanation> => {
    if (listed.kind !== 'undone') return [listed];
    const { importId, endpoint, undoneAt, undoneBy } = listed.correction;
    const itemCount = removedOf(total, listed.correction);
    return itemCount === 0 ? [] : [{ kind: 'undone_import', importId, endpoint, undoneAt, undoneBy, itemCount }];
  };

/**
 * Adds what the payloads of the accepted requests say of a loss: that items were accepted and are not stored, or that the client did not
 * send them. That is said only if nothing else explains the loss, and no request that was refused can have had them.
 */
const withSent =
  ({ sent, uncertain }: KnownExplanations) =>
  (difference: Difference): Difference => {
    const items = sent.get(keyOf(difference));
    if (items === undefined) return difference;
    const explanations = [...items.notStored, ...difference.explanations];
    const { externalAccountNumber, expected } = difference;
    const isUnknown = explanations.length > 0 || items.count >= expected.count || uncertain.has(externalAccountNumber);
    return { ...difference, explanations: isUnknown ? explanations : [{ kind: 'not_sent', itemCount: items.count }] };
  };

const nameOf = ({ externalAccountNumber, transactionId }: TransactionName): string =>
  `${externalAccountNumber.length} ${externalAccountNumber} ${transactionId}`;

/** Adds to each difference what can explain it ({@link canExplain}). */
export const explainDifferences = (
  known: KnownExplanations,
  differences: ReadonlyArray<Omit<Difference, 'explanations'>>,
): ReadonlyArray<Difference> => {
  const counting = Map.groupBy(known.counting, nameOf);
  const explains = canExplain((transaction) => counting.get(nameOf(transaction)) ?? []);
  return differences
    .map((difference) => ({
      ...difference,
      explanations: [
        ...(known.listed.get(difference.externalAccountNumber) ?? []).flatMap(toExplanation(difference)),
        ...(known.refused.get(difference.externalAccountNumber) ?? []),
        ...(known.accepted.get(keyOf(difference)) ?? []),
      ].filter((explanation) => explains(difference, explanation)),
    }))
    .map(withSent(known));
};
