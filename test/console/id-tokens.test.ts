import { type CryptoKey, exportSPKI, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { aForgingProvider, aSigningKey } from '../support/a-forging-provider.ts';
import { theService } from '../support/a-service.ts';
import { freePort } from '../support/free-port.ts';

const service = await theService();
const baseUrl = `http://127.0.0.1:${await freePort()}`;
const [published, foreign, next] = await Promise.all(['published', 'foreign', 'next'].map(aSigningKey));
const provider = await aForgingProvider(published!);
afterAll(provider.stop);
const console = await theConsole({
  ...service.operatorEnvironment,
  CONSOLE_PORT: new URL(baseUrl).port,
  CONSOLE_BASE_URL: baseUrl,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'a secret of the client',
});

const now = (): number => Math.floor(Date.now() / 1000);
const claims = (nonce: string, changed: Readonly<Record<string, unknown>> = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: 'console',
  sub: 'mallory',
  name: 'Mallory',
  roles: ['operator'],
  nonce,
  iat: now(),
  exp: now() + 300,
  ...changed,
});
const signed = (payload: JWTPayload, key = published!, kid = key.kid): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey);

/** Starts a sign-in as a browser does. */
const begin = async (path = '/sign-in') => {
  const { headers } = await console.nobody.get(path);
  const asked = new URL(headers.get('location')!).searchParams;
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  return { cookie, nonce: asked.get('nonce')!, back: `/sign-in/callback?code=x&state=${asked.get('state')}` };
};
const sessionOf = (headers: Headers): string | undefined =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0]!)
    .find((one) => one.startsWith(`carryover_${new URL(baseUrl).port}=`));

/** Signs in with the ID token that this makes of the nonce. */
const signInWith = async (forge: (nonce: string) => Promise<string>) => {
  const { cookie, nonce, back } = await begin();
  provider.answerWith(await forge(nonce));
  return console.nobody.get(back, { cookie });
};

describe('an ID token', () => {
  it('of the provider signs in', async () => {
    const reply = await signInWith((nonce) => signed(claims(nonce)));
    expect(reply.status).toBe(303);
    expect((await console.nobody.get('/audit', { cookie: sessionOf(reply.headers)! })).text).toContain('Mallory');
  });

  it.each<[string, (nonce: string) => Promise<string>]>([
    ['with a signature of another key', (nonce) => signed(claims(nonce), foreign, 'published')],
    ['of a key that the provider does not publish', (nonce) => signed(claims(nonce), foreign)],
    ['without a signature (alg none)', async (nonce) => new UnsecuredJWT(claims(nonce)).encode()],
    [
      'that is signed with the public key as a shared secret (HS256)',
      async (nonce) => {
        const publicKey = (await importJWK(published!.jwk, 'RS256', { extractable: true })) as CryptoKey;
        const secret = new TextEncoder().encode(await exportSPKI(publicKey));
        return new SignJWT(claims(nonce)).setProtectedHeader({ alg: 'HS256', kid: 'published' }).sign(secret);
      },
    ],
    [
      'that is signed with the secret of the client (HS256)',
      (nonce) =>
        new SignJWT(claims(nonce))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('a secret of the client')),
    ],
    [
      'whose claims were changed after it was signed',
      async (nonce) => {
        const [header, , signature] = (await signed(claims(nonce, { roles: ['viewer'] }))).split('.');
        return [header, Buffer.from(JSON.stringify(claims(nonce))).toString('base64url'), signature].join('.');
      },
    ],
    ['that has expired', (nonce) => signed(claims(nonce, { exp: now() - 31 }))],
    ['that was issued in the future', (nonce) => signed(claims(nonce, { iat: now() + 40 }))],
    ['that was issued long ago', (nonce) => signed(claims(nonce, { iat: now() - 40 }))],
    ['that does not say when it was issued', (nonce) => signed(claims(nonce, { iat: undefined }))],
    ['for another program', (nonce) => signed(claims(nonce, { aud: 'wiki' }))],
    ['for another program too', (nonce) => signed(claims(nonce, { aud: ['console', 'wiki'] }))],
    ['that was issued to another program', (nonce) => signed(claims(nonce, { azp: 'wiki' }))],
    ['of another issuer', (nonce) => signed(claims(nonce, { iss: 'https://id.example' }))],
    ['of another sign-in', () => signed(claims('another'))],
    ['without a nonce', (nonce) => signed(claims(nonce, { nonce: undefined }))],
    ['of nobody', (nonce) => signed(claims(nonce, { sub: undefined }))],
    ['that is none', async () => 'x'],
  ])('%s is refused', async (_, forge) => {
    const reply = await signInWith(forge);
    expect([reply.status, sessionOf(reply.headers)]).toEqual([401, undefined]);
    expect(reply.text).toContain('The answer of the identity provider is not valid');
    expect(console.log()).not.toContain('Mallory');
  });
});

describe('a sign-in that must be of the last minutes', () => {
  const signInAgain = async (changed: Readonly<Record<string, unknown>>) => {
    const { cookie, nonce, back } = await begin('/sign-in?again=yes&to=/audit');
    provider.answerWith(await signed(claims(nonce, changed)));
    return console.nobody.get(back, { cookie });
  };

  it('asks the provider for a new one', async () => {
    const asked = new URL((await console.nobody.get('/sign-in?again=yes')).headers.get('location')!).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '900']);
  });

  it('is believed by its time (auth_time)', async () => {
    expect((await signInAgain({ auth_time: now() - 5 })).headers.get('location')).toBe('/audit');
  });

  it.each([
    ['without its time', {}, 403],
    ['of an hour ago', { auth_time: now() - 3_600 }, 403],
    ['in the future', { auth_time: now() + 60 }, 401],
    ['at a time that is no number', { auth_time: 'now' }, 401],
  ])('%s is refused', async (_, changed, status) => {
    const reply = await signInAgain(changed);
    expect([reply.status, sessionOf(reply.headers)]).toEqual([status, undefined]);
  });
});

describe('an answer of the provider', () => {
  it('signs in once, also if its cookie and its address were copied', async () => {
    const { cookie, nonce, back } = await begin();
    provider.answerWith(await signed(claims(nonce)));
    expect((await console.nobody.get(back, { cookie })).status).toBe(303);
    const again = await console.nobody.get(back, { cookie });
    expect([again.status, sessionOf(again.headers)]).toEqual([401, undefined]);
  });

  it.each(['//evil.example/', '/\t/evil.example', 'https://evil.example'])(
    'leads to no other site, though a program on another port has written %j into the cookie',
    async (to) => {
      const answered = async (headers: Readonly<Record<string, string>>) => {
        const { cookie, nonce, back } = await begin();
        const [name, value] = cookie.split('=') as [string, string];
        const forged = JSON.stringify({ ...JSON.parse(Buffer.from(value, 'base64url').toString()), to });
        provider.answerWith(await signed(claims(nonce)));
        const cookies = { cookie: `${name}=${Buffer.from(forged).toString('base64url')}` };
        return console.nobody.get(back, { ...cookies, ...headers });
      };
      expect((await answered({})).headers.get('location')).toBe('/');
      expect((await answered({ 'Sec-Fetch-Site': 'cross-site' })).text).toContain('content="0;url=/"');
    },
  );

  it('to another sign-in of the same browser is refused', async () => {
    const [first, second] = [await begin(), await begin()];
    provider.answerWith(await signed(claims(second.nonce)));
    expect((await console.nobody.get(first.back, { cookie: second.cookie })).status).toBe(401);
  });
});

describe('the keys of the provider', () => {
  it('may be replaced while the console runs: the new ones sign in at once, the old ones no more', async () => {
    expect((await signInWith((nonce) => signed(claims(nonce)))).status).toBe(303);
    provider.rotate(next!);
    expect((await signInWith((nonce) => signed(claims(nonce), next))).status).toBe(303);
    expect((await signInWith((nonce) => signed(claims(nonce)))).status).toBe(401);
  });
});
