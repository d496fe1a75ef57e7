import {
  document,
  history,
  instruction,
  note,
  statement,
  summary,
  supplyCharge,
  toNotes,
  total,
  transaction,
} from './bodies.ts';
import type { Row } from './row.ts';

const a = (length: number) => 'a'.repeat(length);
const emoji = (length: number) => '😀'.repeat(length);
const MEGABYTE = 1024 * 1024;
const nowhere = { import_supplier: 'DEMO_SUPPLIER', notes: [] };

/** Text that cannot be stored or shown exactly (decisions 3). */
const characters: ReadonlyArray<Row> = [
  ['U+0000 in a note', note({ body: 'a\u0000b' }), 400, 'invalid_characters', 'notes.0.body'],
  ['half a surrogate pair in a note', note({ body: 'a\ud800' }), 400, 'invalid_characters', 'notes.0.body'],
  ['U+0000 in a supplier', toNotes({ ...nowhere, import_supplier: '\u0000' }), 400, 'invalid_characters'],
  [
    'U+0000 in a supplier, and a field that is not there',
    toNotes({ ...nowhere, import_supplier: '\u0000', colour: 'red' }),
    400,
    'invalid_characters',
    'import_supplier',
  ],
  ['U+0000 in an account', toNotes({ ...nowhere, external_account_number: 'E\u0000' }), 400, 'invalid_characters'],
  ['U+0000 in an id', transaction({ transaction_id: 'T\u0000' }), 400, 'invalid_characters'],
  ['half a pair in an id', transaction({ transaction_id: '\udfff' }), 400, 'invalid_characters'],
  ['U+0000 in a reference', transaction({ reference: '\u0000' }), 400, 'invalid_characters'],
  ['U+0000 in a note of a transaction', transaction({ note: '\u0000' }), 400, 'invalid_characters'],
  ['half a pair in a display note', transaction({ display_note: 'a\udbff' }), 400, 'invalid_characters'],
  ['U+0000 in a product', supplyCharge({ product_code: '\u0000' }), 400, 'invalid_characters'],
  ['U+0000 in a statement id', statement({ statement_id: 'S\u0000' }), 400, 'invalid_characters'],
  ['half a pair in a number', statement({ number: '\ud83d' }), 400, 'invalid_characters', 'statements.0.number'],
  ['U+0000 in a ledger', history({ ledger_number: '\u0000' }), 400, 'invalid_characters', 'ledger_number'],
  ['half a pair in a document', document({ billing_document_identifier: '\udead' }), 400, 'invalid_characters'],
  ['U+0000 in a payment reference', instruction({ reference: '\u0000' }), 400, 'invalid_characters', 'reference'],
  ['U+0000 in a summary', summary({ external_account_number: '\u0000' }), 400, 'invalid_characters'],
  ['half a pair in a total', total({ ledger_number: '\ud800' }), 400, 'invalid_characters', 'totals.0.ledger_number'],
];

/** Both sides of every bound, in code points (decisions 3). */
const lengths: ReadonlyArray<Row> = [
  ['a supplier of 33', toNotes({ ...nowhere, import_supplier: a(33) }), 400, 'max_length', 'import_supplier'],
  ['a supplier of 32 emoji', toNotes({ ...nowhere, import_supplier: emoji(32) }), 404, 'import_process_does_not_exist'],
  ['an account of 129', toNotes({ ...nowhere, external_account_number: a(129) }), 400, 'max_length'],
  ['an account of 128', toNotes({ ...nowhere, external_account_number: a(128) }), 404, 'import_process_does_not_exist'],
  ['an id of 129', transaction({ transaction_id: a(129) }), 400, 'max_length', 'transactions.0.transaction_id'],
  ['an id of 128 emoji', transaction({ transaction_id: emoji(128) }), 201, null],
  ['a reference of 129', transaction({ reference: a(129) }), 400, 'max_length', 'transactions.0.reference'],
  ['a product of 129', supplyCharge({ product_code: a(129) }), 400, 'max_length', 'transactions.0.product_code'],
  ['a statement id of 129', statement({ statement_id: a(129) }), 400, 'max_length', 'statements.0.statement_id'],
  ['a statement number of 129', statement({ number: a(129) }), 400, 'max_length', 'statements.0.number'],
  ['a ledger of 129', history({ ledger_number: a(129) }), 400, 'max_length', 'ledger_number'],
  ['a ledger code of 129', history({ ledger_code: a(129) }), 400, 'max_length', 'ledger_code'],
  ['a document of 129', document({ billing_document_identifier: a(129) }), 400, 'max_length'],
  ['a payment reference of 513', instruction({ reference: a(513) }), 400, 'max_length', 'reference'],
  ['one of 512', instruction({ reference: a(512) }), 400, 'payment_instruction_not_found_at_vendor', 'reference'],
  ['a note of a transaction of 10,001', transaction({ note: a(10_001) }), 400, 'max_length', 'transactions.0.note'],
  ['a display note of 10,001', transaction({ display_note: a(10_001) }), 400, 'max_length'],
  ['a note of a transaction of 10,000 emoji', transaction({ note: emoji(10_000) }), 201, null],
  ['a body of 100,001', note({ body: a(100_001) }), 400, 'max_length', 'notes.0.body'],
  ['a body of 100,000 emoji', note({ body: emoji(100_000) }), 201, null],
  ['an id of a megabyte', transaction({ transaction_id: a(MEGABYTE) }), 400, 'max_length'],
  ['a type of a megabyte', transaction({ type: a(MEGABYTE) }), 400, 'invalid_choice', 'transactions.0.type'],
  ['an amount of a megabyte', transaction({ amount: '9'.repeat(MEGABYTE) }), 400, 'max_digits'],
];

/** Text that says nothing. */
const blanks: ReadonlyArray<Row> = [
  ['an empty body', note({ body: '' }), 400, 'blank', 'notes.0.body'],
  ['a body of spaces', note({ body: '   ' }), 400, 'blank', 'notes.0.body'],
  ['a body of no-break spaces', note({ body: '\u00a0\u202f\u2007' }), 400, 'blank', 'notes.0.body'],
  [
    'a body of U+0085, white space to Unicode though not to ECMAScript',
    note({ body: '\u0085' }),
    400,
    'blank',
    'notes.0.body',
  ],
  [
    'a body of U+FEFF, white space to ECMAScript though not to Unicode',
    note({ body: '\ufeff \u0085' }),
    400,
    'blank',
    'notes.0.body',
  ],
  ['a body of U+200B, white space to neither', note({ body: '\u200b' }), 201, null],
  ['an empty supplier', toNotes({ ...nowhere, import_supplier: '' }), 400, 'blank', 'import_supplier'],
  ['an empty account', toNotes({ ...nowhere, external_account_number: '' }), 400, 'blank', 'external_account_number'],
  ['an empty id', transaction({ transaction_id: '' }), 400, 'blank', 'transactions.0.transaction_id'],
  ['an empty reference', transaction({ reference: '' }), 400, 'blank', 'transactions.0.reference'],
  ['an empty product', supplyCharge({ product_code: '' }), 400, 'blank', 'transactions.0.product_code'],
  ['an empty number', statement({ number: '' }), 400, 'blank', 'statements.0.number'],
  ['an empty payment reference', instruction({ reference: '' }), 400, 'blank', 'reference'],
  ['an empty ledger of a total', total({ ledger_number: '' }), 400, 'blank', 'totals.0.ledger_number'],
  ['an id of a space', transaction({ transaction_id: ' ' }), 400, 'blank', 'transactions.0.transaction_id'],
  ['a reference of U+0085', transaction({ reference: '\u0085' }), 400, 'blank', 'transactions.0.reference'],
  ['empty notes of a transaction', transaction({ note: '', display_note: '' }), 201, null],
];

export const TEXT: ReadonlyArray<Row> = [...characters, ...lengths, ...blanks];
