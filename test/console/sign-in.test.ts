import { describe, expect, it } from 'vitest';
import { aConsole, type RunningConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);

const linkOf = (one: RunningConsole): string => one.signInUrl.slice(one.baseUrl.length);
const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('the one-time link', () => {
  it('signs in as the operator of all organisations, once', async () => {
    const first = await console.nobody.get(linkOf(console));
    expect([first.status, first.headers.get('location')]).toEqual([303, '/']);
    expect(first.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);

    const overview = await console.nobody.get('/', { cookie: cookieOf(first.headers) });
    expect(overview.status).toBe(200);
    expect(overview.text).toContain('DEMO_SUPPLIER');

    const second = await console.nobody.get(linkOf(console));
    expect(second.status).toBe(403);
    expect(second.headers.getSetCookie()).toEqual([]);
    expect(second.text).toContain('npm run console -- link');
  });

  it('signs in one of ten browsers that open it at the same time', async () => {
    const other = await aConsole(service.operatorEnvironment);
    try {
      const opened = await Promise.all(Array.from({ length: 10 }, () => other.nobody.get(linkOf(other))));
      expect(opened.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(403)]);
      const begun = opened.filter(({ headers }) => headers.getSetCookie().length > 0);
      expect(begun.map(({ status }) => status)).toEqual([303]);
    } finally {
      await other.stop();
    }
  });

  it('is not used up by a browser that loads it in advance, or by HEAD', async () => {
    const other = await aConsole(service.operatorEnvironment);
    try {
      const prefetch = await other.nobody.get(linkOf(other), { 'Sec-Purpose': 'prefetch;prerender' });
      const head = await fetch(other.signInUrl, { method: 'HEAD' });
      expect([prefetch.status, head.status]).toEqual([204, 204]);
      expect((await other.nobody.get(linkOf(other))).status).toBe(303);
    } finally {
      await other.stop();
    }
  });
});

describe('a session', () => {
  it('is of the console at whose address it began: a browser sends its cookie to every port of the host', async () => {
    const other = await aConsole(service.operatorEnvironment);
    try {
      const id = cookieOf((await other.nobody.get(linkOf(other))).headers).split('=')[1];
      const nameOf = ({ baseUrl }: RunningConsole) => `carryover_${new URL(baseUrl).port}`;
      expect((await other.nobody.get('/', { cookie: `${nameOf(other)}=${id}` })).status).toBe(200);
      for (const name of [nameOf(other), nameOf(console)])
        expect((await console.nobody.get('/', { cookie: `${name}=${id}` })).status).toBe(401);
    } finally {
      await other.stop();
    }
  });
});

describe('a page', () => {
  it('asks for a sign-in, and says how', async () => {
    const { status, text } = await console.nobody.get('/audit');
    expect(status).toBe(401);
    expect(text).toContain('npm run console -- link');
    expect(text).not.toContain('Demo organisation');
  });

  it('that another site links to is asked for again by the console itself, so that the cookie is sent', async () => {
    const first = await console.nobody.get('/audit?a=1', { 'Sec-Fetch-Site': 'cross-site' });
    expect(first.status).toBe(200);
    expect(first.text).toContain('content="0;url=/audit?a=1"');
    const again = await console.nobody.get('/audit?a=1', { 'Sec-Fetch-Site': 'same-origin' });
    expect(again.status).toBe(401);
  });

  it('is shown after signing out no more', async () => {
    const user = await console.as('operator');
    expect((await user.get('/audit')).status).toBe(200);
    expect((await user.post('/sign-out')).status).toBe(303);
    expect((await user.get('/audit')).status).toBe(401);
  });

  it('is refused to a role that may not use it', async () => {
    const user = await console.as('viewer');
    expect((await user.get('/')).status).toBe(200);
    expect((await user.get('/audit')).status).toBe(403);
  });
});
