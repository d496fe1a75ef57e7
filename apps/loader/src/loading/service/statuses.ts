import { isRecord } from '@carryover/client/http/json';
import type { Kind } from '../../rows/kind.ts';

/** The service's answer about one item of a request that it has stored. */
export type Status = {
  readonly existed: boolean;
  /** The names of the fields that differ from what is stored; empty if none does. */
  readonly differingFields: ReadonlyArray<string>;
};

const ADDED: Status = { existed: false, differingFields: [] };
const EXISTED: Status = { existed: true, differingFields: [] };

const toStatus = (result: unknown): Status => {
  if (!isRecord(result)) return ADDED;
  const { status, differing_fields: differing } = result;
  if (status !== 'TRANSACTION_ALREADY_EXISTS' && status !== 'NOTE_ALREADY_EXISTS') return ADDED;
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

/** Returns one status per item that was sent; undefined if it is not this endpoint's response to so many items. */
export const statusesOf = (kind: Kind, body: unknown, items: number): ReadonlyArray<Status> | undefined => {
  const list = listIn(kind, body);
  if (list === null) return Array.from({ length: items }, () => ADDED);
  return Array.isArray(list) && list.length === items ? list.map(toStatus) : undefined;
};
