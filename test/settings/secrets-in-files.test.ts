import { chmodSync } from 'node:fs';
import { readConfig } from '@carryover/api/config';
import { readConsoleConfig } from '@carryover/console/config';
import { readServer } from '@carryover/loader/server';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile } from '../support/a-file.ts';
import { anOperator } from '../support/an-operator.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const URL = 'postgres://user:password@db.example/x';
const mistakes = (environment: Record<string, string>): ReadonlyArray<string> => {
  const config = readConfig(environment);
  return E.isLeft(config) ? config.left : [];
};

describe('a secret', () => {
  it('of the service may be in a file, with or without a line break at its end', () => {
    const inFiles = readConfig({
      DATABASE_URL_FILE: aFile('url', `${URL}\n`),
      DATABASE_MIGRATION_URL_FILE: aFile('migration', URL),
      CARRYOVER_SECRET_FILE: aFile('secret', `${SECRET}\r\n`),
      CARRYOVER_SECRET_PREVIOUS_FILE: aFile('previous', `${SECRET}\n`),
      STRIPE_API_KEY_FILE: aFile('stripe', 'sk_1\n'),
      GOCARDLESS_ACCESS_TOKEN_FILE: aFile('gocardless', 'token\n'),
      OTEL_EXPORTER_OTLP_HEADERS_FILE: aFile('headers', 'x-key=a\n'),
      OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE: aFile('traces', 'x-key=b\n'),
    });
    const asVariables = readConfig({
      DATABASE_URL: URL,
      DATABASE_MIGRATION_URL: URL,
      CARRYOVER_SECRET: SECRET,
      CARRYOVER_SECRET_PREVIOUS: SECRET,
      STRIPE_API_KEY: 'sk_1',
      GOCARDLESS_ACCESS_TOKEN: 'token',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=b',
    });
    expect(inFiles).toMatchObject(E.right({ traceHeaders: ['x-key=a', 'x-key=b'] }));
    expect(inFiles).toEqual(asVariables);
  });

  it('of the console may be in a file', () => {
    const rest = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      CONSOLE_BASE_URL: 'https://console.example',
    };
    expect(readConsoleConfig({ ...rest, OIDC_CLIENT_SECRET_FILE: aFile('client', 'b\n') })).toEqual(
      readConsoleConfig({ ...rest, OIDC_CLIENT_SECRET: 'b' }),
    );
  });

  it('of the loader may be in a file', async () => {
    const CARRYOVER_URL = 'https://carryover.example';
    expect(await readServer({ CARRYOVER_URL, CARRYOVER_API_KEY_FILE: aFile('key', 'k\n') })).toEqual(
      await readServer({ CARRYOVER_URL, CARRYOVER_API_KEY: 'k' }),
    );
  });

  it('keeps all but its last line break: a value in two lines is not two values', () => {
    expect(mistakes({ CARRYOVER_SECRET_FILE: aFile('secret', `${SECRET}\n\n`) })).toEqual([
      'CARRYOVER_SECRET_FILE must be 32 bytes or more in base64: openssl rand -base64 32',
    ]);
  });

  it('that is given twice is a mistake that names both', () => {
    expect(mistakes({ CARRYOVER_SECRET: SECRET, CARRYOVER_SECRET_FILE: aFile('secret', SECRET) })).toEqual([
      'CARRYOVER_SECRET and CARRYOVER_SECRET_FILE are both set. Set one of them',
    ]);
  });

  it.each(['production', 'development'])('in a file that cannot be used is one mistake, with the file (%s)', (mode) => {
    const rest = { NODE_ENV: mode, DATABASE_URL: `${URL}?sslmode=verify-full` };
    const empty = aFile('empty', '\n');
    expect(mistakes({ ...rest, CARRYOVER_SECRET_FILE: '/missing/secret' })).toEqual([
      "CARRYOVER_SECRET_FILE names /missing/secret, which cannot be read: ENOENT: no such file or directory, open '/missing/secret'",
    ]);
    expect(mistakes({ ...rest, CARRYOVER_SECRET_FILE: '/' })).toEqual([
      'CARRYOVER_SECRET_FILE names /, which cannot be read: EISDIR: illegal operation on a directory, read',
    ]);
    expect(mistakes({ ...rest, CARRYOVER_SECRET_FILE: empty })).toEqual([
      `CARRYOVER_SECRET_FILE names an empty file: ${empty}`,
    ]);
  });

  it('in a file that others may read is taken: a secret of Kubernetes is mounted so', () => {
    const file = aFile('secret', SECRET);
    chmodSync(file, 0o444);
    expect(mistakes({ CARRYOVER_SECRET_FILE: file })).toEqual([]);
  });

  it("in a file is taken by the operator's command too, and its mistakes are named", async () => {
    const { code, err } = await anOperator({ DATABASE_URL_FILE: aFile('url', 'mysql://x\n') })('organisation', 'list');
    expect(code).toBe(2);
    expect(err).toContain('DATABASE_URL_FILE must be postgres://user:password@host:port/database');
  });
});

describe('a certificate that DATABASE_URL names', () => {
  it.each(['sslrootcert', 'sslcert', 'sslkey'])('must be there: %s', (name) => {
    const DATABASE_URL = `${URL}?sslmode=verify-full&${name}=/missing/file.pem`;
    expect(mistakes({ DATABASE_URL })).toEqual([
      `DATABASE_URL has the parameter ${name}, whose file cannot be read: ENOENT: no such file or directory, open '/missing/file.pem'`,
    ]);
  });

  it('is read if it is there', () => {
    const file = aFile('ca.pem', '-----BEGIN CERTIFICATE-----');
    expect(mistakes({ DATABASE_URL: `${URL}?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}` })).toEqual(
      [],
    );
  });
});
