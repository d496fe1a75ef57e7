import type { ImportEndpoint } from '@carryover/application/imports/import-request';
import type { ItemIdentity, RefusedImport } from '@carryover/application/ports/import-attempts';
import { attrOf, type Path } from '@carryover/contract/issue';
import { isJsonObject, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { MAX_LENGTH, MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { parseDateTime } from '@carryover/domain/date-time';
import { type DocumentPath, parseDocumentPath } from '@carryover/domain/document-path';
import { noteIdentity } from '@carryover/domain/note';
import { isBlank, isWellFormed, parseIdentifier } from '@carryover/domain/text';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Rejection } from '../responses/rejection.ts';
import { attrValueOf, valueAt } from './attr-value.ts';

/** An item of a body, and the field that is wrong with it; null if it is the item as a whole. */
type Failing = { readonly path: Path; readonly field: string | null };

const identifierOf = (item: JsonObject, field: string, max: number = MAX_LENGTH.identifier): string | null => {
  const value = Object.hasOwn(item, field) ? item[field] : null;
  return typeof value === 'string' && E.isRight(parseIdentifier(max)(value)) ? value : null;
};

const bodyOf = ({ body }: JsonObject): string | null =>
  typeof body === 'string' && isWellFormed(body) && !isBlank(body) ? body : null;

const documentPath = (document: JsonValue) =>
  parseDocumentPath(isJsonObject(document) && typeof document.document_path === 'string' ? document.document_path : '');

/** The document paths of a note; empty if one of them cannot be read. */
const pathsOf = ({ document_paths: documents }: JsonObject): ReadonlyArray<DocumentPath> =>
  Array.isArray(documents) ? E.getOrElseW(() => [])(E.traverseArray(documentPath)(documents)) : [];

const noteOf = (note: JsonObject): ItemIdentity | null => {
  const body = bodyOf(note);
  const documentPaths = Object.hasOwn(note, 'body') ? [] : pathsOf(note);
  if (body === null && documentPaths.length === 0) return null;
  const createdAt = typeof note.created_at === 'string' ? O.toNullable(parseDateTime(note.created_at)) : null;
  return { kind: 'note', identity: noteIdentity({ body, documentPaths }), createdAt };
};

const instructionOf = (body: JsonObject): ItemIdentity | null => {
  const vendor = identifierOf(body, 'vendor');
  const reference = identifierOf(body, 'reference', MAX_LENGTH.paymentReference);
  return vendor === null || reference === null ? null : { kind: 'payment_instruction', vendor, reference };
};

const identityOf = (endpoint: ImportEndpoint, body: JsonObject, { path, field }: Failing, isOfLedger: boolean) => {
  const item = valueAt(body, path);
  if (item === undefined || !isJsonObject(item)) return null;
  const of = (kind: 'transaction' | 'statement', name: string): ItemIdentity | null => {
    const id = identifierOf(item, name);
    return id === null ? null : { kind, id };
  };
  if (endpoint.startsWith('notes/')) return field === 'body' ? null : noteOf(item);
  if (endpoint.startsWith('payment-instruction/')) return instructionOf(item);
  if (endpoint.startsWith('historical-statements/')) return of('statement', 'statement_id');
  if (path[0] !== 'historical_billing_documents' || path.length > 2) return of('transaction', 'transaction_id');
  const id = identifierOf(item, 'billing_document_identifier');
  const ledgerNumber = isOfLedger ? null : identifierOf(body, 'ledger_number');
  return id === null ? null : ({ kind: 'billing_document', id, ledgerNumber } as const);
};

/** The lists of items of each kind of import. */
const LISTS = [
  'notes',
  'transactions',
  'statements',
  'historical_billing_documents',
  'additional_historical_transactions',
];

/** The item at the path of an error: a transaction of a billing document, or the entry of a list. null: the error is at none. */
const itemAt = (endpoint: ImportEndpoint, path: Path): Failing | null => {
  if (endpoint.startsWith('payment-instruction/')) return { path: [], field: null };
  const [list, index, ...within] = path;
  if (typeof list !== 'string' || !LISTS.includes(list) || typeof index !== 'number') return null;
  const [inner, position, ...field] = within;
  if (list === 'historical_billing_documents' && inner === 'transactions' && typeof position === 'number')
    return { path: path.slice(0, 4), field: typeof field[0] === 'string' ? field[0] : null };
  return { path: [list, index], field: typeof inner === 'string' ? inner : null };
};

const allItems = (endpoint: ImportEndpoint, body: JsonObject): ReadonlyArray<Failing> => {
  if (endpoint.startsWith('payment-instruction/')) return [{ path: [], field: null }];
  return LISTS.flatMap((list) => {
    const items = Object.hasOwn(body, list) ? body[list] : null;
    return Array.isArray(items) ? items.map((_, index) => ({ path: [list, index], field: null })) : [];
  });
};

const keyOf = ({ path }: Failing): string => attrOf(path);

/** What failed of a rejected request, for its import record. */
type FailingItems = Pick<RefusedImport, 'failingItems' | 'itemsNotKept'>;

/**
 * Returns the items that failed, with what identifies them on the account: those that have errors, and, if the request was
 * refused as a whole, all others. At most 100.
 */
export const failingItemsOf = (
  endpoint: ImportEndpoint,
  sent: JsonValue | null,
  { code, detail, issues }: Pick<Rejection, 'code' | 'detail' | 'issues'>,
): FailingItems => {
  if (sent === null || !isJsonObject(sent)) return { failingItems: [], itemsNotKept: 0 };
  const ofIssues = issues.flatMap((issue) => {
    const failing = itemAt(endpoint, issue.path);
    return failing === null ? [] : [{ failing, issue }];
  });
  const own = ofIssues.map(({ failing, issue }) => ({
    identity: identityOf(endpoint, sent, failing, false),
    path: attrOf(issue.path),
    code: issue.code,
    detail: issue.detail,
    value: attrValueOf(endpoint, sent, issue),
  }));
  const isWhole = own.length === 0 || own.length < issues.length;
  if (!isWhole && own.length < MAX_REPORTED_ISSUES) return { failingItems: own, itemsNotKept: 0 };
  const items = allItems(endpoint, sent);
  if (!isWhole) {
    // Reading ends at the last error that is reported: what comes after it may be wrong too.
    const [list, index] = ofIssues.at(-1)!.failing.path;
    const last = items.findIndex(({ path }) => path[0] === list && path[1] === index);
    return { failingItems: own, itemsNotKept: items.length - last - 1 };
  }
  const cause = issues.find(({ path }) => itemAt(endpoint, path) === null) ?? { code, detail, path: [] };
  const known = new Set(ofIssues.map(({ failing }) => keyOf(failing)));
  const others = items.filter((item) => !known.has(keyOf(item)));
  const kept = others.slice(0, Math.max(0, MAX_REPORTED_ISSUES - own.length));
  const all = kept.map((item) => ({
    identity: identityOf(endpoint, sent, item, cause.path[0] === 'ledger_number'),
    path: attrOf(item.path),
    code: cause.code,
    detail: cause.detail,
    value: null,
  }));
  return { failingItems: [...own, ...all], itemsNotKept: others.length - kept.length };
};
