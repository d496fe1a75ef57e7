import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import type { Kind } from '@carryover/contract/kinds';
import { SUMMED_FIELDS } from '@carryover/domain/control-total';
import { type Decimal, MONEY, parseDecimalNumber, parseDecimalString, ZERO } from '@carryover/domain/decimal';
import * as E from 'fp-ts/lib/Either.js';
import { memberText } from './item.ts';

/** The part of an account's totals that an item adds, or one transaction or document of a history. */
export type Entry = {
  /** null: the account's main ledger, or an item of no ledger. */
  readonly ledger: string | null;
  /** A transaction's type, `BILLING_DOCUMENT`, `STATEMENT`, `NOTE` or `PAYMENT_INSTRUCTION`. */
  readonly type: string;
  readonly amount: Decimal;
};

const parseNumber = parseDecimalNumber(MONEY);
const parseString = parseDecimalString(MONEY);

/** Returns an amount; zero if it is none, which the service never accepts. */
export const amountOf = (amount: JsonValue | undefined): Decimal => {
  if (amount instanceof JsonNumber) return E.getOrElse(() => ZERO)(parseNumber(amount.text));
  return typeof amount === 'string' ? E.getOrElse(() => ZERO)(parseString(amount)) : ZERO;
};

const ofStatement = (statement: JsonObject): Entry => ({
  ledger: null,
  type: 'STATEMENT',
  amount: amountOf(statement[SUMMED_FIELDS.statement]),
});

const ofTransaction = (ledger: string | null, transaction: JsonObject): Entry => ({
  ledger,
  type: memberText(transaction, 'type') ?? '',
  amount: amountOf(transaction[SUMMED_FIELDS.transaction]),
});

const objectsIn = (value: JsonValue | undefined): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Returns the documents of a ledger's history, each with its path. */
export const documentsOf = (
  history: JsonObject,
): ReadonlyArray<{ readonly path: string; readonly document: JsonObject }> =>
  objectsIn(history.historical_billing_documents).map((document, at) => ({
    path: `historical_billing_documents.${at}`,
    document,
  }));

/** Returns all transactions of a ledger's history, each with its path and the document that it belongs to. */
export const transactionsOf = (
  history: JsonObject,
): ReadonlyArray<{ readonly path: string; readonly document: string | null; readonly transaction: JsonObject }> => [
  ...documentsOf(history).flatMap(({ path, document }) =>
    objectsIn(document.transactions).map((transaction, at) => ({
      path: `${path}.transactions.${at}`,
      document: memberText(document, 'billing_document_identifier'),
      transaction,
    })),
  ),
  ...objectsIn(history.additional_historical_transactions).map((transaction, at) => ({
    path: `additional_historical_transactions.${at}`,
    document: null,
    transaction,
  })),
];

const counted = (type: string, ledger: string | null = null): Entry => ({ ledger, type, amount: ZERO });

const NOTE = [counted('NOTE')];
const PAYMENT_INSTRUCTION = [counted('PAYMENT_INSTRUCTION')];

/** Returns the entries of an item: one, or those of all documents and transactions of a history. */
export const entriesOf = (kind: Kind, value: JsonObject): ReadonlyArray<Entry> => {
  switch (kind) {
    case 'transactions':
      return [ofTransaction(null, value)];
    case 'billing-documents': {
      const ledger = memberText(value, 'ledger_number');
      return [
        ...documentsOf(value).map(() => counted('BILLING_DOCUMENT', ledger)),
        ...transactionsOf(value).map(({ transaction }) => ofTransaction(ledger, transaction)),
      ];
    }
    case 'notes':
      return NOTE;
    case 'statements':
      return [ofStatement(value)];
    case 'payment-instructions':
      return PAYMENT_INSTRUCTION;
  }
};
