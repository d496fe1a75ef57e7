import type { JsonObject } from '@carryover/contract/json/exact-json';
import { Decimal } from '@carryover/domain/decimal';
import { memberText } from '../../rows/item-text.ts';
import { amountOf, objectsIn, transactionsOf } from '../../steps/entries.ts';
import type { Account } from '../../steps/item.ts';
import type { Service } from './service.ts';

/** The fields that identify a document, and those of a transaction apart from its amount and its document. */
const OF_DOCUMENT = [
  'billing_document_identifier',
  'billing_document_type',
  'issued_date',
  'bill_period_from_date',
  'bill_period_to_date',
] as const;
const OF_TRANSACTION = ['transaction_id', 'transaction_date', 'type'] as const;

type Field<Name> = (name: Name) => string | null;

const documentEntry = (field: Field<(typeof OF_DOCUMENT)[number]>): string =>
  JSON.stringify(['document', ...OF_DOCUMENT.map(field)]);

const transactionEntry = (
  field: Field<(typeof OF_TRANSACTION)[number]>,
  amount: Decimal,
  document: string | null,
): string => JSON.stringify(['transaction', ...OF_TRANSACTION.map(field), amount.text, document]);

/** Returns one text per document and transaction of a history, with the fields that the account's lists show. */
const entriesOf = (history: JsonObject): ReadonlyArray<string> => [
  ...objectsIn(history.historical_billing_documents).map((document) =>
    documentEntry((name) => memberText(document, name)),
  ),
  ...transactionsOf(history).map(({ document, transaction }) =>
    transactionEntry((name) => memberText(transaction, name), amountOf(transaction.amount), document),
  ),
];

/**
 * Returns true if the ledger has exactly the documents of this history and all of its transactions, with equal dates, types
 * and amounts. A ledger takes its history once (§4.3), so a request that stored it is answered with an error when it is sent
 * again.
 */
export const isStoredHistory = async (service: Service, account: Account, history: JsonObject): Promise<boolean> => {
  const ledger = memberText(history, 'ledger_number');
  const missing = new Set(entriesOf(history));
  for await (const page of service.items(account, 'billing_documents'))
    for (const it of page)
      if (it.ledger_number === ledger && !missing.delete(documentEntry((name) => it[name]))) return false;
  for await (const page of service.items(account, 'transactions'))
    for (const it of page)
      if (it.ledger_number === ledger)
        missing.delete(transactionEntry((name) => it[name], new Decimal(it.amount), it.billing_document_identifier));
  return missing.size === 0;
};
