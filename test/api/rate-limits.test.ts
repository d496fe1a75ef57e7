import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { obtainToken, send } from '../support/requests.ts';

const service = await theService({ RATE_LIMIT_PER_MINUTE: '5' });

const summary = (token = service.token) =>
  send(`${service.baseUrl}/v1/data-import/accounts/summary/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
    body: JSON.stringify(service.demoAccount),
  });

const limitOf = (headers: Headers) => /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.slice(1);

describe('an organisation', () => {
  it('may send so many requests per minute; every answer says how many are left; the next is 429', async () => {
    const before = [];
    for (let n = 0; n < 5; n += 1) before.push(await summary());
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(before.map(({ headers }) => limitOf(headers)?.[1])).toEqual(['4', '3', '2', '1', '0']);
    expect(before[0]!.headers.get('ratelimit-policy')).toBe('"organisation";q=5;w=60');

    const beyond = await summary();
    expect(beyond).toMatchObject({ status: 429, json: { code: 'throttled', errors: [] } });
    const [name, remaining, reset] = limitOf(beyond.headers)!;
    expect([name, remaining]).toEqual(['organisation', '0']);
    expect(beyond.headers.get('retry-after')).toBe(reset);
    expect(Number(reset)).toBeGreaterThan(0);
    expect(Number(reset)).toBeLessThanOrEqual(60);
  });

  it('is told in the common form at transactions too, and leaves no import record', async () => {
    const beyond = await service.post('/v1/data-import/transactions/create/', { transactions: [] });
    expect(beyond).toMatchObject({ status: 429, json: { code: 'throttled', errors: [] } });
    expect(await service.sql('select 1 from refused_import')).toEqual([]);
  });

  it('is counted alone: a request without a valid token, or for one, is not', async () => {
    expect((await summary('wrong')).status).toBe(401);
    expect((await obtainToken(service.baseUrl, service.demo.api_key)).status).toBe(200);
  });
});

describe('the token endpoint', () => {
  it('says how long an address is blocked after twenty wrong keys, in the same headers', async () => {
    for (let n = 0; n < 20; n += 1) expect((await obtainToken(service.baseUrl, 'wrong')).status).toBe(200);
    const blocked = await obtainToken(service.baseUrl, service.demo.api_key);
    expect(blocked.status).toBe(429);
    expect(blocked.json.errors[0].extensions.code).toBe('throttled');
    expect(limitOf(blocked.headers)).toEqual(['token-attempts', '0', blocked.headers.get('retry-after')]);
    expect(blocked.headers.get('ratelimit-policy')).toBe('"token-attempts";q=20;w=60');
  });
});
