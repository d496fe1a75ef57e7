import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { keysFor } from '@carryover/adapters-crypto/root-secret';
import { decodeJwt, EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { ask, NOTES, onDemo } from './support/ask.ts';

const SECRET = randomBytes(32);
/** The key that the service signs with: the forgeries below use it, so that nothing but the flaw under test is wrong. */
const [KEY] = keysFor({ current: SECRET, previous: null }, 'token-signing');
const TYPE = 'carryover-access+jwt';

const service = await theService({ CARRYOVER_SECRET: SECRET.toString('base64') });
const good = decodeJwt(service.token);

const answered = async (token: string, scheme = 'Token ') => {
  const headers = { 'Content-Type': 'application/json', Authorization: `${scheme}${token}` };
  const body = onDemo(service.demo, { notes: [] });
  const { status, text } = await ask(`${service.baseUrl}${NOTES}`, { method: 'POST', headers, body });
  return [status, status === 201 ? '' : JSON.parse(text).code];
};
const TAKEN = [201, ''];
const REFUSED = [401, 'authentication_failed'];

const seconds = (after: number) => Math.floor(Date.now() / 1000) + after;
const signed = (claims: object = {}, header: object = {}, key: Parameters<SignJWT['sign']>[0] = KEY) =>
  new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'HS256', typ: TYPE, ...header }).sign(key);
const without = (claim: string) => signed({ [claim]: undefined });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Signed by hand, for what no library would sign. */
const byHand = (header: object, claims: string = base64url(good)) => {
  const text = `${base64url(header)}.${claims}`;
  return `${text}.${createHmac('sha256', KEY).update(text).digest('base64url')}`;
};
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('a token that is signed as ours are', () => {
  it('is taken: what is refused below is refused for its flaw', async () => {
    expect(await answered(service.token)).toEqual(TAKEN);
    expect(await answered(await signed())).toEqual(TAKEN);
    expect(await answered(byHand({ alg: 'HS256', typ: TYPE }))).toEqual(TAKEN);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['no algorithm', () => new UnsecuredJWT(good).encode()],
    ['no algorithm, and our type', () => `${base64url({ alg: 'none', typ: TYPE })}.${base64url(good)}.`],
    ['no algorithm in capitals, with a signature', () => byHand({ alg: 'NONE', typ: TYPE })],
    ['an algorithm that is none of ours, HS512', () => signed({}, { alg: 'HS512' }, Buffer.concat([KEY, KEY]))],
    ['HS384', () => signed({}, { alg: 'HS384' }, Buffer.concat([KEY, KEY]))],
    ['RS256', () => signed({}, { alg: 'RS256' }, rsa().privateKey)],
    [
      'a key of its own in its head',
      () => {
        const { privateKey, publicKey } = rsa();
        return signed({}, { alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }, privateKey);
      },
    ],
    ['ES256', () => signed({}, { alg: 'ES256' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    ['EdDSA', () => signed({}, { alg: 'EdDSA' }, generateKeyPairSync('ed25519').privateKey)],
    ['no algorithm at all', () => byHand({ typ: TYPE })],
    [
      'an encryption in place of a signature',
      () => new EncryptJWT(good).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: TYPE }).encrypt(KEY),
    ],
    ['another type', () => signed({}, { typ: 'JWT' })],
    ['no type', () => signed({}, { typ: undefined })],
    ['an extension that must be understood', () => byHand({ alg: 'HS256', typ: TYPE, crit: ['x'], x: 1 })],
    ['an audience of someone else', () => signed({ aud: 'someone-else' })],
    ['no audience', () => without('aud')],
    ['a time that is over', () => signed({ exp: seconds(-1) })],
    ['a time that is over now', () => signed({ exp: seconds(0) })],
    ['no end', () => without('exp')],
    ['an end that is not a time', () => byHand({ alg: 'HS256', typ: TYPE }, base64url({ ...good, exp: 'never' }))],
    ['a time that has not come', () => signed({ nbf: seconds(60) })],
    ['no key it was obtained with', () => without('sub')],
    ['a key that is not there', () => signed({ sub: '00000000-0000-7000-8000-000000000000' })],
    ['no organisation', () => without('org')],
    ['claims that are none', () => byHand({ alg: 'HS256', typ: TYPE }, base64url('x'))],
    ['claims that are a list', () => byHand({ alg: 'HS256', typ: TYPE }, base64url([good]))],
    [
      'the key of another use of the same secret',
      () => signed({}, {}, keysFor({ current: SECRET, previous: null }, 'api-key-hash')[0]),
    ],
    ['the root secret itself', () => signed({}, {}, SECRET)],
    ['a secret of zeros', () => signed({}, {}, new Uint8Array(32))],
  ])('is refused with %s', async (_, forge) => {
    expect(await answered(await forge())).toEqual(REFUSED);
  });
});

describe('a token that was changed in transit', () => {
  const parts = () => service.token.split('.') as [string, string, string];
  const flipped = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

  it.each<[string, () => string]>([
    ['another character in its head', () => flipped(service.token, 3)],
    ['another character in its claims', () => flipped(service.token, parts()[0].length + 5)],
    ['another character in its signature', () => flipped(service.token, service.token.length - 5)],
    ['no signature', () => `${parts()[0]}.${parts()[1]}.`],
    ['half a signature', () => service.token.slice(0, -20)],
    ['the signature of another token', () => `${parts()[0]}.${base64url({ ...good, org: 'x' })}.${parts()[2]}`],
    ['a part more', () => `${service.token}.x`],
    ['a point more', () => `${service.token}.`],
    ['a comma and itself', () => `${service.token},${service.token}`],
    ['quotes', () => `"${service.token}"`],
  ])('is refused with %s', async (_, change) => {
    expect(await answered(service.token)).toEqual(TAKEN);
    expect(await answered(change())).toEqual(REFUSED);
  });

  it.each(['Bearer ', 'JWT ', 'Token', 'Token: ', 'Token\t', ''])('is refused under the scheme %j', async (scheme) => {
    expect(await answered(service.token, scheme)).toEqual(REFUSED);
  });
});
