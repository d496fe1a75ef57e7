import { isJsonObject, type JsonObject } from '@carryover/contract/json/exact-json';
import { Decimal } from '@carryover/domain/decimal';
import { memberText } from '../../rows/item-text.ts';
import { amountOf, transactionsOf } from '../../steps/entries.ts';
import type { Account } from '../../steps/item.ts';
import type { Service } from './service.ts';

/** Returns one text per document and transaction of a history, with the fields that the account's lists show. */
const entriesOf = (history: JsonObject): ReadonlySet<string> => {
  const entries = new Set<string>();
  const documents = history.historical_billing_documents;
  for (const document of Array.isArray(documents) ? documents : []) {
    if (!isJsonObject(document)) continue;
    const field = (name: string) => memberText(document, name);
    entries.add(
      documentEntry([
        field('billing_document_identifier'),
        field('billing_document_type'),
        field('issued_date'),
        field('bill_period_from_date'),
        field('bill_period_to_date'),
      ]),
    );
  }
  for (const { document, transaction } of transactionsOf(history)) {
    const field = (name: string) => memberText(transaction, name);
    entries.add(
      transactionEntry([
        field('transaction_id'),
        field('transaction_date'),
        field('type'),
        amountOf(transaction.amount).text,
        document,
      ]),
    );
  }
  return entries;
};

const documentEntry = (fields: ReadonlyArray<string | null>): string => JSON.stringify(['document', ...fields]);
const transactionEntry = (fields: ReadonlyArray<string | null>): string => JSON.stringify(['transaction', ...fields]);

/**
 * Returns true if the ledger has exactly the documents of this history and all of its transactions, with equal dates, types
 * and amounts. A ledger takes its history once (§4.3), so a request that stored it is answered with an error when it is sent
 * again.
 */
export const isStoredHistory = async (service: Service, account: Account, history: JsonObject): Promise<boolean> => {
  const ledger = memberText(history, 'ledger_number');
  const missing = new Set(entriesOf(history));
  let others = 0;
  const strike = (entry: string): void => {
    if (!missing.delete(entry)) others += 1;
  };
  for await (const page of service.items(account, 'billing_documents'))
    for (const it of page)
      if (it.ledger_number === ledger)
        strike(
          documentEntry([
            it.billing_document_identifier,
            it.billing_document_type,
            it.issued_date,
            it.bill_period_from_date,
            it.bill_period_to_date,
          ]),
        );
  if (others > 0) return false;
  for await (const page of service.items(account, 'transactions'))
    for (const it of page)
      if (it.ledger_number === ledger)
        missing.delete(
          transactionEntry([
            it.transaction_id,
            it.transaction_date,
            it.type,
            new Decimal(it.amount).text,
            it.billing_document_identifier,
          ]),
        );
  return missing.size === 0;
};
