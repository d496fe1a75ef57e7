import type {
  Conflict,
  Difference,
  Explanation,
  Unexplained,
} from '@carryover/application/reconciliation/explanations';
import { toDateTime } from '@carryover/domain/date-time';
import { toMoney } from '@carryover/domain/decimal';
import type { TotalDifference } from '@carryover/domain/total-comparison';
import { beginning } from '@carryover/report/excerpt';
import { count, counted } from '@carryover/report/figures';
import type { Note } from '@carryover/report/report';
import { visible } from '@carryover/terminal/visible';
import type { Comparison } from '../reconciliation/reconciliation.ts';
import { CAUSES, remarkOn } from './sentences.ts';

/** A refusal's own sentence may quote what was sent: of any length. */
const DETAIL_LENGTH = 300;
const ITEMS_NAMED = 3;

const fieldsOf = ({ differences }: Conflict): string => differences.map(({ field }) => field).join(', ');

/** Names one item, or says how many there are and names one. */
const some = (itemCount: number, item: string): string =>
  itemCount === 1 ? visible(item) : `${counted(itemCount, 'item')}, such as ${visible(item)}`;

const request = ({ endpoint, receivedAt, importId }: Extract<Explanation, { receivedAt: Date }>): string =>
  `${endpoint} at ${toDateTime(receivedAt)} (import ${importId})`;

const UNKNOWN: Readonly<Record<Extract<Explanation, { kind: 'not_known' }>['reason'], string>> = {
  account_erased: 'the account was erased, so that only counts and sums are left of what was sent',
  payload_removed: 'payloads of the account were removed, because they are kept no longer',
  payload_altered: 'a payload of the account is not the one that was received',
  too_large: 'the account has too many items for its payloads to be read; verify-storage --account reads them',
  refusals_removed: 'rejected requests were removed, because they are kept no longer',
  refused_elsewhere: 'a rejected request for another import supplier, or without a readable account, may have had it',
  more_refusals: 'the account has more rejected requests or conflicts than are read',
};

/** The account has an item of this identifier, with other content. */
const IS_STORED = 'historical_statement_already_exists';

const refused = (explanation: Extract<Explanation, { kind: 'refused_request' }>): string => {
  const { endpoint, receivedAt, status, code, detail, importId, itemCount, items } = explanation;
  const what = `Rejected: ${endpoint} at ${toDateTime(receivedAt)} with ${status} ${code} (import ${importId})`;
  const named = items.slice(0, ITEMS_NAMED).map(({ identifier, code: own, value }) => {
    const why = own === code && value === null ? '' : ` (${own}${value === null ? '' : `, ${visible(value)}`})`;
    return `${identifier === null ? 'an item without identifier' : visible(identifier)}${why}`;
  });
  const left = (itemCount ?? 0) - named.length;
  const list = `${named.join(', ')}${left > 0 ? ` and ${count(left)} more` : ''}`;
  const which =
    itemCount === null
      ? 'may have had items of this total, which its record does not name'
      : `had ${list}, ${code === IS_STORED ? 'which is stored with other content' : 'not stored since'}`;
  return `${what} ${which}. ${beginning(detail, DETAIL_LENGTH)}`;
};

/** An explanation in plain words: what happened, when, and the import record that holds it (`imports show --id`). */
export const explain = (explanation: Explanation): string => {
  switch (explanation.kind) {
    case 'accepted_import': {
      const { itemCount, item } = explanation;
      return `Accepted: ${request(explanation)} stored ${some(itemCount, item)}.`;
    }
    case 'extra_item': {
      const { item, alike } = explanation;
      const others = alike > 1 ? ` ${count(alike)} items of this total have its amount.` : '';
      return `Extra: ${visible(item)}, which ${request(explanation)} stored, makes exactly what is too much.${others}`;
    }
    case 'refused_request':
      return refused(explanation);
    case 'undone_import': {
      const { endpoint, undoneAt, undoneBy, itemCount, item, importId } = explanation;
      const by = `${toDateTime(undoneAt)} by ${visible(undoneBy)}`;
      return `Undone: import ${importId} (${endpoint}) was undone at ${by}, which removed ${some(itemCount, item)}. No later request stored it again.`;
    }
    case 'accepted_not_stored': {
      const { itemCount, item } = explanation;
      const verb = itemCount === 1 ? 'is' : 'are';
      return `Accepted and not stored: ${request(explanation)} has ${some(itemCount, item)}, which ${verb} not on the account, though the import was not undone. The database was changed outside of the service.`;
    }
    case 'stored_otherwise': {
      const { itemCount, item, accepted, stored } = explanation;
      const more = itemCount === 1 ? '' : ` ${counted(itemCount, 'item')} of this import differ.`;
      return `Changed: ${request(explanation)} has ${visible(item)} as ${visible(accepted)}, and ${visible(stored)} is stored.${more} The database was changed outside of the service.`;
    }
    case 'stored_not_accepted': {
      const { itemCount, item, importId } = explanation;
      return `Stored and not accepted: the account has ${some(itemCount, item)}, which import ${importId} did not store. The database was changed outside of the service.`;
    }
    case 'sent_again': {
      const { itemCount, item } = explanation;
      return `Sent again: ${request(explanation)} has ${some(itemCount, item)}, which an earlier request had with the same content. It is stored once, and the control total counts it again.`;
    }
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
    case 'no_such_account':
      return 'No such account: the import supplier has no account of this number.';
    case 'other_case': {
      const { field, expected, stored } = explanation;
      const name = field === 'ledger_number' ? 'ledger' : 'account';
      return `Case of letters: the control total is of ${name} ${visible(expected)}, and ${name} ${visible(stored)} is stored.`;
    }
    case 'sign':
      return 'Sign: the control total has the stored sum with the other sign.';
    case 'as_sent': {
      const { count: items, sum, importId } = explanation;
      const figures = `${counted(items, 'item')}${sum.text === '0' ? '' : `, ${toMoney(sum)}`}`;
      const last = importId === null ? '' : `; the last by import ${importId}`;
      return `As sent: what is stored of this total is what the client sent (${figures}${last}); nothing else that it sent is missing. The control total is something else.`;
    }
    case 'not_sent':
      return `Not sent: the client did not send it for this account. The accepted requests have ${counted(explanation.itemCount, 'item')} of this total, and no rejected request has what is missing.`;
    case 'not_known':
      return `Not known: ${UNKNOWN[explanation.reason]}${explanation.importId === null ? '' : `, such as import ${explanation.importId}`}.`;
  }
};

const KINDS: Readonly<Record<Explanation['kind'], string>> = {
  accepted_import: 'Accepted import',
  extra_item: 'One item too much',
  refused_request: 'Rejected request',
  conflict: 'Sent again with other content',
  repeated: 'On the account more than once',
  undone_import: 'Undone import',
  accepted_not_stored: 'Accepted and not stored',
  stored_otherwise: 'Stored otherwise than accepted',
  stored_not_accepted: 'Stored and not accepted',
  sent_again: 'Sent again, stored once',
  no_such_account: 'No such account',
  other_case: 'Other case of letters',
  sign: 'Other sign',
  as_sent: 'Stored as sent',
  not_sent: 'Not sent by the client',
  not_known: 'Not known',
};

const toNote = (explanation: Explanation): Note => {
  const from = explanation.kind === 'conflict' ? explanation.conflict : explanation;
  const when = 'receivedAt' in from ? `, ${toDateTime(from.receivedAt)}` : '';
  return {
    text: explain(explanation),
    brief: `${KINDS[explanation.kind]}${when}`,
    importId: 'importId' in from ? from.importId : null,
  };
};

/** Returns what no explanation accounts for, in a sentence. */
const describeUnexplained = ({ expected }: TotalDifference, { count: number, sum }: Unexplained): string => {
  const items = `${number < 0 ? '-' : ''}${counted(Math.abs(number), 'item')}`;
  if (expected.sum === null) return `Unexplained: ${items}.`;
  return `Unexplained: ${items}${sum === null ? ', of amounts that are not known' : `, ${toMoney(sum)}`}.`;
};

const EXPLANATIONS_SHOWN = 10;

const publicNote = (text: string): Note => ({ text, brief: text, importId: null });

/** Returns what explains a difference: the first of its explanations, and what is left. */
const explanationNotes = (difference: Difference): ReadonlyArray<Note> => {
  const { explanations, unexplained } = difference;
  const left = explanations.length - EXPLANATIONS_SHOWN;
  return [
    ...(explanations.length === 0 ? [publicNote('No import record explains it.')] : []),
    ...explanations.slice(0, EXPLANATIONS_SHOWN).map(toNote),
    ...(left > 0 ? [publicNote(`And ${count(left)} more. The file made with --json has all of them.`)] : []),
    ...(unexplained === null || explanations.length === 0
      ? []
      : [publicNote(describeUnexplained(difference, unexplained))]),
  ];
};

/** Returns what can be said about a difference: its cause, the side that is missing, and what explains it. */
export const notesOn = (difference: Difference, comparison: Pick<Comparison, 'unread'>): ReadonlyArray<Note> => {
  const remark = remarkOn(difference, comparison);
  return [
    publicNote(CAUSES[difference.cause]),
    ...(remark === null ? [] : [publicNote(remark)]),
    ...explanationNotes(difference),
  ];
};

/** The same as one text for a cell, without the cause. */
export const explanationText = (difference: Difference): string =>
  explanationNotes(difference)
    .map(({ text }) => text)
    .join(' ');
