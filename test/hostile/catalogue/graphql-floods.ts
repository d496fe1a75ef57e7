import { asked } from './graphql-request.ts';
import type { Request } from './request.ts';
import type { Row } from './row.ts';

/** As much as a body of this endpoint holds. */
const FULL = 64 * 1024 - 100;
const filled = (text: string) => text.repeat(Math.floor(FULL / text.length));
/** The same field under `count` names. */
const under = (count: number, field: string) => Array.from({ length: count }, (_, at) => `a${at}:${field}`).join(' ');
/** Fields inside fields, `depth` deep. */
const nested = (depth: number, ...fields: ReadonlyArray<string>) =>
  `${`${fields.join('{')}{`.repeat(depth)}name${'}'.repeat(depth * fields.length)}`;
const doubled = Array.from(
  { length: 30 },
  (_, at) => `fragment f${at} on Query {version ...f${at + 1} ...f${at + 1}}`,
).join(' ');

const KEY = 'obtainToken(input: {apiKey: "x"}) {token}';
const keyIn = (fragment: string) => `fragment ${fragment} on Mutation {${KEY}}`;

const invalid = (name: string, request: Request): Row => [name, request, 200, 'invalid'];

/** Queries that are small to send and large to answer: refused at once, by rules of GraphQL's form. */
export const GRAPHQL_FLOODS: ReadonlyArray<Row> = [
  invalid('braces without end', asked(filled('{a'))),
  invalid('brackets without end', asked(`{version(a:${filled('[').slice(20)}`)),
  invalid('types without end', asked(`query ($a: ${filled('[').slice(20)}`)),
  invalid('unknown fields without end', asked(`{${filled('a ')}}`)),
  invalid('unknown fields of many names', asked(`{${under(6_000, 'b')}}`)),
  invalid('unknown directives without end', asked(`{version ${filled('@a')}}`)),
  invalid('unknown fragments without end', asked(`{${filled('...a ')}}`)),
  invalid('variables without end', asked(`query (${filled('$a:Int ')}) {version}`)),
  invalid('the same field without end', asked(`{${filled('version ')}}`)),
  invalid('a field under 4,000 names', asked(`{${under(4_000, 'version')}}`)),
  invalid('the schema under 1,000 names', asked(`{${under(1_000, '__schema{types{name fields{name}}}')}}`)),
  invalid('types of fields of types, deep', asked(`{__schema{types{${nested(8, 'fields', 'type')}}}}`)),
  invalid('fields of one type, deep', asked(`{__type(name:"__Type"){${nested(8, 'fields', 'type')}}}`)),
  ['fragments that double thirty times', asked(`{...f0} ${doubled} fragment f30 on Query {version}`), 200, null],
  invalid('thirty keys under names of their own', asked(`mutation {${under(30, KEY)}}`)),
  invalid('two keys in a fragment', asked(`mutation {...f} fragment f on Mutation {${under(2, KEY)}}`)),
  invalid('two keys in fragments', asked(`mutation {...f ...g} ${keyIn('f')} ${keyIn('g')}`)),
  invalid('two keys in places', asked(`mutation {... on Mutation {a: ${KEY}} ... {b: ${KEY}}}`)),
  invalid('a key twice by its own name', asked(`mutation {${KEY} ${KEY}}`)),
  invalid('a key that is skipped, and one more', asked(`mutation {a: ${KEY} @skip(if: true) b: ${KEY}}`)),
  invalid('a key in each of two operations', asked(`mutation a {${KEY}} mutation b {${KEY}}`, { operationName: 'a' })),
  ['a key in a fragment', asked(`mutation {...f __typename} ${keyIn('f')}`), 200, 'authentication_failed'],
  [
    'as many names of the schema as tokens allow',
    asked(`{${under(60, '__schema{types{name fields{name}}}')}}`),
    200,
    null,
  ],
];
