import {
  CHARGE,
  charge,
  DOCUMENT,
  document,
  history,
  instruction,
  lineItem,
  note,
  PAYMENT,
  STATEMENT,
  supplyCharge,
  taxItem,
  toNotes,
  toStatements,
  toTransactions,
  transaction,
} from './bodies.ts';
import type { Row } from './row.ts';

const NOT_USED = 'field_not_used_with_type';
const DOC = 'historical_billing_documents.0';
/** Fields by type (decisions 4 to 8). */
const rules: ReadonlyArray<Row> = [
  ['a note that says nothing', note({ is_pinned: true }), 400, 'note_body_or_document_path_not_found', 'notes.0'],
  ['pinned in words', note({ body: 'a', is_pinned: 'true' }), 400, 'invalid', 'notes.0.is_pinned'],
  ['an id that is a number', transaction({ transaction_id: 1 }), 400, 'invalid', 'transactions.0.transaction_id'],
  [
    'a charge with a payment type',
    charge({ payment_type: 'DEBIT_CARD' }),
    400,
    NOT_USED,
    'transactions.0.payment_type',
  ],
  ['a supply charge with a reason', supplyCharge({ reason: 'A' }), 400, NOT_USED, 'transactions.0.reason'],
  [
    'a line without its net amount',
    lineItem({ net_amount: undefined }),
    400,
    'required',
    'transactions.0.line_items.0.net_amount',
  ],
  [
    'a unit type of its own',
    taxItem({ unit_type: 'PERCENT' }),
    400,
    'invalid_choice',
    'transactions.0.tax_items.0.unit_type',
  ],
  [
    'a document without its period',
    document({ bill_period_from_date: undefined }),
    400,
    'required',
    `${DOC}.bill_period_from_date`,
  ],
  [
    'a document of another type',
    document({ billing_document_type: 'ITEM_BASED', bill_period_from_date: undefined, bill_period_to_date: undefined }),
    400,
    'billing_document_type_mismatch',
    `${DOC}.billing_document_type`,
  ],
  [
    'an item-based document with a period',
    history({
      billing_document_type: 'ITEM_BASED',
      historical_billing_documents: [{ ...DOCUMENT, billing_document_type: 'ITEM_BASED' }],
    }),
    400,
    NOT_USED,
    `${DOC}.bill_period_from_date`,
  ],
  [
    'nothing to import',
    history({ historical_billing_documents: [] }),
    400,
    'min_items',
    'historical_billing_documents',
  ],
  ['a ledger that is not there', history({ ledger_number: 'L-9' }), 400, 'ledger_does_not_exist', 'ledger_number'],
  [
    'a ledger of another code',
    history({ ledger_code: 'electricity' }),
    400,
    'ledger_code_does_not_exist',
    'ledger_code',
  ],
  ['a vendor that is not known', instruction({ vendor: 'PAYPAL' }), 400, 'invalid_choice', 'vendor'],
  ['a type that the vendor has not', instruction({ type: 'DIRECT_DEBIT' }), 400, 'invalid_choice', 'type'],
];

const twice = <A>(one: A) => [one, one];
/** Duplicates within a request, reported at the later occurrence (decisions 3). */
const repetitions: ReadonlyArray<Row> = [
  [
    'a transaction twice',
    toTransactions({ transactions: twice(PAYMENT) }),
    400,
    'duplicate_transaction_ids',
    'transactions.1.transaction_id',
  ],
  [
    'a statement twice',
    toStatements({ statements: twice(STATEMENT) }),
    400,
    'duplicate_statement_ids',
    'statements.1.statement_id',
  ],
  [
    'a document twice',
    history({ historical_billing_documents: twice(DOCUMENT) }),
    400,
    'duplicate_billing_document_identifiers',
    'historical_billing_documents.1.billing_document_identifier',
  ],
  [
    'a transaction in a document and beside it',
    history({
      historical_billing_documents: [{ ...DOCUMENT, transactions: [{ ...CHARGE, transaction_date: '2019-09-01' }] }],
      additional_historical_transactions: [{ ...CHARGE, transaction_date: '2019-09-02' }],
    }),
    400,
    'duplicate_transaction_ids',
    'additional_historical_transactions.0.transaction_id',
  ],
  ['a note twice', toNotes({ notes: twice({ body: 'a' }) }), 201, null],
];

export const RULES: ReadonlyArray<Row> = [...rules, ...repetitions];
