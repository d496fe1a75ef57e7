import { type Answer, isRecord } from '@carryover/client/http/post';
import type { Kind } from '@carryover/contract/kinds';

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

/** Returns the status of a result; undefined if the interface has no such result. */
const toStatus = (result: unknown): Status | undefined => {
  if (!isRecord(result)) return undefined;
  const { status, differing_fields: differing } = result;
  if (status === 'TRANSACTION_ADDED_TO_ACCOUNT' || status === 'NOTE_CREATION_SUCCESS')
    return toAdded(result.transaction_data);
  if (status !== 'TRANSACTION_ALREADY_EXISTS' && status !== 'NOTE_ALREADY_EXISTS') return undefined;
  return Array.isArray(differing) ? { existed: true, differingFields: differing.map(String) } : EXISTED;
};

const allAdded = (items: number): ReadonlyArray<Status> => new Array<Status>(items).fill(ADDED);

const eachOf = (
  list: unknown,
  items: number,
  read: (entry: unknown) => Status | undefined,
): ReadonlyArray<Status> | undefined => {
  if (!Array.isArray(list) || list.length !== items) return undefined;
  const statuses = list.flatMap((entry) => read(entry) ?? []);
  return statuses.length === items ? statuses : undefined;
};

/** Returns one status per item that was sent; undefined if it is not this endpoint's response to so many items. */
export const statusesOf = (kind: Kind, body: unknown, items: number): ReadonlyArray<Status> | undefined => {
  const members = isRecord(body) ? body : {};
  switch (kind) {
    case 'notes':
      return eachOf(body, items, toStatus);
    case 'transactions':
      return eachOf(members.results, items, toStatus);
    case 'statements':
      return eachOf(members.statements, items, (entry) => (isRecord(entry) ? ADDED : undefined));
    case 'payment-instructions':
      return typeof members.service_account_number === 'string' ? allAdded(items) : undefined;
    case 'billing-documents':
      return allAdded(items);
  }
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
  // Its response has no body (decisions 6): any other comes from another server.
  if (kind === 'billing-documents') return text === '' ? allAdded(items) : undefined;
  const members = MEMBERS[kind];
  const isAllAdded =
    members !== undefined &&
    occurrences(text, members.added) === items &&
    !text.includes(members.existed) &&
    !text.includes(EXPLANATION);
  return isAllAdded ? allAdded(items) : statusesOf(kind, json(), items);
};
