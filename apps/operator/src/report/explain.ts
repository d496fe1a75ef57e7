import type { Conflict, Explanation } from '@carryover/application/reconciliation';
import type { TotalDifference } from '@carryover/domain/control-total';
import { toDateTime } from '@carryover/domain/date-time';
import { beginning } from './excerpt.ts';
import { count, counted } from './figures.ts';
import { visible } from './visible.ts';

/** A refusal's own sentence may quote what was sent: of any length. */
const DETAIL_LENGTH = 300;

const fieldsOf = ({ differences }: Conflict): string => differences.map(({ field }) => field).join(', ');

/** An explanation in plain words: what happened, when, and the import record that holds it (`imports show --id`). */
export const explain = (explanation: Explanation): string => {
  switch (explanation.kind) {
    case 'accepted_import': {
      const { endpoint, receivedAt, itemCount, importId } = explanation;
      return `Accepted: ${endpoint} at ${toDateTime(receivedAt)} with ${counted(itemCount, 'item')} (import ${importId}).`;
    }
    case 'refused_request': {
      const { endpoint, receivedAt, status, code, detail, importId } = explanation;
      const what = `Refused: ${endpoint} at ${toDateTime(receivedAt)} with ${status} ${code} (import ${importId})`;
      return `${what}: ${beginning(detail, DETAIL_LENGTH)}`;
    }
    case 'conflict': {
      const { conflict } = explanation;
      const when = `${toDateTime(conflict.receivedAt)} (import ${conflict.importId})`;
      return `Conflict: transaction ${visible(conflict.transactionId)} was sent again at ${when} with another ${fieldsOf(conflict)}; the first was kept.`;
    }
    case 'repeated': {
      const { transactionId, count: times } = explanation.repeated;
      return `Repeated: transaction ${visible(transactionId)} is on the account ${count(times)} times.`;
    }
  }
};

/** What a difference comes to where a figure is missing altogether; null where there are figures to compare. */
export const remarkOn = ({ expected, actual }: TotalDifference): string | null => {
  if (actual.count === 0) return 'Nothing of it has landed.';
  return expected.count === 0 ? 'None was expected.' : null;
};
