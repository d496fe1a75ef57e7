import { note, statement } from './bodies.ts';
import type { Request } from './request.ts';
import type { Row } from './row.ts';

const OF_NOTE = 'notes.0.document_paths.0.document_path';
const OF_STATEMENT = 'statements.0.statement_path';

const ofNote = (path: unknown): Request => note({ document_paths: [{ document_path: path }] });
const ofStatement = (path: unknown): Request => statement({ statement_path: path });

type Path = readonly [name: string, path: unknown, code: string | null];

/** Inside the root, by nothing but its name (decisions 9). */
const PATHS_AS_SENT: ReadonlyArray<Path> = [
  ['one that climbs', '../x', 'invalid_document_path'],
  ['one that climbs later', 'a/../b', 'invalid_document_path'],
  ['one that stays', './a', 'invalid_document_path'],
  ['an empty segment', 'a//b', 'invalid_document_path'],
  ['an absolute one', '/etc/passwd', 'invalid_document_path'],
  ['a host of Windows', '\\\\host\\x', 'invalid_document_path'],
  ['a drive', 'C:/x', 'invalid_document_path'],
  ['a bucket', 's3://b/k', 'invalid_document_path'],
  ['a line end', 'a\nb', 'invalid_document_path'],
  ['a control character of Latin-1', 'a\u0085b', 'invalid_document_path'],
  ['writing from right to left', 'a\u202efdp.exe', 'invalid_document_path'],
  ['nothing', '', 'blank'],
  ['U+0000', 'a.pdf\u0000.exe', 'invalid_characters'],
  ['half a surrogate pair', 'a\ud800', 'invalid_characters'],
  ['1,025 bytes', 'a'.repeat(1_025), 'max_length'],
  ['a number', 1, 'invalid'],
  ['null', null, 'null'],
  ['1,024 bytes', '€'.repeat(340) + 'a'.repeat(4), null],
  ['percent signs, which are literal', '%2e%2e/%2fetc%00', null],
  ['wide dots', '．．/a', null],
  ['a hidden file', '.ssh/id', null],
  ['a variable', '$HOME/`id`/$(id)', null],
];

const rowOf = (name: string, request: Request, code: string | null, attr: string): Row =>
  code === null ? [name, request, 201, null] : [name, request, 400, code, attr];

export const PATHS: ReadonlyArray<Row> = PATHS_AS_SENT.flatMap(([name, path, code]) => [
  rowOf(`a note's path: ${name}`, ofNote(path), code, OF_NOTE),
  rowOf(`a statement's path: ${name}`, ofStatement(path), code, OF_STATEMENT),
]);
