import { note } from './bodies.ts';
import { bare, withMethod, withTarget } from './request.ts';
import type { Row } from './row.ts';

const plain = note({ body: 'a note' });
const NOTES = '/v1/data-import/notes/create/';

const nowhere = (target: string): Row => [`POST ${target.slice(0, 60)}`, withTarget(plain, target), 404, 'not_found'];
const nothingAt = (target: string): Row => [`GET ${target.slice(0, 60)}`, bare('GET', target), 404, 'not_found'];

/** Addresses that nothing is at: none is decoded, normalised or guessed. */
const addresses: ReadonlyArray<Row> = [
  nowhere('/'),
  nowhere('/v1/data-import/'),
  nowhere('/v1/data-import/notes/'),
  nowhere('/v1/data-import/note/create/'),
  nowhere('/v2/data-import/notes/create/'),
  nowhere('/V1/data-import/notes/create/'),
  nowhere('/v1/data-import/NOTES/create/'),
  nowhere(`${NOTES}/`),
  nowhere(`/${NOTES}`),
  nowhere('/v1//data-import/notes/create/'),
  nowhere('/v1/data-import/notes/../notes/create/'),
  nowhere('/v1/data-import/./notes/create/'),
  nowhere('/v1/data-import/x/%2e%2e/notes/create/'),
  nowhere('/v1/data-import/notes%2fcreate/'),
  nowhere('/v1/data-import/notes\\create/'),
  nowhere(`${NOTES};jsessionid=1`),
  nowhere(`${NOTES}%00`),
  nowhere(`${NOTES}%20`),
  nowhere(`${NOTES}.json`),
  nowhere('/v1/data-import/notes/create/1'),
  nowhere('/v1/data-import/notes/delete/'),
  nowhere('/%zz'),
  nowhere('/%'),
  nowhere('/%ff'),
  nowhere('/%c0%af'),
  nowhere('/..%2f..%2fetc/passwd'),
  nowhere('/__proto__'),
  nowhere(`/${'a'.repeat(10_000)}`),
  nothingAt('/../../etc/passwd'),
  nothingAt('/docs/../package.json'),
  nothingAt('/docs/%2e%2e/package.json'),
  nothingAt('/docs/..%2fguide.md'),
  nothingAt('/docs/guide.md'),
  nothingAt('/docs/%00'),
  nothingAt('/docs/guide%00'),
  nothingAt('/docs/2026-02-30'),
  nothingAt('/docs/assets/'),
  nothingAt('/docs/assets/0/'),
  nothingAt('/docs/assets/0/none.css'),
  nothingAt('/docs/assets/0/..%2fguide.md'),
  nothingAt('/docs/assets/0/..%5cguide.md'),
  nothingAt('/docs/assets/0/../../../package.json'),
  nothingAt('/docs/assets/..%2f..%2fsrc/base.css/x'),
  nothingAt('/docs/assets/0/base.css%00.js'),
  nothingAt('/openapi.yaml'),
  nothingAt('/.env'),
  nothingAt('/.git/config'),
  nothingAt('/.carryover/secret'),
  nothingAt('/server-status'),
  ['an address of 20 kB', bare('GET', `/${'a'.repeat(20_000)}`), 431, null],
  ['the whole address', withTarget(plain, `http://localhost${NOTES}`), 201, null],
  ['no slash at its end', withTarget(plain, NOTES.slice(0, -1)), 201, null],
];

const PATHS = [
  'notes/create',
  'transactions/create',
  'historical-billing-documents/create',
  'historical-statements/create',
  'payment-instruction/create',
  'notes/validate',
  'accounts/summary',
  'control-totals/compare',
  'control-totals/register',
];
const NOT_ALLOWED = 'method_not_allowed';
const METHODS = [
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'LINK',
  'SEARCH',
  'QUERY',
  'M-SEARCH',
];

/** Methods that an address does not take (decisions 3). */
const methods: ReadonlyArray<Row> = [
  ...PATHS.map((path): Row => [`GET ${path}`, bare('GET', `/v1/data-import/${path}/`), 405, NOT_ALLOWED]),
  ...METHODS.map((method): Row => [`${method} with a body`, withMethod(plain, method), 405, NOT_ALLOWED]),
  ['HEAD of an import, whose answer has no body', bare('HEAD', NOTES), 405, null],
  ['GET of the tokens', bare('GET', '/v1/graphql/?query={version}'), 405, NOT_ALLOWED],
  ['PUT of the tokens', bare('PUT', '/v1/graphql/'), 405, NOT_ALLOWED],
  ['POST of the guide', withTarget(plain, '/docs'), 405, NOT_ALLOWED],
  ['DELETE of the reference', bare('DELETE', '/docs/reference'), 405, NOT_ALLOWED],
  ['PUT of the error codes', bare('PUT', '/docs/errors'), 405, NOT_ALLOWED],
  ['POST of the document', withTarget(plain, '/openapi.json'), 405, NOT_ALLOWED],
  ['POST of a file', withTarget(plain, '/docs/assets/0/base.css'), 405, NOT_ALLOWED],
  ['POST of life', withTarget(plain, '/livez'), 405, NOT_ALLOWED],
  ['DELETE of readiness', bare('DELETE', '/readyz'), 405, NOT_ALLOWED],
];

export const ADDRESSES: ReadonlyArray<Row> = [...addresses, ...methods];
