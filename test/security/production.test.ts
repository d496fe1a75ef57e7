import { randomBytes } from 'node:crypto';
import { readConfig } from '@carryover/api/config/config';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const PRODUCTION = {
  NODE_ENV: 'production',
  CARRYOVER_SECRET: randomBytes(32).toString('base64'),
  DATABASE_URL: 'postgres://service@db.example/carryover?sslmode=verify-full',
};
/** The names of the settings that are refused. */
const refused = (environment: Record<string, string>): ReadonlyArray<string> => {
  const config = readConfig({ ...PRODUCTION, ...environment });
  return E.isLeft(config) ? config.left.map((mistake) => mistake.split(' ', 1)[0]!) : [];
};

// No secret, the demo, and a database in plain text on another host: test/api/config.test.ts.
describe('production does not start', () => {
  it('but where nothing of these is wrong', () => {
    expect(refused({})).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['with the vendor sandbox, which takes any reference', { VENDOR_SANDBOX: 'on' }],
    ['with a secret that is too short', { CARRYOVER_SECRET: Buffer.alloc(31, 1).toString('base64') }],
    ['with a secret that is a password', { CARRYOVER_SECRET: 'correct horse battery staple and so on and on' }],
    ['with a secret before that is too short', { CARRYOVER_SECRET_PREVIOUS: 'c2hvcnQ=' }],
    ['with tokens that live longer than a day', { TOKEN_LIFETIME_SECONDS: '86401' }],
    ['with proxies that are no addresses', { TRUSTED_PROXIES: '*' }],
  ])('%s', (_, environment) => {
    expect(refused(environment)).toEqual(Object.keys(environment));
  });

  it('with all of it at once, and says so at once', () => {
    const wrong = { CARRYOVER_SECRET: '', DEMO: 'on', VENDOR_SANDBOX: 'on', DATABASE_URL: 'postgres://db.example/x' };
    expect([...refused(wrong)].sort()).toEqual(Object.keys(wrong).sort());
  });
});
