import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { aService, theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { openApi } from '../support/openapi.ts';
import { obtainToken, type Reply, send } from '../support/requests.ts';

const NOTES = '/v1/data-import/notes/create/';
const GRAPHQL = '/v1/graphql/';

const service = await theService({
  MAX_BODY_BYTES: '1024',
  DATABASE_LOCK_TIMEOUT_MS: '200',
  TRUSTED_PROXIES: '127.0.0.1',
});
const account = await anAccount(service);

const documented = (path: string, status: number, method = 'post'): ReadonlyArray<string> =>
  Object.keys(openApi.paths[path][method].responses[status].headers ?? {});

/** Every name of a header that the document has anywhere: those every HTTP answer has are not in it. */
const NAMES = new Set(
  Object.values<any>(openApi.paths)
    .flatMap((path) => Object.values<any>(path))
    .flatMap(({ responses }) => Object.values<any>(responses))
    .flatMap(({ headers = {} }) => Object.keys(headers)),
);
const sentWith = ({ headers }: Reply) => [...NAMES].filter((name) => headers.has(name)).toSorted();

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const aNote = () => service.post(NOTES, { ...account, notes: [{ body: 'a note' }] });

/** Returns the response while another session locks a table. */
const whileLocked = async (table: string, ask: () => Promise<Reply>): Promise<Reply> => {
  const blocker = new pg.Client({ connectionString: service.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query(`begin; lock table ${table} in access exclusive mode`);
    return await ask();
  } finally {
    await blocker.end();
  }
};
/** Returns the response if a table is missing: a defect. */
const whileGone = async (table: string, ask: () => Promise<Reply>): Promise<Reply> => {
  await service.sql(`alter table ${table} rename to gone`);
  try {
    return await ask();
  } finally {
    await service.sql(`alter table gone rename to ${table}`);
  }
};

describe('the headers of an answer are those its documentation names', () => {
  it.each<[number, string, () => Promise<Reply>]>([
    [201, 'of notes', aNote],
    [400, 'of a payload', () => service.post(NOTES, {})],
    [400, 'of no JSON', () => service.post(NOTES, '{')],
    [401, 'without a token', () => post(NOTES, {})],
    [404, 'of an account', () => service.post(NOTES, { ...account, external_account_number: 'nobody', notes: [] })],
    [413, 'of a body', () => service.post(NOTES, ' '.repeat(2_000))],
    [415, 'of a media type', () => service.post(NOTES, '{}', { 'Content-Type': 'text/plain' })],
    [500, 'of a defect', () => whileGone('note', aNote)],
    [503, 'of a database that does not answer', () => whileLocked('note', aNote)],
  ])('%i %s', async (status, _, ask) => {
    const reply = await ask();
    expect([reply.status, ...sentWith(reply)]).toEqual([status, ...documented(NOTES, status).toSorted()]);
  });

  it.each(Object.keys(openApi.paths))('405 of another method on %s', async (path) => {
    const [method] = Object.keys(openApi.paths[path]);
    for (const target of [path, path.replace(/\/$/, '')]) {
      const reply = await send(`${service.baseUrl}${target}`, { method: 'PUT' });
      const sentHeaders = [reply.status, ...sentWith(reply)];
      expect(sentHeaders).toEqual([405, ...documented(path, 405, method).toSorted()]);
      expect(reply.headers.get('allow')).toContain(method!.toUpperCase());
    }
  });

  it('429 of an organisation', async () => {
    const limited = await aService({ RATE_LIMIT_PER_MINUTE: '1' });
    await limited.post(NOTES, {});
    const reply = await limited.post(NOTES, {});
    await limited.stop();
    expect([reply.status, ...sentWith(reply)]).toEqual([429, ...documented(NOTES, 429).toSorted()]);
  });

  it.each<[number, string, () => Promise<Reply>]>([
    [200, 'of a wrong key', () => obtainToken(service.baseUrl, 'wrong')],
    [400, 'of no JSON', () => post(GRAPHQL, '{')],
    [413, 'of a body', () => post(GRAPHQL, ' '.repeat(70_000))],
    [415, 'of a media type', () => post(GRAPHQL, '{}', { 'Content-Type': 'text/plain' })],
    [500, 'of a defect', () => whileGone('api_key', () => obtainToken(service.baseUrl, service.demo.api_key))],
    [
      503,
      'of a database that does not answer',
      () => whileLocked('api_key', () => obtainToken(service.baseUrl, service.demo.api_key)),
    ],
  ])('%i %s, at the token endpoint', async (status, _, ask) => {
    const reply = await ask();
    expect([reply.status, ...sentWith(reply)]).toEqual([status, ...documented(GRAPHQL, status).toSorted()]);
  });

  it('429 of an address, at the token endpoint', async () => {
    const query = 'mutation { obtainToken(input: {apiKey: "wrong"}) { token } }';
    const attempt = () => post(GRAPHQL, { query }, { 'X-Forwarded-For': '192.0.2.1' });
    await Promise.all(Array.from({ length: 20 }, attempt));
    const reply = await attempt();
    expect([reply.status, ...sentWith(reply)]).toEqual([429, ...documented(GRAPHQL, 429).toSorted()]);
  });

  it('503 of a service that is not ready', async () => {
    const reply = await whileGone('schema_migration', () => send(`${service.baseUrl}/readyz`, {}));
    expect([reply.status, ...sentWith(reply)]).toEqual([503, ...documented('/readyz', 503, 'get').toSorted()]);
  });
});

describe('what is left of the limit', () => {
  it('is documented for everything below /v1/data-import/ but a 401 and a 405', () => {
    const silent = Object.entries<any>(openApi.paths)
      .filter(([path]) => path.startsWith('/v1/data-import/'))
      .flatMap(([path, { post: operation }]) =>
        Object.keys(operation.responses).filter((status) => !documented(path, Number(status)).includes('RateLimit')),
      );
    expect(new Set(silent)).toEqual(new Set(['401', '405']));
  });
});
