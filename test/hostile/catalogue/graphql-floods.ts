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
  [
    'thirty keys in one request',
    asked(`mutation {${under(30, 'obtainToken(input: {apiKey: "x"}) {token}')}}`),
    200,
    'authentication_failed',
  ],
];
