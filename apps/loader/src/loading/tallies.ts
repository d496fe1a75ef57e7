import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '@carryover/contract/json/exact-json';
import { type Decimal, MONEY, parseDecimalNumber, parseDecimalString, sum, ZERO } from '@carryover/domain/decimal';
import * as E from 'fp-ts/lib/Either.js';
import type { Kind } from '../rows/kind.ts';
import { type Item, memberText } from '../steps/item.ts';
import type { Tally } from './result.ts';

type Part = { readonly ledger: string | null; readonly type: string; readonly amount: Decimal };

const parseNumber = parseDecimalNumber(MONEY);
const parseString = parseDecimalString(MONEY);

/** Returns an amount; zero if it is none, which the service never accepts. */
export const amountOf = (amount: JsonValue | undefined): Decimal => {
  if (amount instanceof JsonNumber) return E.getOrElse(() => ZERO)(parseNumber(amount.text));
  return typeof amount === 'string' ? E.getOrElse(() => ZERO)(parseString(amount)) : ZERO;
};

const ofTransaction = (ledger: string | null, transaction: JsonObject): Part => ({
  ledger,
  type: memberText(transaction, 'type') ?? '',
  amount: amountOf(transaction.amount),
});

const objectsIn = (value: JsonValue | undefined): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Returns all transactions of a ledger's history, each with the document that it belongs to. */
export const transactionsOf = (
  history: JsonObject,
): ReadonlyArray<{ readonly document: string | null; readonly transaction: JsonObject }> => [
  ...objectsIn(history.historical_billing_documents).flatMap((document) =>
    objectsIn(document.transactions).map((transaction) => ({
      document: memberText(document, 'billing_document_identifier'),
      transaction,
    })),
  ),
  ...objectsIn(history.additional_historical_transactions).map((transaction) => ({ document: null, transaction })),
];

const partsOf = (kind: Kind, { value }: Item): ReadonlyArray<Part> => {
  switch (kind) {
    case 'transactions':
      return [ofTransaction(null, value)];
    case 'billing-documents': {
      const ledger = memberText(value, 'ledger_number');
      return [
        ...objectsIn(value.historical_billing_documents).map(() => ({
          ledger,
          type: 'BILLING_DOCUMENT',
          amount: ZERO,
        })),
        ...transactionsOf(value).map(({ transaction }) => ofTransaction(ledger, transaction)),
      ];
    }
    case 'notes':
      return [{ ledger: null, type: 'NOTE', amount: ZERO }];
    case 'statements':
      return [{ ledger: null, type: 'STATEMENT', amount: ZERO }];
    case 'payment-instructions':
      return [{ ledger: null, type: 'PAYMENT_INSTRUCTION', amount: ZERO }];
  }
};

/** Returns the totals of items that the service has accepted. Sums are exact. */
export const tally = (kind: Kind, items: ReadonlyArray<Item>): ReadonlyArray<Tally> => {
  const groups = new Map<string, Part[]>();
  for (const item of items)
    for (const part of partsOf(kind, item)) {
      const key = `${part.type} ${part.ledger ?? ''}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [part]);
      else known.push(part);
    }
  return [...groups.values()].map((parts) => ({
    ledger: parts[0]!.ledger,
    type: parts[0]!.type,
    count: parts.length,
    sum: sum(parts.map(({ amount }) => amount)).text,
  }));
};
