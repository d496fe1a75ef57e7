import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { ask, GRAPHQL, NOTES, onDemo, tokenRequest } from './support/ask.ts';

const running: RunningService[] = [];
const start = async (environment: Record<string, string>): Promise<RunningService> => {
  const service = await aService(environment);
  running.push(service);
  return service;
};
afterAll(async () => {
  for (const service of running) await service.stop();
});

const aSecret = () => randomBytes(32).toString('base64');

/** The status of an import with this token. */
const imported = async ({ baseUrl, demo }: RunningService, token: string): Promise<number> => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Token ${token}` };
  const body = onDemo(demo, { notes: [] });
  return (await ask(`${baseUrl}${NOTES}`, { method: 'POST', headers, body })).status;
};

/** The token for an API key; else the code of the error. */
const obtained = async ({ baseUrl }: RunningService, apiKey: string): Promise<string> => {
  const headers = { 'Content-Type': 'application/json' };
  const { text } = await ask(`${baseUrl}${GRAPHQL}`, { method: 'POST', headers, body: tokenRequest(apiKey) });
  const { data, errors } = JSON.parse(text);
  return data?.obtainToken.token ?? errors[0].extensions.code;
};

const DEAD = 'authentication_failed';
const prefixOf = (apiKey: string) => apiKey.slice(0, 11);

// At the same time, because they mostly wait.
describe.concurrent('an API key that is revoked (decisions 10)', () => {
  it('ends its tokens on every process within 5 seconds, and no other', async () => {
    const shared = { DATABASE_URL: await aDatabase(), CARRYOVER_SECRET: aSecret() };
    const [one, other] = [await start(shared), await start(shared)] as const;
    const operator = anOperator({ ...shared, DATA_DIR: one.dataDir });
    expect(one.demo.api_key).not.toBe(other.demo.api_key);
    // Both have used the key, and remember that it lives.
    for (const service of [one, other]) expect(await imported(service, one.token)).toBe(201);

    const revokedAt = performance.now();
    const { code } = await operator('api-key', 'revoke', '--prefix', prefixOf(one.demo.api_key));
    expect(code).toBe(0);
    expect(await obtained(other, one.demo.api_key)).toBe(DEAD);
    for (const service of [one, other]) {
      while ((await imported(service, one.token)) !== 401) await sleep(100);
      expect(performance.now() - revokedAt).toBeLessThan(5_000);
    }
    for (const service of [one, other]) expect(await imported(service, other.token)).toBe(201);
  });
});

describe.concurrent('an API key that expires', () => {
  it('gives no token afterwards, and ends those it gave', async () => {
    const service = await start({});
    const { api_key: apiKey } = service.demo;
    await service.sql(`update api_key set expires_at = now() + interval '6 seconds' where prefix = $1`, [
      prefixOf(apiKey),
    ]);
    const expiresAt = performance.now() + 6_000;
    expect(await imported(service, await obtained(service, apiKey))).toBe(201);
    await sleep(expiresAt - performance.now() + 100);
    expect(await obtained(service, apiKey)).toBe(DEAD);
    while ((await imported(service, service.token)) !== 401) await sleep(100);
    expect(performance.now() - expiresAt).toBeLessThan(5_000);
  });
});

describe.concurrent('the rotation of the root secret (docs/security.md)', () => {
  const digests = async ({ sql, demo }: RunningService) => {
    const [row] = await sql<{ digest: Buffer }>('select digest from api_key where prefix = $1', [
      prefixOf(demo.api_key),
    ]);
    return row!.digest.toString('hex');
  };

  it('keeps tokens while both secrets are known, and API keys that were used meanwhile for good', async () => {
    const [old, current] = [aSecret(), aSecret()] as const;
    const DATABASE_URL = await aDatabase();
    const before = await start({ DATABASE_URL, CARRYOVER_SECRET: old });
    const { api_key: apiKey } = before.demo;
    const digest = await digests(before);
    const operator = anOperator({ DATABASE_URL, CARRYOVER_SECRET: old, DATA_DIR: before.dataDir });
    const issue = ['api-key', 'issue', '--organisation', 'Demo', '--json'];
    const organisation = (await operator('organisation', 'list', '--json')).json[0].name;
    const unused = (await operator(...issue.with(3, organisation))).json.api_key;

    const during = await start({ DATABASE_URL, CARRYOVER_SECRET: current, CARRYOVER_SECRET_PREVIOUS: old });
    expect(await imported(during, before.token)).toBe(201);
    // Two at once: one of them puts the new digest in its place.
    const tokens = await Promise.all([obtained(during, apiKey), obtained(during, apiKey)]);
    for (const token of tokens) expect(await imported(during, token)).toBe(201);
    expect(await digests(before)).not.toBe(digest);
    const renewed = await digests(before);
    expect(await imported(during, await obtained(during, apiKey))).toBe(201);
    expect(await digests(before)).toBe(renewed);

    const after = await start({ DATABASE_URL, CARRYOVER_SECRET: current });
    expect(await imported(after, before.token)).toBe(401);
    expect(await imported(after, tokens[0])).toBe(201);
    expect(await imported(after, await obtained(after, apiKey))).toBe(201);
    expect(await obtained(after, unused)).toBe(DEAD);
  });

  it('asks nothing of anyone where the new secret is known before it is used', async () => {
    const [old, current] = [aSecret(), aSecret()] as const;
    const DATABASE_URL = await aDatabase();
    const first = await start({ DATABASE_URL, CARRYOVER_SECRET: old, CARRYOVER_SECRET_PREVIOUS: current });
    const second = await start({ DATABASE_URL, CARRYOVER_SECRET: current, CARRYOVER_SECRET_PREVIOUS: old });
    // While the processes are restarted one by one, each accepts the tokens that any of them issued.
    for (const service of [second, first, second]) {
      const token = await obtained(service, first.demo.api_key);
      for (const taking of [first, second]) expect(await imported(taking, token)).toBe(201);
    }
  });
});
