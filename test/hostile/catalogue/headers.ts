import { note } from './bodies.ts';
import { type Request, withAnother, withBody, withHeader, withoutHeader } from './request.ts';
import type { Row } from './row.ts';

const plain = note({ body: 'a note' });

const taken = (name: string, request: Request): Row => [name, request, 201, null];

const authorized = (value: string) => withHeader(plain, 'Authorization', value);
const claims = Buffer.from('{"org":"00000000-0000-0000-0000-000000000000","aud":"carryover"}').toString('base64url');
const jwt = (head: object) => `${Buffer.from(JSON.stringify(head)).toString('base64url')}.${claims}.`;
const NOT_VALID = 'authentication_failed';

/** Authentication (decisions 10). */
const tokens: ReadonlyArray<Row> = [
  ['no token', withoutHeader(plain, 'Authorization'), 401, 'not_authenticated'],
  ['an empty token', authorized(''), 401, NOT_VALID],
  ['bytes of Latin-1', authorized('Token \u00e9\u00ff'), 401, NOT_VALID],
  ['8,000 characters', authorized(`Token ${'a'.repeat(8_000)}`), 401, NOT_VALID],
  ['no algorithm', authorized(`Token ${jwt({ alg: 'none', typ: 'carryover-access+jwt' })}`), 401, NOT_VALID],
  [
    'a public-key algorithm',
    authorized(`Token ${jwt({ alg: 'RS256', jwk: { kty: 'oct', k: 'AA' } })}AAAA`),
    401,
    NOT_VALID,
  ],
  ['a key of its own choice', authorized(`Token ${jwt({ alg: 'HS256', kid: '../../dev/null' })}AAAA`), 401, NOT_VALID],
  ['SQL', authorized("Token ' or 1=1 --"), 401, NOT_VALID],
];

const typed = (type: string) => withHeader(plain, 'Content-Type', type);
const unsupported = (name: string, request: Request): Row => [name, request, 415, 'unsupported_media_type'];
/** JSON in UTF-8, and nothing else. */
const mediaTypes: ReadonlyArray<Row> = [
  unsupported('no content type', withoutHeader(plain, 'Content-Type')),
  unsupported('text', typed('text/plain')),
  unsupported('UTF-16', typed('application/json; charset=utf-16')),
  unsupported('a long type', typed(`application/json${' '.repeat(8_000)};x`)),
  taken('spaces wherever they may be', typed('application/json  ; charset=utf-8 \t ; ')),
  taken('capitals', typed('APPLICATION/JSON; CHARSET="UTF-8"')),
];

/** Headers that contradict the request, or ask for unsupported features. */
const ignored: ReadonlyArray<Row> = [
  taken('another method by a header', withHeader(plain, 'X-HTTP-Method-Override', 'DELETE')),
  taken('another address by a header', withHeader(plain, 'X-Original-URL', '/livez')),
  taken('another client by a header', withHeader(plain, 'X-Forwarded-For', "' or 1=1, ::ffff:0:0, <script>")),
  taken('another host', withHeader(plain, 'Host', 'evil.example:99999')),
  taken('another id', withHeader(plain, 'X-Request-Id', '00000000-0000-7000-8000-000000000000')),
  taken('XML for an answer', withHeader(plain, 'Accept', 'application/xml')),
  taken('no answer that can be', withHeader(plain, 'Accept', '*/*;q=0')),
  taken('an answer if nothing changed', withHeader(plain, 'If-None-Match', '*')),
  taken('a protocol of its own', withAnother(withHeader(plain, 'Connection', 'Upgrade'), 'Upgrade', 'h2c')),
  taken('a question first', withHeader(plain, 'Expect', '100-continue')),
  [
    'another request within the body',
    withBody(plain, (body) => Buffer.concat([body, Buffer.from('GET /livez HTTP/1.1\r\n\r\n')])),
    400,
    'parse_error',
  ],
];

export const HEADERS: ReadonlyArray<Row> = [...tokens, ...mediaTypes, ...ignored];
