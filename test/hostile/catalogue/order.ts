import { gzipSync } from 'node:zlib';
import { instruction, note, summary, TOTAL, toComparison, toNotes, toTransactions, transaction } from './bodies.ts';
import { bare, type Request, withBody, withHeader, withoutHeader, withSuffix, withTarget } from './request.ts';
import type { Row } from './row.ts';

const plain = note({ body: 'a note' });
const unauthenticated = (request: Request) => withoutHeader(request, 'Authorization');
const asText = (request: Request) => withHeader(request, 'Content-Type', 'text/plain');
/** The length is said, and no body sent: nothing of it is waited for. */
const tooLong = (request: Request) =>
  withHeader(
    withBody(request, () => new Uint8Array()),
    'Content-Length',
    '17000000',
  );
const noJson = (request: Request) => withBody(request, () => Buffer.from('{'));
const comparison = (fields: object) => toComparison({ external_account_number: undefined, totals: [TOTAL], ...fields });
const staged = { external_account_number: 'EXTERNAL-STAGED' };
const unknown = { external_account_number: 'E-0' };
const paused = { import_supplier: 'PAUSED' };

/** A request with two errors gets the response of the earlier check (decisions 3). */
export const ORDER: ReadonlyArray<Row> = [
  ['no such address, before the token', unauthenticated(withTarget(plain, '/v1/data-import/x/')), 404, 'not_found'],
  ['a method, before the token', bare('DELETE', '/v1/data-import/notes/create/'), 405, 'method_not_allowed'],
  ['the token, before the media type', unauthenticated(asText(plain)), 401, 'not_authenticated'],
  ['the token, before the size', unauthenticated(tooLong(plain)), 401, 'not_authenticated'],
  ['the token, before the JSON', unauthenticated(noJson(plain)), 401, 'not_authenticated'],
  ['the token, before the account', unauthenticated(toNotes({ ...unknown, notes: [] })), 401, 'not_authenticated'],
  ['the media type, before the size', asText(tooLong(plain)), 415, 'unsupported_media_type'],
  ['the media type, before the JSON', asText(noJson(plain)), 415, 'unsupported_media_type'],
  [
    'the encoding, before the JSON',
    withBody(plain, (body) => gzipSync(body), 'deflate'),
    415,
    'unsupported_media_type',
  ],
  ['the size, before the JSON', tooLong(plain), 413, 'payload_too_large'],
  ['the JSON, before the parameters', withSuffix(noJson(plain), '?x=1'), 400, 'parse_error'],
  ['the JSON, before the parameters of transactions', withSuffix(noJson(transaction({})), '?x=1'), 400, 'parse_error'],
  ['the parameters, before the shape', withSuffix(note({ body: '' }), '?x=1'), 400, 'unknown_parameter', 'x'],
  [
    'the parameters, before the account',
    withSuffix(toTransactions({ ...unknown, transactions: [] }), '?x=1'),
    400,
    'unknown_parameter',
    'x',
  ],
  [
    'the shape, before the account',
    toNotes({ ...unknown, notes: [{}] }),
    400,
    'note_body_or_document_path_not_found',
    'notes.0',
  ],
  ['the shape, before the supplier', toNotes({ ...paused, notes: [{ body: '' }] }), 400, 'blank', 'notes.0.body'],
  [
    'an unknown account of a paused supplier',
    toNotes({ ...paused, ...unknown, notes: [] }),
    404,
    'import_process_does_not_exist',
  ],
  ['a staged account of a paused supplier', toNotes({ ...paused, ...staged, notes: [] }), 404, 'account_not_found'],
  ['a staged account', toTransactions({ ...staged, transactions: [] }), 404, 'account_not_found'],
  ['a staged account, to be summarised', summary(staged), 404, 'account_not_found'],
  [
    'the supplier, before the period',
    toTransactions({ ...paused, external_account_number: 'E-1', transactions: [] }),
    400,
    'import_supplier_migration_not_ongoing',
    'import_supplier',
  ],
  [
    'the supplier, before the vendor',
    instruction({ ...paused, external_account_number: 'E-1', reference: 'SANDBOX-404' }),
    400,
    'import_supplier_migration_not_ongoing',
    'import_supplier',
  ],
  [
    'an unknown supplier, to be compared',
    comparison({ import_supplier: 'NONE' }),
    404,
    'import_process_does_not_exist',
  ],
  [
    'the shape, before an unknown supplier',
    comparison({ import_supplier: 'NONE', totals: 1 }),
    400,
    'invalid',
    'totals',
  ],
  ['a paused supplier, to be compared', comparison(paused), 200, null],
];
