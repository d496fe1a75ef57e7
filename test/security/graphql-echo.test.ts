import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { type Asked, ask, GRAPHQL } from './support/ask.ts';

const service = await theService({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '127.0.0.1' });

const MUTATION = 'mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }';

/** A key in the service's form that is a name in GraphQL, too, and a number, which GraphQL quotes in another form. */
const KEYS: ReadonlyArray<readonly [name: string, key: string]> = [
  ['a key', `co_${randomBytes(4).toString('hex')}_${randomBytes(32).toString('base64url').replaceAll('-', '_')}`],
  ['a number', `9${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '1')}`],
];

/** JSON values that hold a key. */
const valuesOf = (key: string): ReadonlyArray<unknown> => [
  key,
  Number(key),
  [key],
  [[key, 1]],
  { apiKey: key },
  { [key]: key },
  [{ apiKey: [key] }],
  `"${key}"`,
];

/** GraphQL literals that hold a key. */
const literalsOf = (key: string): ReadonlyArray<string> => [
  key,
  `"${key}"`,
  `"""${key}"""`,
  `"${key}`,
  `"\\u${key}"`,
  `[${key}]`,
  `["${key}"]`,
  `{apiKey: "${key}"}`,
  `{apiKey: ${key}}`,
  `{apiKey: ["${key}"]}`,
  `{apiKey: {a: "${key}"}}`,
  `{${key}: "x"}`,
  `{apiKey: "x", ${key}: 1}`,
  `{apiKey: "${key}", apiKey: "${key}"}`,
  `$${key}`,
  `{apiKey: $${key}}`,
  `-${key}`,
  `1.${key}`,
];

const withVariables = (value: unknown): ReadonlyArray<object> => [
  ...[{ input: { apiKey: value } }, { input: value }, { apiKey: value }, { other: value }].map((variables) => ({
    query: MUTATION,
    variables,
  })),
  { query: MUTATION, variables: { input: { apiKey: 'x', other: value } } },
  { query: MUTATION, variables: { input: { apiKey: 'x' } }, operationName: value },
  { query: MUTATION, variables: value },
  { query: MUTATION, variables: { input: { apiKey: 'x' } }, extensions: value },
  { query: value },
  ...['Int', 'Int!', '[ObtainTokenInput!]', 'String!', 'Boolean'].flatMap((type) => [
    { query: MUTATION.replace('ObtainTokenInput!', type), variables: { input: value } },
    {
      query: `mutation ($k: ${type}) { obtainToken(input: {apiKey: $k}) { token } }`,
      variables: { k: value },
    },
  ]),
  {
    query: 'mutation ($k: String! = "x") { obtainToken(input: {apiKey: $k}) { token } }',
    variables: { k: value },
  },
  { query: 'query ($k: Boolean!) { version @skip(if: $k) }', variables: { k: value } },
];

const withLiteral = (literal: string): ReadonlyArray<string> => [
  `mutation { obtainToken(input: ${literal}) { token } }`,
  `mutation { obtainToken(input: {apiKey: "x"}, other: ${literal}) { token } }`,
  `mutation { obtainToken(input: {apiKey: "x"}) { token(a: ${literal}) } }`,
  `mutation ($input: ObtainTokenInput = ${literal}) { obtainToken(input: $input) { token } }`,
  `{ version @skip(if: ${literal}) }`,
  `{ __type(name: ${literal}) { name } version(x: ${literal}) }`,
  `mutation { obtainToken(input: ${literal} `,
  literal,
];

const withName = (name: string): ReadonlyArray<string> => [
  `mutation { ${name}: obtainToken(input: {apiKey: "x"}) { token } }`,
  `mutation { ${name}(input: {apiKey: "x"}) { token } }`,
  `mutation { obtainToken(${name}: {apiKey: "x"}) { token } }`,
  `mutation { obtainToken(input: {apiKey: "x"}) { ${name} } }`,
  `mutation ($${name}: ObtainTokenInput!) { obtainToken(input: $${name}) { token } }`,
  `mutation ($${name}: ${name}) { obtainToken(input: {apiKey: "x"}) { token } }`,
  `mutation ${name} { obtainToken(input: {apiKey: "x"}) { token @${name} } } query ${name} { version }`,
  `{ ...${name} } fragment ${name} on ${name} { ${name} }`,
  `{ version { ${name} } }`,
  `# ${name}\n}`,
  `${name} ${name}`,
];

/** Every form of a number as JavaScript writes it again. */
const formsOf = (key: string): ReadonlyArray<string> =>
  [key, String(Number(key)), JSON.stringify(key).slice(1, -1)].filter((form) => form !== 'NaN');

/** Each request comes from another address, lest the limit of failed attempts answer it. */
let address = 0;
const json = () => {
  address += 1;
  return { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.${address >> 8}.${address & 255}` };
};
const url = () => `${service.baseUrl}${GRAPHQL}`;
const post = (body: unknown, query = ''): Promise<Asked> =>
  ask(url() + query, {
    method: 'POST',
    headers: json(),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const requestsWith = (key: string): ReadonlyArray<() => Promise<Asked>> => {
  const queries = [...literalsOf(key).flatMap(withLiteral), ...withName(key)];
  const bodies: ReadonlyArray<unknown> = [
    ...valuesOf(key).flatMap(withVariables),
    ...queries.map((query) => ({ query })),
    { [key]: key },
    [key],
    JSON.stringify(key),
    key,
    `{"query": "${key}`,
    `{"${key}": 1, "${key}": 2}`,
    `{"query": ${key}}`,
  ];
  return [
    ...bodies.map((body) => () => post(body)),
    () => post({ query: MUTATION }, `?${key}=${key}`),
    () => post({ query: MUTATION }, `?apiKey=${key}`),
    () => ask(`${url()}?apiKey=${key}`),
    () => ask(url(), { method: 'POST', headers: { ...json(), Authorization: key, 'X-Api-Key': key }, body: '{}' }),
    () => ask(url(), { method: 'POST', headers: { 'Content-Type': `application/${key}` }, body: key }),
  ];
};

describe('an error of the token endpoint', () => {
  it.each(KEYS)('repeats %s at no position of the request, neither in the response nor in the log', async (_, key) => {
    const answers = await Promise.all(requestsWith(key).map((request) => request()));
    expect(answers.filter(({ status, text }) => status === 429 || !text.includes('"errors":['))).toEqual([]);
    const said = answers.map(({ text, headers }) => text + JSON.stringify([...headers]));
    for (const form of formsOf(key)) {
      expect(said.filter((one) => one.includes(form))).toEqual([]);
      expect(service.log()).not.toContain(form);
    }
  });

  it.each([
    ['a number', { query: MUTATION, variables: { input: { apiKey: 1 } } }, 'apiKey, which is a string', 22],
    ['a field of another name', { query: MUTATION, variables: { input: { apikey: 'x' } } }, '"apiKey"', 22],
    ['a literal of another type', { query: 'mutation { obtainToken(input: {apiKey: 1}) { token } }' }, '"apiKey"', 40],
    ['an unknown field', { query: '{ versions }' }, 'A query has version', 3],
    ['no argument', { query: 'mutation { obtainToken { token } }' }, 'takes one argument: input', 12],
    ['a variable of another type', { query: MUTATION.replace('ObtainTokenInput!', 'Int') }, 'Declare each', 30],
    ['a syntax error', { query: 'mutation {\n obtainToken(' }, 'not a GraphQL document', 14],
  ])('says what to do about %s, and where it is', async (_, request, sentence, column) => {
    const { text } = await post(request);
    const { errors } = JSON.parse(text);
    expect(errors[0]).toEqual({
      message: expect.stringContaining(sentence),
      locations: expect.arrayContaining([{ line: expect.any(Number), column }]),
      extensions: { code: 'invalid' },
    });
  });
});
