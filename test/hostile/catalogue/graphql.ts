import { asked, toGraphQL } from './graphql-request.ts';
import { type Request, withBody, withHeader, withMethod, withoutHeader, withSuffix } from './request.ts';
import type { Row } from './row.ts';

const withKey = (apiKey: unknown): Request =>
  asked('mutation ($input: ObtainTokenInput!) { obtainToken(input: $input) { token } }', {
    variables: { input: { apiKey } },
  });

const invalid = (name: string, request: Request, status = 200): Row => [name, request, status, 'invalid'];
const wrongKey = (name: string, apiKey: unknown): Row => [name, withKey(apiKey), 200, 'authentication_failed'];

/** Bodies that are not a GraphQL request: GraphQL's own form of an error, never an empty body (decisions 3). */
const bodies: ReadonlyArray<Row> = [
  ['nothing', toGraphQL(''), 400, 'parse_error'],
  ['a key twice', toGraphQL('{"query":"{version}","query":"{version}"}'), 400, 'parse_error'],
  [
    '33 levels',
    toGraphQL(`{"query":"{version}","variables":${'{"a":'.repeat(32)}1${'}'.repeat(32)}}`),
    400,
    'parse_error',
  ],
  ['bytes that are not UTF-8', withBody(toGraphQL(''), () => Buffer.of(0x22, 0xff, 0x22)), 400, 'parse_error'],
  ['JSON as gzip', withBody(asked('{version}'), (body) => body, 'gzip'), 400, 'parse_error'],
  ['a list', toGraphQL([]), 400, 'invalid'],
  ['a batch', toGraphQL([{ query: '{version}' }, { query: '{version}' }]), 400, 'invalid'],
  ['a text', toGraphQL('"{version}"'), 400, 'invalid'],
  ['no query', toGraphQL({}), 400, 'invalid'],
  ['a query that is null', asked(null), 400, 'invalid'],
  ['a query that is a number', asked(1), 400, 'invalid'],
  ['variables that are a list', asked('{version}', { variables: [] }), 400, 'invalid'],
  ['an operation that is a number', asked('{version}', { operationName: 1 }), 400, 'invalid'],
  ['text', withHeader(asked('{version}'), 'Content-Type', 'text/plain'), 415, 'unsupported_media_type'],
  [
    'a form',
    withHeader(toGraphQL('query={version}'), 'Content-Type', 'application/x-www-form-urlencoded'),
    415,
    'unsupported_media_type',
  ],
  ['no content type', withoutHeader(asked('{version}'), 'Content-Type'), 415, 'unsupported_media_type'],
  ['70 kB', asked(' '.repeat(70_000)), 413, 'payload_too_large'],
  [
    'a method by an address',
    withMethod(withSuffix(asked('{version}'), '?query={version}'), 'PUT'),
    405,
    'method_not_allowed',
  ],
];

/** Queries that GraphQL's own rules refuse: 200 with `errors` (docs/adr/0007). */
const queries: ReadonlyArray<Row> = [
  invalid('an empty query', asked('')),
  invalid('U+0000', asked('\u0000')),
  invalid('an unknown field', asked('{ apiKeys { digest } }')),
  invalid('a subscription', asked('subscription { version }')),
  invalid('an unknown directive', asked('{ version @export }')),
  invalid('two operations and no name', asked('query a { version } query b { version }')),
  invalid('an operation that is not there', asked('query a { version }', { operationName: '__proto__' })),
  invalid('a fragment in itself', asked('{ ...x } fragment x on Query { ...x }')),
  invalid('fragments in a circle', asked('{ ...x } fragment x on Query { ...y } fragment y on Query { ...x }')),
  invalid('no variable', asked('mutation ($input: ObtainTokenInput!) { obtainToken(input: $input) { token } }')),
  invalid('a variable of another type', asked('mutation ($i: String) { obtainToken(input: $i) { token } }')),
  invalid('a schema of its own', asked('type Query { a: Int }')),
];

/** API keys that are none. */
const keys: ReadonlyArray<Row> = [
  wrongKey('an empty key', ''),
  wrongKey('U+0000 for a key', '\u0000'),
  wrongKey('half a surrogate pair for a key', '\ud800'),
  wrongKey('SQL for a key', "' or '1'='1"),
  wrongKey('a prefix that is not a key', 'co_00000000_'),
  invalid('a number for a key', withKey(1)),
  invalid('null for a key', withKey(null)),
  invalid('an object for a key', withKey({ $ne: '' })),
  [
    'a key of its own field',
    asked('mutation ($input: ObtainTokenInput!) { obtainToken(input: $input) { token } }', {
      variables: { input: { apiKey: 'x', organisation: 'y' } },
    }),
    200,
    'invalid',
  ],
];

const beside = (query: string): Request => withSuffix(asked('{version}'), query);
const unknown = (query: string, request = beside(query)): Row => [query, request, 400, 'unknown_parameter'];

/** The endpoint has no query parameters; those that GraphQL over HTTP knows are for GET (decisions 3). */
const parameters: ReadonlyArray<Row> = [
  unknown('?x=1'),
  unknown('?query={version}'),
  unknown('?operationName=a&variables={}&extensions={}'),
  unknown('?__proto__=1'),
  unknown('?token=x and another key', withSuffix(withKey('x'), '?token=x')),
  unknown('?x beside a query that is none', withSuffix(asked(1), '?x')),
  ['?', beside('?'), 200, null],
  ['a parameter beside a body that is not JSON', withSuffix(toGraphQL('{'), '?x=1'), 400, 'parse_error'],
];

export const GRAPHQL: ReadonlyArray<Row> = [...bodies, ...queries, ...keys, ...parameters];
