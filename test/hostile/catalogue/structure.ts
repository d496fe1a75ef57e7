import {
  document,
  INSTRUCTION,
  note,
  supplyCharge,
  toComparison,
  toInstruction,
  toNotes,
  toSummary,
} from './bodies.ts';
import { post } from './request.ts';
import type { Row } from './row.ts';

const NOTES = '/v1/data-import/notes/create/';
const text = (body: string) => post(NOTES, body);

/** JSON that is not a request. */
const bodies: ReadonlyArray<Row> = [
  ['a list', text('[]'), 400, 'invalid', ''],
  ['a text', text('"notes"'), 400, 'invalid', ''],
  ['null', text('null'), 400, 'null', ''],
  ['nothing in it', text('{}'), 400, 'required', 'import_supplier'],
  ['no notes', toNotes({}), 400, 'required', 'notes'],
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
];

/** Lists that are none, or hold something else. */
const lists: ReadonlyArray<Row> = [
  ['notes that are null', toNotes({ notes: null }), 400, 'null', 'notes'],
  ['notes that are an object', toNotes({ notes: { 0: { body: 'a' }, length: 1 } }), 400, 'invalid', 'notes'],
  ['a note that is null', toNotes({ notes: [{ body: 'a' }, null] }), 400, 'null', 'notes.1'],
  ['a note that is a list', toNotes({ notes: [[]] }), 400, 'invalid', 'notes.0'],
  ['transactions of a document that are null', document({ transactions: null }), 400, 'null'],
  ['line items that are none', supplyCharge({ line_items: [] }), 400, 'min_items', 'transactions.0.line_items'],
  ['document paths of texts', note({ document_paths: ['a.pdf'] }), 400, 'invalid', 'notes.0.document_paths.0'],
  ['totals of lists', toComparison({ external_account_number: undefined, totals: [[]] }), 400, 'invalid', 'totals.0'],
  ['no notes at all', toNotes({ notes: [] }), 201, null],
];

export const STRUCTURE: ReadonlyArray<Row> = [...bodies, ...lists];
