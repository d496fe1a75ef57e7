import { spawnSync } from 'node:child_process';
import { readConfig } from '@carryover/api/config';
import { readConsoleConfig } from '@carryover/console/config';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { theFolder } from '../support/a-file.ts';
import { anOperator } from '../support/an-operator.ts';

const CARRYOVER_SECRET = Buffer.alloc(32, 7).toString('base64');
const PLAIN = 'postgres://user:password@db.invalid/x';
const ENCRYPTED = `${PLAIN}?sslmode=verify-full`;
const dataDir = theFolder();

/** The mistakes that each program reports, by the first word of each. */
const programs: Readonly<Record<string, (environment: Record<string, string>) => Promise<ReadonlyArray<string>>>> = {
  service: async (environment) =>
    E.match(
      (mistakes: ReadonlyArray<string>) => mistakes,
      () => [],
    )(readConfig(environment)),
  console: async (environment) =>
    E.match(
      (mistakes: ReadonlyArray<string>) => mistakes,
      () => [],
    )(readConsoleConfig(environment)),
  'operator’s command': async (environment) => {
    const { err } = await anOperator({ DATA_DIR: dataDir, ...environment })('organisation', 'list');
    return [...err.matchAll(/^ {2}- (.*)$/gm)].map(([, mistake]) => mistake!);
  },
};

describe.each(Object.entries(programs))('in production, the %s', (_, mistakesOf) => {
  const names = async (environment: Record<string, string>) =>
    (await mistakesOf({ NODE_ENV: 'production', ...environment })).map((mistake) => mistake.split(' ')[0]);

  it('needs a database and a secret of its own', async () => {
    expect(await names({})).toEqual(['DATABASE_URL']);
    expect(await names({ DATABASE_URL: ENCRYPTED })).toEqual(['CARRYOVER_SECRET']);
  });

  it('needs an encrypted and verified connection to another host, unless told', async () => {
    expect(await names({ CARRYOVER_SECRET, DATABASE_URL: PLAIN })).toEqual(['DATABASE_URL']);
    expect(await names({ CARRYOVER_SECRET, DATABASE_URL: `${PLAIN}?sslmode=no-verify` })).toEqual(['DATABASE_URL']);
    const owner = { DATABASE_URL: ENCRYPTED, DATABASE_MIGRATION_URL: PLAIN };
    expect(await names({ CARRYOVER_SECRET, ...owner })).toEqual(['DATABASE_MIGRATION_URL']);
    expect(await names({ CARRYOVER_SECRET, DATABASE_URL: ENCRYPTED })).toEqual([]);
    expect(await names({ CARRYOVER_SECRET, DATABASE_URL: PLAIN, ALLOW_PLAINTEXT_DATABASE: '1' })).toEqual([]);
  });

  it.each(['prod', 'Production', 'staging'])('cannot be meant by NODE_ENV=%s', async (mode) => {
    expect(await mistakesOf({ NODE_ENV: mode })).toEqual([
      `NODE_ENV must be one of production, development, test, but is "${mode}"`,
    ]);
  });
});

describe('a console that cannot start', () => {
  it('says so in a line of its log, and with the exit code 1', () => {
    const { status, stderr } = spawnSync(process.execPath, ['apps/console/src/main.ts'], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect([status, JSON.parse(stderr)]).toMatchObject([
      1,
      { level: 60, msg: expect.stringMatching(/^The console cannot start\. [\s\S]*\n {2}- DATABASE_URL must be set/) },
    ]);
  });
});

describe('outside of production', () => {
  it.each(['development', 'test', ''])('NODE_ENV=%s allows all of it', async (NODE_ENV) => {
    for (const mistakesOf of Object.values(programs))
      expect(await mistakesOf({ NODE_ENV, DATABASE_URL: PLAIN })).toEqual([]);
  });
});

describe('commands that use no data', () => {
  it('need neither database nor secret in production', async () => {
    const { code, err } = await anOperator({ NODE_ENV: 'production', DATA_DIR: dataDir })(
      ...['evidence', 'verify', `${dataDir}/missing.zip`, '--key', `${dataDir}/missing.pem`],
    );
    expect([code, err]).toEqual([2, expect.stringContaining('missing.pem')]);
  });

  it('do not connect unencrypted either', async () => {
    const { code, err } = await anOperator({ NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: PLAIN })(
      'doctor',
    );
    expect([code, err]).toEqual([2, expect.stringContaining('DATABASE_URL must use encryption')]);
  });
});
