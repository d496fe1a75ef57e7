import { readConfig } from '@carryover/api/config';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const mistakes = (environment: Record<string, string>): ReadonlyArray<string> => {
  const config = readConfig(environment);
  return E.isLeft(config) ? config.left.map((one) => one.split(' ')[0]!) : [];
};

describe('the configuration (decisions 11)', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject(
      E.right({ host: '127.0.0.1', port: 3000, databaseUrl: null, isDemo: true, logLevel: 'info' }),
    );
  });

  it('has no demo where a database is given', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/x' })).toMatchObject(E.right({ isDemo: false }));
  });

  it('refuses to verify a server by an address, which the driver would verify as localhost', () => {
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?sslmode=verify-full' })).toEqual(['DATABASE_URL']);
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?ssl=true' })).toEqual(['DATABASE_URL']);
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?sslmode=no-verify' })).toEqual([]);
    expect(mistakes({ DATABASE_URL: 'postgres://127.0.0.1/x?sslmode=verify-full' })).toEqual([]);
    expect(mistakes({ DATABASE_URL: 'postgres://10.0.0.5/x?sslmode=require' })).toEqual(['DATABASE_URL']);
  });

  it('has no other role for migrations where the database is the embedded one', () => {
    expect(mistakes({ DATABASE_MIGRATION_URL: 'postgres://localhost/x' })).toEqual(['DATABASE_MIGRATION_URL']);
  });

  it('reports every mistake together', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://localhost/x',
      CARRYOVER_SECRET: 'c2hvcnQ=',
      TRUSTED_PROXIES: 'proxy.example',
      LOG_LEVEL: 'loud',
      DEMO: 'perhaps',
    };
    expect(mistakes(wrong).toSorted()).toEqual(Object.keys(wrong).toSorted());
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['no secret', { DATABASE_URL: 'postgres://localhost/x' }, ['CARRYOVER_SECRET']],
    ['demo mode', { CARRYOVER_SECRET: SECRET }, ['DEMO']],
    [
      'a plain-text database on another host',
      { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://db.example/x' },
      ['DATABASE_URL'],
    ],
    [
      'one that asks for none',
      { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://db.example/x?sslmode=disable' },
      ['DATABASE_URL'],
    ],
    [
      'a plain-text way to migrate',
      {
        CARRYOVER_SECRET: SECRET,
        DATABASE_URL: 'postgres://db.example/x?sslmode=verify-full',
        DATABASE_MIGRATION_URL: 'postgres://db.example/x',
      },
      ['DATABASE_MIGRATION_URL'],
    ],
    [
      'credentials in plain text for a vendor',
      { CARRYOVER_SECRET: SECRET, DATABASE_URL: 'postgres://localhost/x', STRIPE_BASE_URL: 'http://stripe.example' },
      ['STRIPE_BASE_URL'],
    ],
  ])('in production refuses %s', (_, environment, expected) => {
    expect(mistakes({ NODE_ENV: 'production', ...environment })).toEqual(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['on the same host', { DATABASE_URL: 'postgres://127.0.0.1/x' }],
    ['encrypted', { DATABASE_URL: 'postgres://db.example/x?sslmode=verify-full' }],
    ['as told', { DATABASE_URL: 'postgres://db.example/x', ALLOW_PLAINTEXT_DATABASE: '1' }],
  ])('in production takes a database %s', (_, environment) => {
    expect(mistakes({ NODE_ENV: 'production', CARRYOVER_SECRET: SECRET, ...environment })).toEqual([]);
  });
});
