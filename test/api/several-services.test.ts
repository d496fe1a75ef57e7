import { afterAll, describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { obtainToken, type Post } from '../support/requests.ts';

const LIMIT = { RATE_LIMIT_PER_MINUTE: '20' };

const first = await theService(LIMIT);
const second = await aServiceHere({ ...first.operatorEnvironment, ...LIMIT, DEMO: 'off' });
afterAll(second.stop);

const summary = (post: Post) => post('/v1/data-import/accounts/summary/', first.demoAccount);

describe('two services on one database', () => {
  it('accept the tokens of each other', async () => {
    const [byFirst, bySecond] = [second.as(first.token), first.post];
    expect((await summary(byFirst)).status).toBe(200);
    expect((await summary(bySecond)).status).toBe(200);
  });

  it('count the requests of an organisation together: exactly the limit', async () => {
    const posts = [first.post, second.as(first.token)];
    const statuses: number[] = [];
    for (let n = 0; n < 24; n += 1) statuses.push((await summary(posts[n % 2]!)).status);
    // Two were sent before.
    expect(statuses).toEqual([...Array<number>(18).fill(200), ...Array<number>(6).fill(429)]);
  });

  it('count the failed attempts of an address together: twenty, at whichever', async () => {
    const attempts = Array.from({ length: 40 }, (_, n) =>
      obtainToken([first.baseUrl, second.baseUrl][n % 2]!, 'wrong'),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    for (const { baseUrl } of [first, second])
      expect((await obtainToken(baseUrl, first.demo.api_key)).status).toBe(429);
  });
});

describe('a service that cannot count in its database', () => {
  it('counts alone, and says so in its log', async () => {
    await first.sql('drop table rate_limit');
    const alone = await aServiceHere({ ...first.operatorEnvironment, RATE_LIMIT_PER_MINUTE: '2', DEMO: 'off' });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await summary(alone.as(first.token))).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await obtainToken(alone.baseUrl, first.demo.api_key)).status).toBe(200);
    expect(alone.log()).toContain('this process counts its rate limits alone');
    await alone.stop();
  });
});
