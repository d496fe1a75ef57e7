import { pathInHistory } from '@carryover/contract/codecs/billing-document';
import { Issues } from '@carryover/contract/codecs/codec';
import { accountFields } from '@carryover/contract/codecs/shared-fields';
import { toMismatchIssue } from '@carryover/contract/codecs/transaction';
import { stripUnknownFields } from '@carryover/contract/codecs/unknown-fields';
import { complain, type Issue, inDocumentOrder, type Path } from '@carryover/contract/issue';
import { isBody, type Kind } from '@carryover/contract/item-files';
import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import { MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { transactionsOf } from '@carryover/domain/billing-document';
import { supplyChargeMismatches, type Transaction } from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import { CODECS } from './item-codecs.ts';
import type { Judging } from './item-row.ts';

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
      const before = issues.count;
      const value = account[name];
      if (value === undefined) issues.add(complain('required'), [name]);
      else if (accountFields[name].read(value, issues) === undefined) issues.placeSince(before, name);
    }
    read(item, issues);
  };

/** Decodes the object of a row as the server would. @returns Right: the object with its import supplier. */
type DecodeItem = (sent: JsonObject) => E.Either<ReadonlyArray<Issue>, JsonObject>;

export const makeDecodeItem = (kind: Kind, judging: Judging): DecodeItem => {
  const read = isBody(kind) ? makeRead(kind, judging) : itemWithAccount(makeRead(kind, judging));
  const { supplier } = judging;
  return (sent) => {
    const issues = new Issues(MAX_REPORTED_ISSUES);
    const whole =
      supplier === null || Object.hasOwn(sent, 'import_supplier') ? sent : { import_supplier: supplier, ...sent };
    read(whole, issues);
    return issues.count === 0 ? E.right(whole) : E.left(inDocumentOrder(sent, issues.all));
  };
};
