import { pathInHistory } from '@carryover/contract/codecs/billing-document';
import { Issues } from '@carryover/contract/codecs/codec';
import { accountFields } from '@carryover/contract/codecs/shared-fields';
import { toMismatchIssue } from '@carryover/contract/codecs/transaction';
import { stripUnknownFields } from '@carryover/contract/codecs/unknown-fields';
import { attrOf, complain, type Issue, inDocumentOrder, type Path } from '@carryover/contract/issue';
import { CODECS } from '@carryover/contract/item-codecs';
import { type JsonObject, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import { placeIn } from '@carryover/contract/json/parse-error';
import { isBody, type Kind } from '@carryover/contract/kinds';
import { BODY_LIMITS, MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { transactionsOf } from '@carryover/domain/billing-document';
import { supplyChargeMismatches, type Transaction } from '@carryover/domain/transaction';
import type { RowIssue } from '@carryover/files/row';
import { hasReasons, REASONS, without } from '../rows/item.ts';

/** The rules by which rows are judged. The supplier's configuration is known to its operator (decisions 2). */
export type Judging = {
  /** The import supplier of rows that name none; null: each row must name it. */
  readonly supplier: string | null;
  readonly supplyChargeArithmetic: 'report' | 'enforce';
  readonly unknownFields: 'refuse' | 'report';
};

type Read = (value: JsonObject, issues: Issues) => void;

/** Adds the issues of supply charges that do not add up, if the supplier's configuration rejects them (decisions 5). */
const addMismatches = (transaction: Transaction, at: Path, issues: Issues): void => {
  if (transaction.type !== 'SUPPLY_CHARGE') return;
  for (const mismatch of supplyChargeMismatches(transaction)) {
    const issue = toMismatchIssue(at, mismatch);
    issues.add(issue, issue.path);
  }
};

/** Returns what reads an item without its account, or the body of a request, by the server's codec. */
const makeRead = (kind: Kind, { supplyChargeArithmetic, unknownFields }: Judging): Read => {
  const isEnforced = supplyChargeArithmetic === 'enforce';
  const known = (value: JsonObject): JsonValue =>
    unknownFields === 'report' ? stripUnknownFields(CODECS[kind], value).body : value;
  switch (kind) {
    case 'transactions':
      return (value, issues) => {
        const transaction = CODECS.transactions.read(known(value), issues);
        if (isEnforced && transaction !== undefined) addMismatches(transaction, [], issues);
      };
    case 'billing-documents':
      return (value, issues) => {
        const body = CODECS['billing-documents'].read(known(value), issues);
        if (!isEnforced || body === undefined) return;
        for (const { transaction, place } of transactionsOf(body))
          addMismatches(transaction, pathInHistory(place), issues);
      };
    default:
      return (value, issues) => void CODECS[kind].read(known(value), issues);
  }
};

/** Reads a row that is an item and names its account. */
const itemWithAccount =
  (read: Read): Read =>
  ({ import_supplier, external_account_number, ...item }, issues) => {
    const account = { import_supplier, external_account_number };
    for (const name of ['import_supplier', 'external_account_number'] as const) {
      const value = account[name];
      issues.path.push(name);
      if (value === undefined) issues.add(complain('required'));
      else accountFields[name].read(value, issues);
      issues.path.pop();
    }
    read(item, issues);
  };

type Span = { readonly depth: number; readonly key: string | null; readonly start: number; readonly end: number };

/** Returns where the value at `path` begins; null if the text has none, as of a field that is missing. */
const startOf = (spans: ReadonlyArray<Span>, text: string, path: Path): number | null => {
  let within: Span = { depth: 0, key: null, start: 0, end: text.length };
  for (const step of path) {
    const { depth, start, end } = within;
    const inside = spans.filter((span) => span.depth === depth + 1 && span.start >= start && span.end <= end);
    const next = typeof step === 'number' ? inside[step] : inside.find(({ key }) => key === step);
    if (next === undefined) return null;
    within = next;
  }
  return within.start + text.slice(within.start).search(/[^ \t\r\n]/);
};

/** Returns the issues of a row with the columns of NDJSON. Only bad rows are read again for it. @param text null: the row is CSV. */
const located = (text: string | null, issues: ReadonlyArray<Issue>): ReadonlyArray<RowIssue> => {
  const spans: Span[] = [];
  if (text !== null) parseJson(text, BODY_LIMITS, (depth, key, start, end) => spans.push({ depth, key, start, end }));
  return issues.map(({ code, path, detail }) => {
    const start = text === null ? null : startOf(spans, text, path);
    const column = text === null || start === null ? null : placeIn(text, start).column;
    return { code, path: attrOf(path), detail, column };
  });
};

/** @returns the issues of the object of a row, as the server would find them, in document order. @param text of the row of NDJSON. */
type Judge = (sent: JsonObject, text: string | null) => ReadonlyArray<RowIssue>;

/** Makes what decodes rows of a kind as the server would. */
export const makeJudge = (kind: Kind, judging: Judging): Judge => {
  const read = isBody(kind) ? makeRead(kind, judging) : itemWithAccount(makeRead(kind, judging));
  const { supplier } = judging;
  return (row, text) => {
    const sent = hasReasons(row) ? without(row, REASONS.names) : row;
    const issues = new Issues(MAX_REPORTED_ISSUES);
    read(
      supplier === null || Object.hasOwn(sent, 'import_supplier') ? sent : { import_supplier: supplier, ...sent },
      issues,
    );
    return issues.all.length === 0 ? [] : located(text, inDocumentOrder(sent, issues.all));
  };
};
