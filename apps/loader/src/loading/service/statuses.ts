import { isRecord } from '@carryover/client/http/json';
import type { Answer } from '@carryover/client/http/post';
import type { Kind } from '@carryover/contract/item-files';

/** The service's answer about one item of a request that it has stored. */
export type Status = {
  readonly existed: boolean;
  /** The names of the fields that differ from what is stored; empty if none does. */
  readonly differingFields: ReadonlyArray<string>;
  /** The date with which a transaction was added, if the answer has to be read for it. */
  readonly date?: string;
};

const ADDED: Status = { existed: false, differingFields: [] };
const EXISTED: Status = { existed: true, differingFields: [] };

const toAdded = (data: unknown): Status =>
  isRecord(data) && typeof data.transaction_date === 'string' ? { ...ADDED, date: data.transaction_date } : ADDED;

const toStatus = (result: unknown): Status => {
  if (!isRecord(result)) return ADDED;
  const { status, differing_fields: differing } = result;
  if (status !== 'TRANSACTION_ALREADY_EXISTS' && status !== 'NOTE_ALREADY_EXISTS')
    return toAdded(result.transaction_data);
  return Array.isArray(differing) ? { existed: true, differingFields: differing.map(String) } : EXISTED;
};

/** The list in a response that has an entry per item; null for endpoints whose success says nothing about items. */
const listIn = (kind: Kind, body: unknown): unknown => {
  switch (kind) {
    case 'notes':
      return body;
    case 'transactions':
      return isRecord(body) ? body.results : undefined;
    case 'statements':
      return isRecord(body) ? body.statements : undefined;
    case 'billing-documents':
    case 'payment-instructions':
      return null;
  }
};

const allAdded = (items: number): ReadonlyArray<Status> => new Array<Status>(items).fill(ADDED);

/** Returns one status per item that was sent; undefined if it is not this endpoint's response to so many items. */
export const statusesOf = (kind: Kind, body: unknown, items: number): ReadonlyArray<Status> | undefined => {
  const list = listIn(kind, body);
  if (list === null) return allAdded(items);
  return Array.isArray(list) && list.length === items ? list.map(toStatus) : undefined;
};

/** The member of a result by what became of its item. Inside of a string its quotes would have backslashes before them. */
const MEMBERS: Partial<Record<Kind, { readonly added: string; readonly existed: string }>> = {
  notes: { added: '"status":"NOTE_CREATION_SUCCESS"', existed: '"status":"NOTE_ALREADY_EXISTS"' },
  transactions: { added: '"status":"TRANSACTION_ADDED_TO_ACCOUNT"', existed: '"status":"TRANSACTION_ALREADY_EXISTS"' },
};

const occurrences = (text: string, part: string): number => {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
};

/** The beginning of what the service adds to the note of a transaction whose date it moves (decisions 5). */
const EXPLANATION = 'Transaction date changed from ';

/** As {@link statusesOf}; a response that every item was added, and none moved, as most are, is not parsed. */
export const statusesIn = (
  kind: Kind,
  { text, json }: Pick<Answer, 'text' | 'json'>,
  items: number,
): ReadonlyArray<Status> | undefined => {
  const members = MEMBERS[kind];
  const isAllAdded =
    members !== undefined &&
    occurrences(text, members.added) === items &&
    !text.includes(members.existed) &&
    !text.includes(EXPLANATION);
  return isAllAdded ? allAdded(items) : statusesOf(kind, json(), items);
};
