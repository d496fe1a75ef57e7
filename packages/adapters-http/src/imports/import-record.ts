import { setTimeout as delay } from 'node:timers/promises';
import type {
  ImportEndpointName,
  ImportRecords,
  ImportRequest,
  ItemIdentity,
  RefusedImport,
} from '@carryover/application/ports/import-records';
import { attrOf, type Issue, type Path } from '@carryover/contract/issue';
import {
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  memberOf,
} from '@carryover/contract/json/exact-json';
import { MAX_LENGTH, MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { parseCalendarDate } from '@carryover/domain/calendar-date';
import { SUMMED_FIELDS } from '@carryover/domain/control-total';
import { parseDateTime } from '@carryover/domain/date-time';
import { type DocumentPath, parseDocumentPath } from '@carryover/domain/document-path';
import { noteIdentity } from '@carryover/domain/note';
import { withoutNumbers } from '@carryover/domain/payment-instruction';
import { isBlank, isWellFormed, parseIdentifier } from '@carryover/domain/text';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { ofStoreFailure, type Rejection } from '../errors/rejection.ts';
import type { DataImportRoute } from '../receive.ts';

/** The lists of items in the body of an import; none, if the body itself is the item. */
export type Lists = ReadonlyArray<string>;

/** Counts the items sent, whether or not they are valid. */
export type CountItems = (sent: JsonObject) => number;

/** The maximum length of a stored value, in code points. */
const MAX_VALUE_LENGTH = 200;
/** The part that is searched for keys and tokens, which may begin in the stored part. */
const SEARCHED_LENGTH = 10 * MAX_VALUE_LENGTH;

/** API keys, platform keys, access tokens (JWT), and the secret keys of payment vendors, wherever they are in a text. */
const KEYS = /c[op]_[0-9a-f]{8}_[\w-]+|eyJ[\w-]+\.[\w.-]+|[rs]k_(?:live|test)_\w+|whsec_\w+/gi;

/** Codes whose field may hold anything, or is a query parameter. */
const NOT_KEPT: ReadonlySet<Issue['code']> = new Set(['unknown_field', 'unknown_parameter']);

/** Returns the value at a path of a body; undefined if there is none. */
const valueAt = (body: JsonValue, path: Path): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((value, step) => memberOf(value, step), body);

const shorten = (text: string): string => {
  const characters = [...text.slice(0, SEARCHED_LENGTH)];
  return characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH).join('')}…` : text;
};

/** The last four characters of a payment instruction's reference; none if that would be most of it. */
const maskReference = (text: string): string => (text.length < 8 ? '****' : `****${[...text].slice(-4).join('')}`);

/** The part of a value that is masked besides keys; null: none. */
type Masked = 'reference' | 'numbers' | null;

const maskedOf = (endpoint: string, [field]: Path): Masked => {
  if (!endpoint.startsWith('payment-instruction/')) return null;
  if (field === 'reference') return 'reference';
  return field === 'vendor' || field === 'type' ? 'numbers' : null;
};

const show = (value: JsonValue, masked: Masked): string => {
  if (Array.isArray(value)) return `[${value.length} ${value.length === 1 ? 'item' : 'items'}]`;
  if (isJsonObject(value)) {
    const fields = Object.keys(value).length;
    return `{${fields} ${fields === 1 ? 'field' : 'fields'}}`;
  }
  if (value instanceof JsonNumber) return masked === null ? shorten(value.text) : '****';
  if (typeof value !== 'string') return String(value);
  if (masked === 'reference') return JSON.stringify(maskReference(value));
  const text = value.slice(0, SEARCHED_LENGTH).replace(KEYS, '****');
  return JSON.stringify(shorten(masked === 'numbers' ? withoutNumbers(text) : text));
};

/**
 * Returns the value that caused an error, for its import record: a string, number, boolean or null as JSON text, shortened to 200
 * characters, with keys masked; for a list or an object, its size. JSON text has no character that PostgreSQL cannot store.
 *
 * @returns null if the input is missing, is the whole body, or is an unknown field.
 */
export const attrValueOf = (
  endpoint: string,
  body: JsonValue | null,
  { code, path }: Pick<Issue, 'code' | 'path'>,
): string | null => {
  if (path.length === 0 || NOT_KEPT.has(code)) return null;
  const value = body === null ? undefined : valueAt(body, path);
  return value === undefined ? null : show(value, maskedOf(endpoint, path));
};

const textOf = (value: JsonValue | undefined, field: string): string | null => {
  const text = memberOf(value, field);
  return typeof text === 'string' ? text : null;
};

const identifierOf = (item: JsonValue | undefined, field: string, max: number = MAX_LENGTH.identifier) => {
  const text = textOf(item, field);
  return text !== null && E.isRight(parseIdentifier(max)(text)) ? text : null;
};

/** An amount that is stored as it was sent. */
const AMOUNT = /^-?\d{1,15}(?:\.\d{1,2})?$/;

/** @param wrong the field that is wrong. @returns null if it is the amount, or the amount cannot be read. */
const amountOf = (item: JsonValue | undefined, field: string, wrong: string | null): string | null => {
  const sent = memberOf(item, field);
  const amount = sent instanceof JsonNumber ? sent.text : (textOf(item, field) ?? '');
  return field !== wrong && AMOUNT.test(amount) ? amount : null;
};

/** @param field what is wrong with it. */
const statementOf = (statement: JsonValue | undefined, field: string | null): ItemIdentity | null => {
  const id = identifierOf(statement, 'statement_id');
  return id === null ? null : { kind: 'statement', id, amount: amountOf(statement, SUMMED_FIELDS.statement, field) };
};

/** @param field what is wrong with it. */
const transactionOf = (
  item: JsonValue | undefined,
  field: string | null,
  ledgerNumber: string | null,
): ItemIdentity | null => {
  const id = identifierOf(item, 'transaction_id');
  if (id === null) return null;
  return {
    kind: 'transaction',
    id,
    date: field === 'transaction_date' ? null : O.toNullable(parseCalendarDate(textOf(item, 'transaction_date') ?? '')),
    type: TRANSACTION_TYPES.find((type) => type === textOf(item, 'type')) ?? null,
    amount: amountOf(item, SUMMED_FIELDS.transaction, field),
    ledgerNumber,
  };
};

/** The document paths of a note; empty if one of them cannot be read. */
const pathsOf = (documents: JsonValue | undefined): ReadonlyArray<DocumentPath> =>
  Array.isArray(documents)
    ? E.getOrElseW(() => [])(
        E.traverseArray((document: JsonValue) => parseDocumentPath(textOf(document, 'document_path') ?? ''))(documents),
      )
    : [];

const noteOf = (note: JsonValue | undefined): ItemIdentity | null => {
  const text = textOf(note, 'body');
  const body = text !== null && isWellFormed(text) && !isBlank(text) ? text : null;
  const documentPaths = memberOf(note, 'body') === undefined ? pathsOf(memberOf(note, 'document_paths')) : [];
  if (body === null && documentPaths.length === 0) return null;
  const createdAt = O.toNullable(parseDateTime(textOf(note, 'created_at') ?? ''));
  return { kind: 'note', identity: noteIdentity({ body, documentPaths }), createdAt };
};

const instructionOf = (body: JsonValue): ItemIdentity | null => {
  const vendor = identifierOf(body, 'vendor');
  const reference = identifierOf(body, 'reference', MAX_LENGTH.paymentReference);
  return vendor === null || reference === null ? null : { kind: 'payment_instruction', vendor, reference };
};

/** @param isOfLedger the ledger number is what is wrong. */
const ledgerOf = (body: JsonValue, isOfLedger: boolean): string | null =>
  isOfLedger ? null : identifierOf(body, 'ledger_number');

const documentOf = (document: JsonValue | undefined, body: JsonValue, isOfLedger: boolean): ItemIdentity | null => {
  const id = identifierOf(document, 'billing_document_identifier');
  const ledgerNumber = ledgerOf(body, isOfLedger);
  return id === null ? null : { kind: 'billing_document', id, ledgerNumber };
};

/** An item of a body, and the field that is wrong with it; null if it is the item as a whole. */
type Failing = { readonly path: Path; readonly field: string | null };

const identityOf = (body: JsonValue, { path, field }: Failing, isOfLedger: boolean): ItemIdentity | null => {
  const item = valueAt(body, path);
  switch (path[0]) {
    case undefined:
      return instructionOf(body);
    case 'notes':
      return field === 'body' ? null : noteOf(item);
    case 'statements':
      return statementOf(item, field);
    case 'historical_billing_documents':
      if (path.length === 2) return documentOf(item, body, isOfLedger);
  }
  return transactionOf(item, field, ledgerOf(body, isOfLedger));
};

const BODY: Failing = { path: [], field: null };

/** The item at the path of an error: a transaction of a billing document, or the entry of a list. null: the error is at none. */
const itemAt = (lists: Lists, path: Path): Failing | null => {
  if (lists.length === 0) return BODY;
  const [list, index, inner, position] = path;
  if (!lists.some((name) => name === list) || typeof index !== 'number') return null;
  const isInner = list === 'historical_billing_documents' && inner === 'transactions' && typeof position === 'number';
  const length = isInner ? 4 : 2;
  const field = path[length];
  return { path: path.slice(0, length), field: typeof field === 'string' ? field : null };
};

const entriesOf = (body: JsonValue, path: Path): ReadonlyArray<Failing> => {
  const entries = valueAt(body, path);
  return Array.isArray(entries) ? entries.map((_, index) => ({ path: [...path, index], field: null })) : [];
};

/** All items in the order of the body: a billing document comes before its transactions. */
const allItems = (lists: Lists, body: JsonValue): ReadonlyArray<Failing> => {
  if (lists.length === 0) return [BODY];
  return lists.flatMap((list) =>
    entriesOf(body, [list]).flatMap((item) =>
      list === 'historical_billing_documents' ? [item, ...entriesOf(body, [...item.path, 'transactions'])] : [item],
    ),
  );
};

/**
 * Returns the items that failed, with what identifies them on the account: those that have errors, and, if the request was
 * refused as a whole, all others. If it was not, those that did not fail are named beside. At most 100.
 */
const failingItemsOf = (
  endpoint: ImportEndpointName,
  lists: Lists,
  sent: JsonValue | null,
  { code, detail, issues }: Pick<Rejection, 'code' | 'detail' | 'issues'>,
): Pick<RefusedImport, 'failingItems' | 'otherItems' | 'itemsNotKept'> => {
  if (!isJsonObject(sent)) return { failingItems: [], otherItems: [], itemsNotKept: 0 };
  const ofIssues = issues.flatMap((issue) => {
    const item = itemAt(lists, issue.path);
    return item === null ? [] : [{ item, issue }];
  });
  const own = ofIssues.map(({ item, issue }) => ({
    identity: identityOf(sent, item, false),
    path: attrOf(issue.path),
    code: issue.code,
    detail: issue.detail,
    value: attrValueOf(endpoint, sent, issue),
  }));
  const isWhole = own.length === 0 || own.length < issues.length;
  const items = allItems(lists, sent);
  if (!isWhole && own.length < MAX_REPORTED_ISSUES) {
    const failed = new Set(ofIssues.map(({ item }) => attrOf(item.path)));
    const otherItems = items
      .filter(({ path }) => !failed.has(attrOf(path)))
      .slice(0, MAX_REPORTED_ISSUES - own.length)
      .map((item) => ({ identity: identityOf(sent, item, false), path: attrOf(item.path) }));
    return { failingItems: own, otherItems, itemsNotKept: 0 };
  }
  if (!isWhole) {
    // Reading ends at the last error that is reported: what comes after it may be wrong too.
    const lastPath = attrOf(ofIssues.at(-1)!.item.path);
    const last = items.findIndex(({ path }) => attrOf(path) === lastPath);
    return { failingItems: own, otherItems: [], itemsNotKept: items.length - last - 1 };
  }
  const cause = issues.find(({ path }) => itemAt(lists, path) === null) ?? { code, detail, path: [] };
  const known = new Set(ofIssues.map(({ item }) => attrOf(item.path)));
  const others = items.filter(({ path }) => !known.has(attrOf(path)));
  const kept = others.slice(0, Math.max(0, MAX_REPORTED_ISSUES - own.length));
  const all = kept.map((item) => ({
    identity: identityOf(sent, item, cause.path[0] === 'ledger_number'),
    path: attrOf(item.path),
    code: cause.code,
    detail: cause.detail,
    value: null,
  }));
  return { failingItems: [...own, ...all], otherItems: [], itemsNotKept: others.length - kept.length };
};

/** Returns the supplier, account and item count of a request, as far as its body could be read, and its first error. */
const attemptOf = (
  request: ImportRequest,
  sent: JsonValue | null,
  countItems: CountItems,
  [first]: ReadonlyArray<Issue>,
) => ({
  request,
  supplierCode: textOf(sent, 'import_supplier'),
  externalAccountNumber: textOf(sent, 'external_account_number'),
  itemCount: isJsonObject(sent) ? countItems(sent) : null,
  attr: first === undefined ? null : attrOf(first.path),
  attrValue: first === undefined ? null : attrValueOf(request.endpoint, sent, first),
});

/** Stores the import record of a dry run with these errors. Left: without its record, it is not answered. */
export const recordDryRun = async (
  record: ImportRecords['dryRun'],
  request: ImportRequest,
  sent: JsonValue,
  countItems: CountItems,
  errors: ReadonlyArray<Issue>,
): Promise<E.Either<Rejection, void>> => {
  const { code, detail } = errors[0] ?? { code: null, detail: null };
  const recorded = await record({
    ...attemptOf(request, sent, countItems, errors),
    status: 200,
    code,
    detail,
  })();
  return E.isLeft(recorded) ? E.left({ ...ofStoreFailure(recorded.left), leavesNoRecord: true }) : recorded;
};

/** Time that a failed request waits for its import record: the database may be what failed. */
const RECORD_MS = 2_000;

/** Stores the import record of a rejected request, with its first error and the items that failed. */
export const recordRejection =
  (
    endpoint: ImportEndpointName,
    record: ImportRecords['refused'],
    lists: Lists,
    countItems: CountItems,
  ): NonNullable<DataImportRoute['onRejected']> =>
  async (rejected, context) => {
    const { id, receivedAt, caller, payloadSha256, loadId } = context;
    if (rejected.leavesNoRecord === true || caller === null) return rejected;
    const { code, detail } = rejected.issues[0] ?? rejected;
    const sent = context.body?.value ?? null;
    const recorded = record({
      ...attemptOf({ id, receivedAt, caller, endpoint, payloadSha256, loadId }, sent, countItems, rejected.issues),
      status: rejected.status,
      code,
      detail,
      ...failingItemsOf(endpoint, lists, sent, rejected),
    })();
    const hasFailed = rejected.status >= 500;
    const result = await (hasFailed ? Promise.race([recorded, delay(RECORD_MS, null, { ref: false })]) : recorded);
    if (result !== null && E.isRight(result)) context.recordId = id;
    // If a rejection cannot be recorded, the response is that failure; a 5xx is sent in any case.
    return !hasFailed && result !== null && E.isLeft(result) ? ofStoreFailure(result.left) : rejected;
  };
