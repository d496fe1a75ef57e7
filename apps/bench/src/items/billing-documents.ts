import { SLOT } from '../load/template.ts';
import { accountFields, IMPORT_ID, LEDGER } from './account.ts';
import { toCopyRows } from './copy-text.ts';
import type { Content, Kind } from './kind.ts';
import { toTransactionRow } from './transaction-row.ts';
import { makeTransactions } from './transactions.ts';

const TRANSACTIONS_A_DOCUMENT = 10;

/** Ten transactions a document. */
const makeDocuments = (content: Content) => {
  const transactions = makeTransactions(content, '2024-03');
  return Array.from({ length: Math.ceil(content.items / TRANSACTIONS_A_DOCUMENT) }, (_, index) => ({
    billing_document_identifier: `D-${String(index).padStart(6, '0')}`,
    billing_document_type: 'PERIOD_BASED',
    issued_date: '2024-04-02',
    bill_period_from_date: '2024-03-01',
    bill_period_to_date: '2024-03-31',
    transactions: transactions.slice(index * TRANSACTIONS_A_DOCUMENT, (index + 1) * TRANSACTIONS_A_DOCUMENT),
  }));
};

const onLedger = { account_id: SLOT.key, ledger_number: LEDGER.number };

/** A complete history of one ledger: its items are the transactions; the documents are extra. */
export const billingDocuments: Kind = {
  path: '/v1/data-import/historical-billing-documents/create/',
  table: 'ledger_transaction',
  recordedItems: (items) => items + Math.ceil(items / TRANSACTIONS_A_DOCUMENT),
  body: (content) => ({
    ...accountFields,
    ledger_code: LEDGER.code,
    ledger_number: LEDGER.number,
    billing_document_type: 'PERIOD_BASED',
    historical_billing_documents: makeDocuments(content),
  }),
  rows: (content) => {
    const documents = makeDocuments(content);
    return [
      toCopyRows('ledger_history', [{ ...onLedger, import_id: IMPORT_ID }]),
      toCopyRows(
        'billing_document',
        documents.map((document, position) => ({
          ...onLedger,
          identifier: document.billing_document_identifier,
          type: document.billing_document_type,
          issued_date: document.issued_date,
          from_date: document.bill_period_from_date,
          to_date: document.bill_period_to_date,
          import_id: IMPORT_ID,
          position,
        })),
      ),
      toCopyRows(
        'ledger_transaction',
        documents.flatMap((document) =>
          document.transactions.map((one) => toTransactionRow(one, document.billing_document_identifier)),
        ),
      ),
    ];
  },
};
