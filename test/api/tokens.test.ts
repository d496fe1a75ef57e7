import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { aService, theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { obtainToken, send } from '../support/requests.ts';

const NOTES = '/v1/data-import/notes/create/';

const service = await theService({ TRUSTED_PROXIES: '127.0.0.1' });
const body = JSON.stringify({ ...(await anAccount(service)), notes: [] });

const graphql = (query: unknown, headers: Record<string, string> = {}) =>
  send(`${service.baseUrl}/v1/graphql/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof query === 'string' ? query : JSON.stringify(query),
  });

const withAuthorization = async (authorization: string | undefined) => {
  const headers = {
    'Content-Type': 'application/json',
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  const {
    status,
    json,
    headers: answered,
  } = await send(`${service.baseUrl}${NOTES}`, { method: 'POST', headers, body });
  return [status, json.code ?? 'created', answered.get('www-authenticate')];
};

describe('obtaining a token (§5, decisions 10)', () => {
  it('gives a token and when it ends', async () => {
    const { status, json } = await obtainToken(service.baseUrl, service.demo.api_key);
    const { token, expiresAt } = json.data.obtainToken;
    expect([status, typeof token]).toEqual([200, 'string']);
    expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const secondsLeft = (Date.parse(expiresAt) - Date.now()) / 1000;
    expect(secondsLeft > 3590 && secondsLeft <= 3600).toBe(true);
  });

  it.each(['', 'x', 'co_00000000_0000000000000000000000000000000000000000000'])(
    'refuses the key "%s" without a token',
    async (apiKey) => {
      const { status, json } = await obtainToken(service.baseUrl, apiKey);
      expect([status, json.data, json.errors[0].extensions.code]).toEqual([200, null, 'authentication_failed']);
    },
  );

  it('refuses a key of the right prefix', async () => {
    const { json } = await obtainToken(service.baseUrl, `${service.demo.api_key.slice(0, -4)}AAAA`);
    expect(json.errors[0].extensions.code).toBe('authentication_failed');
  });

  it.each<[string, unknown, Record<string, string>, number, string]>([
    ['no JSON', '{', {}, 400, 'parse_error'],
    ['another media type', '{}', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['no query', {}, {}, 400, 'invalid'],
    ['a batch', [{ query: '{version}' }], {}, 400, 'invalid'],
    ['a syntax error', { query: '{' }, {}, 200, 'invalid'],
    ['an unknown field', { query: '{ secrets }' }, {}, 200, 'invalid'],
    ['a missing argument', { query: 'mutation { obtainToken { token } }' }, {}, 200, 'invalid'],
  ])('answers %s in the form of GraphQL', async (_, query, headers, status, code) => {
    const { status: answered, json } = await graphql(query, headers);
    expect(json.errors[0]).toMatchObject({ message: expect.any(String), extensions: { code } });
    expect(answered).toBe(status);
  });

  it.each<[string, unknown]>([
    ['no query', {}],
    ['a batch', [{ query: '{version}' }]],
    ['null', 'null'],
    ['variables that are a string', { query: '{version}', variables: 'a' }],
  ])('says how a request looks if it is %s', async (_, query) => {
    expect((await graphql(query)).json.errors).toEqual([
      {
        message:
          'The body must be an object with query, a string, and variables, an object: {"query": "mutation …", "variables": {"input": {"apiKey": "<API_KEY>"}}}.',
        extensions: { code: 'invalid' },
      },
    ]);
  });

  it('says once what is wrong with an argument that is wrong in two ways', async () => {
    const inQuery = { query: 'mutation { obtainToken(input: {apikey: "a"}) { token } }' };
    const mutation = 'mutation ($input: ObtainTokenInput!) { obtainToken(input: $input) { token } }';
    const inVariables = { query: mutation, variables: { input: { apikey: 'a' } } };
    for (const query of [inQuery, inVariables]) expect((await graphql(query)).json.errors).toHaveLength(1);
  });

  it('answers other methods and large bodies in that form too', async () => {
    const { status, json } = await send(`${service.baseUrl}/v1/graphql/`, {});
    expect([status, json.errors[0].extensions.code]).toEqual([405, 'method_not_allowed']);
    expect((await graphql(JSON.stringify({ query: ' '.repeat(70_000) }))).status).toBe(413);
  });

  it("tells its schema to public tools, which read it with GraphQL's own introspection query", async () => {
    const { json } = await graphql({ query: getIntrospectionQuery() });
    expect(printSchema(buildClientSchema(json.data))).toContain(
      'obtainToken(input: ObtainTokenInput!): ObtainTokenPayload!',
    );
  });

  it('tells it to nobody where the configuration says so, and goes on giving tokens', async () => {
    const closed = await aService({ GRAPHQL_INTROSPECTION: 'off' });
    const ask = (query: string) =>
      send(`${closed.baseUrl}/v1/graphql/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query }),
      });
    const refused = await ask(getIntrospectionQuery());
    expect([refused.json.data, refused.json.errors[0].extensions.code]).toEqual([undefined, 'invalid']);
    expect((await ask('{ unknown }')).json.errors).toHaveLength(1);
    expect((await ask('{ version }')).json).toEqual({ data: { version: 'v1' } });
    expect(closed.token).not.toBe('');
    await closed.stop();
  });

  it('stops an address after 20 failures in a minute, not the others', async () => {
    const attempt = async (address: string, apiKey = 'wrong') => {
      const query = `mutation { obtainToken(input: {apiKey: "${apiKey}"}) { token } }`;
      const { status, headers, json } = await graphql({ query }, { 'X-Forwarded-For': address });
      return [status, json.errors?.[0].extensions.code ?? 'token', headers.get('retry-after') !== null];
    };
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('192.0.2.1')));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(20);
    expect(await attempt('192.0.2.1', service.demo.api_key)).toEqual([429, 'throttled', true]);
    expect(await attempt('192.0.2.2', service.demo.api_key)).toEqual([200, 'token', false]);
  });
});

describe('a token on a request', () => {
  it.each(['Token', 'token', 'TOKEN'])('is read with the scheme %s', async (scheme) => {
    expect(await withAuthorization(`${scheme} ${service.token}`)).toEqual([201, 'created', null]);
  });

  it('is asked for where it is missing', async () => {
    expect(await withAuthorization(undefined)).toEqual([401, 'not_authenticated', 'Token']);
  });

  it.each([
    ['Bearer', () => `Bearer ${service.token}`, 'The Authorization header must have the scheme Token, not Bearer'],
    ['no scheme', () => service.token, 'The Authorization header must have the scheme Token'],
    ['the API key', () => `Token ${service.demo.api_key}`, 'This is an API key, not an access token. Obtain a token'],
    ['the API key as Bearer', () => `bearer  ${service.demo.api_key} `, 'This is an API key, not an access token.'],
    ['the API key alone', () => service.demo.api_key, 'This is an API key, not an access token.'],
    ['a key that nobody has', () => `Token co_00000000_${'0'.repeat(43)}`, 'This is an API key, not an access token.'],
    ['another text', () => 'Token x', 'The API key or token is not valid.'],
  ])('is told what is wrong, as far as the form tells: %s', async (_, authorization, beginning) => {
    const headers = { 'Content-Type': 'application/json', Authorization: authorization() };
    const { status, json, text } = await send(`${service.baseUrl}${NOTES}`, { method: 'POST', headers, body });
    expect([status, json.code, json.detail.slice(0, beginning.length)]).toEqual([
      401,
      'authentication_failed',
      beginning,
    ]);
    expect(text).not.toContain(service.demo.api_key.slice(0, 11));
    expect(service.log()).not.toContain(service.demo.api_key.slice(0, 11));
  });
});
