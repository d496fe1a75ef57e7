import { historicalTransaction, instruction, note, statement, summary, toNotes, transaction } from './bodies.ts';
import type { Row } from './row.ts';

const nowhere = { import_supplier: 'DEMO_SUPPLIER', notes: [] };

/** Nothing is trimmed, folded or taken for something alike (decisions 2, 3). */
const lookalikes: ReadonlyArray<Row> = [
  ['a type in small letters', transaction({ type: 'payment' }), 400, 'invalid_choice', 'transactions.0.type'],
  ['a type in Cyrillic', transaction({ type: 'РАУМЕNТ' }), 400, 'invalid_choice', 'transactions.0.type'],
  ['a type that is a name of objects', transaction({ type: 'constructor' }), 400, 'invalid_choice'],
  ['a type that is __proto__', transaction({ type: '__proto__' }), 400, 'invalid_choice', 'transactions.0.type'],
  [
    'a supplier in small letters',
    toNotes({ import_supplier: 'demo_supplier', notes: [] }),
    404,
    'import_process_does_not_exist',
  ],
  [
    'an account in small letters',
    toNotes({ ...nowhere, external_account_number: 'external-1234' }),
    404,
    'import_process_does_not_exist',
  ],
  [
    'an account with a wildcard',
    toNotes({ ...nowhere, external_account_number: 'EXTERNAL-%' }),
    404,
    'import_process_does_not_exist',
  ],
  ['a reason in small letters', transaction({ reason: 'general_credit' }), 400, 'invalid', 'transactions.0.reason'],
  ['a reason with a line end', transaction({ reason: 'A\n' }), 400, 'invalid', 'transactions.0.reason'],
  ['an empty payment type', transaction({ payment_type: '' }), 400, 'invalid', 'transactions.0.payment_type'],
  ['a vendor in small letters', instruction({ vendor: 'stripe' }), 400, 'invalid_choice', 'vendor'],
  ['a list that is a name of objects', summary({ list: '__proto__' }), 400, 'invalid_choice', 'list'],
  [
    'a payment reference that leads elsewhere',
    instruction({ reference: '../customers' }),
    400,
    'payment_instruction_not_found_at_vendor',
  ],
  [
    'a payment reference with a line end',
    instruction({ reference: 'a\r\nHost: x' }),
    400,
    'payment_instruction_not_found_at_vendor',
  ],
  ['a page that is none', summary({ list: 'notes', after: 'x' }), 400, 'invalid', 'after'],
  ['a page of U+0000', summary({ list: 'notes', after: 'WyJcdTAwMDAiLCJcdTAwMDAiXQ' }), 400, 'invalid', 'after'],
];

/** Text that some program between may take for something else: kept exactly as sent. */
const stored: ReadonlyArray<Row> = [
  ['SQL', note({ body: "'; drop table note; --" }), 201, null],
  ['a formula', note({ body: '=HYPERLINK("http://x","y")' }), 201, null],
  ['markup', note({ body: '<script>alert(1)</script>' }), 201, null],
  ['a line of a log', note({ body: 'a\r\n{"level":50,"msg":"forged"}' }), 201, null],
  ['control characters', note({ body: '\u0001\u001b[31m\u007f\u0085' }), 201, null],
  ['writing from right to left', note({ body: '\u202egnp.exe\u2066' }), 201, null],
  ['a pile of accents', note({ body: `a${'\u0301'.repeat(5_000)}` }), 201, null],
  ['SQL in an id', transaction({ transaction_id: "1' or '1'='1" }), 201, null],
  ['a list of PostgreSQL', transaction({ note: '{"a",NULL}', display_note: '\\x00' }), 201, null],
  ['a formula in a number', statement({ number: '=1+1', statement_id: '@SUM(A1)' }), 201, null],
  ['words of objects in an id', historicalTransaction({ transaction_id: '__proto__' }), 201, null],
];

export const LOOKALIKES: ReadonlyArray<Row> = [...lookalikes, ...stored];
