import { accountFields, LEDGER_CODE } from './account.ts';
import type { Batch, Item } from './batch.ts';
import type { Part } from './notes.ts';
import { makeHistory, type PostedTransaction, toContent } from './posted-transaction.ts';

const TRANSACTIONS_A_DOCUMENT = 8;

const makeDocuments = (name: string, transactions: ReadonlyArray<PostedTransaction>) =>
  Array.from({ length: Math.ceil(transactions.length / TRANSACTIONS_A_DOCUMENT) }, (_, index) => ({
    billing_document_identifier: `${name}-D${index}`,
    billing_document_type: 'PERIOD_BASED',
    issued_date: '2017-11-02',
    bill_period_from_date: '2017-10-01',
    bill_period_to_date: '2017-10-31',
    transactions: transactions.slice(index * TRANSACTIONS_A_DOCUMENT, (index + 1) * TRANSACTIONS_A_DOCUMENT),
  }));

type PostedDocument = ReturnType<typeof makeDocuments>[number];

const toTransactionItem = (posted: PostedTransaction, ledger: string, document: string | null): Item => ({
  table: 'ledger_transaction',
  key: posted.transaction_id,
  content: toContent(posted, { ledger, document, isHistory: true }),
});

const toItems = (ledger: string, document: PostedDocument): ReadonlyArray<Item> => [
  {
    table: 'billing_document',
    key: `${ledger}/${document.billing_document_identifier}`,
    content: {
      type: document.billing_document_type,
      issued_date: document.issued_date,
      from_date: document.bill_period_from_date,
      to_date: document.bill_period_to_date,
    },
  },
  ...document.transactions.map((one) => toTransactionItem(one, ledger, document.billing_document_identifier)),
];

/** The whole history of a ledger, the last transaction without a document. */
export const billingDocumentsBatch = (name: string, account: string, ledger: string, part: Part): Batch => ({
  name,
  kind: 'historical-billing-documents',
  account,
  query: '',
  refusal: null,
  ledger,
  make: () => {
    const transactions = makeHistory(part);
    const additional = transactions.slice(-1);
    const documents = makeDocuments(name, transactions.slice(0, -1));
    const body = JSON.stringify({
      ...accountFields(account),
      ledger_code: LEDGER_CODE,
      ledger_number: ledger,
      billing_document_type: 'PERIOD_BASED',
      historical_billing_documents: documents,
      additional_historical_transactions: additional,
    });
    const items: ReadonlyArray<Item> = [
      { table: 'ledger_history', key: ledger, content: {} },
      ...documents.flatMap((document) => toItems(ledger, document)),
      ...additional.map((one) => toTransactionItem(one, ledger, null)),
    ];
    return { body, items, itemCount: transactions.length + documents.length };
  },
});
