import { dirname } from 'node:path';
import { readServer } from '@carryover/loader/server';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';

const URL = 'https://carryover.example';
const demo = (content: string) => dirname(aFile('demo.json', content));
const failureOf = async (environment: Readonly<Record<string, string>>) => {
  const read = await readServer(environment);
  return E.isLeft(read) ? [read.left.exitCode, read.left.detail] : 'found';
};

describe('the server that the loader talks to (decisions 15)', () => {
  it('is that of the environment', async () => {
    const file = aFile('key', 'secret\n');
    const expected = E.right({ baseUrl: URL, apiKey: 'secret' });
    expect(await readServer({ CARRYOVER_URL: URL, CARRYOVER_API_KEY: 'secret' })).toEqual(expected);
    expect(await readServer({ CARRYOVER_URL: URL, CARRYOVER_API_KEY_FILE: file })).toEqual(expected);
  });

  it('is that of the demo if the environment names none', async () => {
    const folder = demo('{"base_url":"http://127.0.0.1:3000","api_key":"k","ledger_number":"L"}');
    expect(await readServer({ DATA_DIR: folder, CARRYOVER_URL: '' })).toEqual(
      E.right({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'k' }),
    );
  });

  it.each([
    [{ CARRYOVER_URL: URL }, 'Set CARRYOVER_API_KEY'],
    [{ CARRYOVER_API_KEY: 'k' }, 'CARRYOVER_URL is not'],
    [{ CARRYOVER_URL: 'carryover.example', CARRYOVER_API_KEY: 'k' }, 'must be an address'],
    [{ CARRYOVER_URL: URL, CARRYOVER_API_KEY: 'k', CARRYOVER_API_KEY_FILE: 'f' }, 'Set one of them'],
    [{ CARRYOVER_URL: URL, CARRYOVER_API_KEY_FILE: '/missing' }, 'cannot be read'],
  ])('is never guessed: %j is wrong usage', async (environment, message) => {
    const folder = demo('{"base_url":"http://127.0.0.1:3000","api_key":"k"}');
    expect(await failureOf({ DATA_DIR: folder, ...environment })).toEqual([2, expect.stringContaining(message)]);
  });

  it('is not sent a key over plain HTTP unless it is this host, or that is allowed', async () => {
    const environment = { CARRYOVER_URL: 'http://carryover.example:3000', CARRYOVER_API_KEY: 'k' };
    const refused = [2, expect.stringContaining('CARRYOVER_ALLOW_PLAINTEXT=1')];
    expect(await failureOf(environment)).toEqual(refused);
    expect(await failureOf({ ...environment, CARRYOVER_ALLOW_PLAINTEXT: '0' })).toEqual(refused);
    expect(await failureOf({ ...environment, CARRYOVER_ALLOW_PLAINTEXT: 'yes' })).toEqual([2, expect.any(String)]);
    expect(await failureOf({ ...environment, CARRYOVER_ALLOW_PLAINTEXT: '1' })).toBe('found');
    expect(await failureOf({ DATA_DIR: demo('{"base_url":"http://10.0.0.7:3000","api_key":"k"}') })).toEqual(refused);
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
      expect(await failureOf({ ...environment, CARRYOVER_URL: `http://${host}` })).toBe('found');
  });

  it('is missing without a demo, or with a file that is not one', async () => {
    expect(await failureOf({ DATA_DIR: aFolder() })).toEqual([2, expect.stringContaining('npm start')]);
    expect(await failureOf({ DATA_DIR: demo('{') })).toEqual([2, expect.stringContaining('restart the service')]);
  });
});
