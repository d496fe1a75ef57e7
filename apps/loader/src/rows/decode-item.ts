import { accountFields } from '@carryover/contract/codecs/account-ref';
import { Issues } from '@carryover/contract/codecs/base/codec';
import { pathInHistory } from '@carryover/contract/codecs/billing-document';
import { stripUnknownFields } from '@carryover/contract/codecs/unknown-fields';
import { complain, type Issue, inDocumentOrder, type Path } from '@carryover/contract/issue';
import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import { MAX_REPORTED_ISSUES } from '@carryover/contract/limits';
import { toMismatchIssue } from '@carryover/contract/mismatch-issue';
import { transactionsOf } from '@carryover/domain/history-import';
import { supplyChargeMismatches } from '@carryover/domain/supply-charge';
import type { Transaction } from '@carryover/domain/transaction';
import * as E from 'fp-ts/lib/Either.js';
import { CODECS } from './item-codecs.ts';
import type { GoodRow, Judging } from './item-row.ts';
import type { ItemOf, Kind } from './kind.ts';

type Read<K extends Kind> = (sent: JsonObject, issues: Issues) => GoodRow<K> | undefined;

type Account = { readonly import_supplier: string; readonly external_account_number: string };
const accountOf = (body: Account) => ({
  importSupplier: body.import_supplier,
  externalAccountNumber: body.external_account_number,
});

const readField = (
  name: keyof typeof accountFields,
  value: JsonValue | undefined,
  issues: Issues,
): string | undefined => {
  if (value === undefined) return issues.add(complain('required'), [name]);
  const before = issues.count;
  const read = accountFields[name].read(value, issues);
  if (issues.count > before) issues.placeSince(before, name);
  return read;
};

/** Reads a row that is an item and names its account. */
const itemRow =
  <A>(read: (item: JsonObject, issues: Issues) => A | undefined) =>
  ({ import_supplier: supplier, external_account_number: account, ...sent }: JsonObject, issues: Issues) => {
    const importSupplier = readField('import_supplier', supplier, issues);
    const externalAccountNumber = readField('external_account_number', account, issues);
    const item = read(sent, issues);
    return importSupplier === undefined || externalAccountNumber === undefined || item === undefined
      ? undefined
      : { importSupplier, externalAccountNumber, item };
  };

/** Adds the issues of supply charges that do not add up, if the supplier's configuration rejects them (decisions 5). */
const addMismatches = (transaction: Transaction, at: Path, issues: Issues): void => {
  if (transaction.type !== 'SUPPLY_CHARGE') return;
  for (const mismatch of supplyChargeMismatches(transaction)) {
    const issue = toMismatchIssue(at, mismatch);
    issues.add(issue, issue.path);
  }
};

const readers = ({ supplyChargeArithmetic, unknownFields }: Judging): { readonly [K in Kind]: Read<K> } => {
  const isEnforced = supplyChargeArithmetic === 'enforce';
  const known = (kind: Kind, sent: JsonObject): JsonValue =>
    unknownFields === 'report' ? stripUnknownFields(CODECS[kind], sent).body : sent;
  return {
    notes: itemRow((sent, issues) => CODECS.notes.read(known('notes', sent), issues)),
    statements: itemRow((sent, issues) => CODECS.statements.read(known('statements', sent), issues)),
    transactions: itemRow((sent, issues) => {
      const transaction = CODECS.transactions.read(known('transactions', sent), issues);
      if (isEnforced && transaction !== undefined) addMismatches(transaction, [], issues);
      return transaction;
    }),
    'billing-documents': (sent, issues) => {
      const body = CODECS['billing-documents'].read(known('billing-documents', sent), issues);
      if (body === undefined) return undefined;
      const item: ItemOf['billing-documents'] = {
        ledgerCode: body.ledger_code,
        ledgerNumber: body.ledger_number,
        documents: body.historical_billing_documents,
        additionalTransactions: body.additional_historical_transactions ?? [],
      };
      if (isEnforced)
        for (const { transaction, place } of transactionsOf(item))
          addMismatches(transaction, pathInHistory(place), issues);
      return { ...accountOf(body), item };
    },
    'payment-instructions': (sent, issues) => {
      const body = CODECS['payment-instructions'].read(known('payment-instructions', sent), issues);
      if (body === undefined) return undefined;
      const { vendor, reference, type } = body;
      return { ...accountOf(body), item: { vendor, reference, type } };
    },
  };
};

/** Decodes the object of a row as the server would. */
type DecodeItem<K extends Kind> = (sent: JsonObject) => E.Either<ReadonlyArray<Issue>, GoodRow<K>>;

export const makeDecodeItem = <K extends Kind>(kind: K, judging: Judging): DecodeItem<K> => {
  const read: Read<K> = readers(judging)[kind];
  const { supplier } = judging;
  return (sent) => {
    const issues = new Issues(MAX_REPORTED_ISSUES);
    const whole =
      supplier === null || Object.hasOwn(sent, 'import_supplier') ? sent : { import_supplier: supplier, ...sent };
    const decoded = read(whole, issues);
    return issues.count === 0 ? E.right(decoded!) : E.left(inDocumentOrder(sent, issues.all));
  };
};
