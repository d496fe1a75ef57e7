import type { Conflict, Difference, Explanation } from '@carryover/application/reconciliation/explanations';
import { toDateTime } from '@carryover/domain/date-time';
import { DIFFERENCE_CAUSES, type DifferenceCause, type TotalDifference } from '@carryover/domain/total-comparison';
import { visible } from '@carryover/terminal/visible';
import type { Comparison, Differences } from '../reconciling/reconciliation.ts';
import { beginning } from './excerpt.ts';
import { count, counted } from './figures.ts';

/** A refusal's own sentence may quote what was sent: of any length. */
const DETAIL_LENGTH = 300;

const fieldsOf = ({ differences }: Conflict): string => differences.map(({ field }) => field).join(', ');

/** An explanation in plain words: what happened, when, and the import record that holds it (`imports show --id`). */
export const explain = (explanation: Explanation): string => {
  switch (explanation.kind) {
    case 'accepted_import': {
      const { endpoint, receivedAt, itemCount, importId } = explanation;
      return `Accepted: ${endpoint} at ${toDateTime(receivedAt)} stored ${counted(itemCount, 'item')} (import ${importId}).`;
    }
    case 'refused_request': {
      const { endpoint, receivedAt, status, code, detail, importId } = explanation;
      const what = `Rejected: ${endpoint} at ${toDateTime(receivedAt)} with ${status} ${code} (import ${importId})`;
      return `${what}: ${beginning(detail, DETAIL_LENGTH)}`;
    }
    case 'undone_import': {
      const { endpoint, undoneAt, undoneBy, itemCount, importId } = explanation;
      const by = `${toDateTime(undoneAt)} by ${visible(undoneBy)}`;
      return `Undone: import ${importId} (${endpoint}) was undone at ${by}, which removed ${counted(itemCount, 'item')}.`;
    }
    case 'accepted_not_stored': {
      const { endpoint, receivedAt, itemCount, item, importId } = explanation;
      const what =
        itemCount === 1
          ? `${visible(item)}, which is`
          : `${counted(itemCount, 'item')}, such as ${visible(item)}, that are`;
      return `Accepted and not stored: ${endpoint} at ${toDateTime(receivedAt)} (import ${importId}) has ${what} not on the account, though the import was not undone.`;
    }
    case 'not_sent':
      return `Not sent: the client did not send it for this account. The accepted requests have ${counted(explanation.itemCount, 'item')} of this total, and none was rejected.`;
    case 'conflict': {
      const { conflict } = explanation;
      const when = `${toDateTime(conflict.receivedAt)} (import ${conflict.importId})`;
      return `Conflict: transaction ${visible(conflict.transactionId)} was sent again at ${when} with a different ${fieldsOf(conflict)}. The first was kept.`;
    }
    case 'repeated': {
      const { transactionId, count: times, isUnchecked } = explanation.repeated;
      const why = isUnchecked ? ', because a request had check_previously_added=false' : '';
      return `Repeated: transaction ${visible(transactionId)} is on the account ${count(times)} times${why}.`;
    }
  }
};

const CAUSES: Readonly<Record<DifferenceCause, string>> = {
  lost: 'Lost: fewer items are stored than expected.',
  doubled: 'Doubled: more items are stored than expected.',
  amount: 'Amount: as many items are stored as expected, with another sum.',
  moved: 'Moved: as many items with the same sum are stored under another ledger or type of the account.',
  unexpected: 'Unexpected: items are stored, and none is expected.',
};

/** The number of differences of each cause: `12 lost, 1 amount`. */
export const causeCounts = ({ byCause }: Differences): string =>
  DIFFERENCE_CAUSES.filter((cause) => byCause[cause] > 0)
    .map((cause) => `${count(byCause[cause])} ${cause}`)
    .join(', ');

/** Returns the remark on a difference of which one side is missing; null if both sides have figures. */
export const remarkOn = (
  { expected, actual }: TotalDifference,
  { unread }: Pick<Comparison, 'unread'>,
): string | null => {
  if (actual.count === 0) return 'None of it is stored.';
  if (expected.count > 0) return null;
  return unread === 0 ? 'It has no control total.' : 'It has no control total among the rows that could be read.';
};

/** Returns what can be said about a difference: its cause, the side that is missing, and at most `most` of its explanations. */
export const reasonsOf = (difference: Difference, comparison: Comparison, most: number): ReadonlyArray<string> => {
  const remark = remarkOn(difference, comparison);
  const explanations = difference.explanations.slice(0, most).map(explain);
  return [
    CAUSES[difference.cause],
    ...(remark === null ? [] : [remark]),
    ...(explanations.length === 0 ? ['No import record explains it.'] : explanations),
  ];
};
