import {
  charge,
  document,
  HISTORY,
  history,
  INSTRUCTION,
  note,
  PAYMENT,
  STATEMENT,
  supplyCharge,
  toComparison,
  toHistory,
  toInstruction,
  toNotes,
  toStatements,
  toSummary,
  toTransactions,
} from './bodies.ts';
import { post } from './request.ts';
import type { Row } from './row.ts';

const NOTES = '/v1/data-import/notes/create/';
const text = (body: string) => post(NOTES, body);

/** JSON that is no request. */
const bodies: ReadonlyArray<Row> = [
  ['a list', text('[]'), 400, 'invalid', ''],
  ['a text', text('"notes"'), 400, 'invalid', ''],
  ['a number', text('1e400'), 400, 'invalid', ''],
  ['true', text('true'), 400, 'invalid', ''],
  ['null', text('null'), 400, 'null', ''],
  ['nothing in it', text('{}'), 400, 'required', 'import_supplier'],
  [
    'no account',
    toNotes({ external_account_number: undefined, notes: [] }),
    400,
    'required',
    'external_account_number',
  ],
  ['no notes', toNotes({}), 400, 'required', 'notes'],
  ['no transactions', toTransactions({}), 400, 'required', 'transactions'],
  [
    'no documents',
    toHistory({ ...HISTORY, historical_billing_documents: undefined }),
    400,
    'required',
    'historical_billing_documents',
  ],
  ['no ledger', toHistory({ ...HISTORY, ledger_number: undefined }), 400, 'required', 'ledger_number'],
  ['no statements', toStatements({}), 400, 'required', 'statements'],
  ['no reference', toInstruction({ ...INSTRUCTION, reference: undefined }), 400, 'required', 'reference'],
  ['no totals', toComparison({ external_account_number: undefined }), 400, 'required', 'totals'],
  ['a supplier that is a number', toNotes({ import_supplier: 1, notes: [] }), 400, 'invalid', 'import_supplier'],
  [
    'an account that is a list',
    toSummary({ external_account_number: ['EXTERNAL-1234'] }),
    400,
    'invalid',
    'external_account_number',
  ],
  [
    'a supplier that is an object',
    toInstruction({ ...INSTRUCTION, import_supplier: { $ne: '' } }),
    400,
    'invalid',
    'import_supplier',
  ],
  ['a supplier that is null', toStatements({ import_supplier: null, statements: [] }), 400, 'null', 'import_supplier'],
];

/** Lists that are none, or hold something else. */
const lists: ReadonlyArray<Row> = [
  ['notes that are null', toNotes({ notes: null }), 400, 'null', 'notes'],
  ['notes that are an object', toNotes({ notes: { 0: { body: 'a' }, length: 1 } }), 400, 'invalid', 'notes'],
  ['notes that are a text', toNotes({ notes: '[{"body":"a"}]' }), 400, 'invalid', 'notes'],
  ['a note that is null', toNotes({ notes: [{ body: 'a' }, null] }), 400, 'null', 'notes.1'],
  ['a note that is a list', toNotes({ notes: [[]] }), 400, 'invalid', 'notes.0'],
  ['a note that is a text', toNotes({ notes: ['a'] }), 400, 'invalid', 'notes.0'],
  ['transactions that are a number', toTransactions({ transactions: 1 }), 400, 'invalid', 'transactions'],
  ['a transaction that is true', toTransactions({ transactions: [PAYMENT, true] }), 400, 'invalid', 'transactions.1'],
  ['statements that are false', toStatements({ statements: false }), 400, 'invalid', 'statements'],
  ['a statement that is a list', toStatements({ statements: [[STATEMENT]] }), 400, 'invalid', 'statements.0'],
  [
    'documents that are an object',
    history({ historical_billing_documents: {} }),
    400,
    'invalid',
    'historical_billing_documents',
  ],
  [
    'a document that is null',
    history({ historical_billing_documents: [null] }),
    400,
    'null',
    'historical_billing_documents.0',
  ],
  ['transactions of a document that are null', document({ transactions: null }), 400, 'null'],
  ['line items that are an object', supplyCharge({ line_items: {} }), 400, 'invalid', 'transactions.0.line_items'],
  ['line items that are none', supplyCharge({ line_items: [] }), 400, 'min_items', 'transactions.0.line_items'],
  ['tax items that are a text', charge({ tax_items: 'VAT' }), 400, 'invalid', 'transactions.0.tax_items'],
  ['document paths of texts', note({ document_paths: ['a.pdf'] }), 400, 'invalid', 'notes.0.document_paths.0'],
  ['document paths that are null', note({ body: 'a', document_paths: null }), 400, 'null', 'notes.0.document_paths'],
  ['totals of lists', toComparison({ external_account_number: undefined, totals: [[]] }), 400, 'invalid', 'totals.0'],
  ['no notes at all', toNotes({ notes: [] }), 201, null],
  ['no transactions at all', toTransactions({ transactions: [] }), 201, null],
  ['no statements at all', toStatements({ statements: [] }), 201, null],
];

export const STRUCTURE: ReadonlyArray<Row> = [...bodies, ...lists];
