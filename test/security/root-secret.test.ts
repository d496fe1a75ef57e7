import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fingerprintsOf } from '@carryover/adapters-crypto/root-secret';
import { afterEach, describe, expect, it } from 'vitest';
import { aDatabase, anEmptyDatabase, runSql } from '../support/a-database.ts';
import { aServiceHere, type ServiceHere } from '../support/a-service-here.ts';
import { anOperator } from '../support/an-operator.ts';

const OPERATIONS = 'docs/operations.md';
const aSecret = () => randomBytes(32).toString('base64');
const running: ServiceHere[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

const start = async (DATABASE_URL: string, secrets: Record<string, string>): Promise<ServiceHere> => {
  const service = await aServiceHere({ PORT: '0', DEMO: 'off', DATABASE_URL, ...secrets });
  running.push(service);
  return service;
};
const anOperatorWith = (DATABASE_URL: string, CARRYOVER_SECRET: string) =>
  anOperator({ DATABASE_URL, CARRYOVER_SECRET });
const issue = ['api-key', 'issue', '--organisation', 'Acme', '--json'];

describe('the fingerprint of a root secret (ADR 10)', () => {
  it('is the same for the same secret alone, and short of a key', () => {
    const [one, other] = [randomBytes(32), randomBytes(32)];
    const { current, previous } = fingerprintsOf({ current: one, previous: other });
    expect(current).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprintsOf({ current: other, previous: null })).toEqual({ current: previous, previous: null });
    expect(current).not.toBe(previous);
  });
});

describe('a service with another root secret than the one in use', () => {
  it('does not start while API keys are live that it would refuse, and starts once they are revoked', async () => {
    const [url, secret, another] = [await aDatabase(), aSecret(), aSecret()];
    await start(url, { CARRYOVER_SECRET: secret });
    const operator = anOperatorWith(url, secret);
    for (const name of ['Acme', 'Archived']) {
      await operator('organisation', 'create', '--name', name);
      await operator('api-key', 'issue', '--organisation', name);
    }
    await operator('organisation', 'archive', '--name', 'Archived');

    await expect(start(url, { CARRYOVER_SECRET: another })).rejects.toThrow(
      /CARRYOVER_SECRET.* not the one that this database .* none of the live API keys \(2\).*CARRYOVER_SECRET_PREVIOUS/,
    );
    await start(url, { CARRYOVER_SECRET: secret });

    // As "If the root secret leaks" of docs/operations.md does.
    const [, list = ''] = /carryover-operator (organisation list .*?) \|/.exec(await readFile(OPERATIONS, 'utf8'))!;
    for (const { name } of (await operator(...list.split(' '))).json)
      for (const { prefix } of (await operator('api-key', 'list', '--organisation', name, '--json')).json)
        expect((await operator('api-key', 'revoke', '--prefix', prefix)).code).toBe(0);
    await start(url, { CARRYOVER_SECRET: another });
    expect(await anOperatorWith(url, another)(...issue)).toMatchObject({ code: 0 });
  });

  it('starts in every order of a rotation, replica by replica (docs/operations.md)', async () => {
    const [url, old, next] = [await aDatabase(), aSecret(), aSecret()];
    await start(url, { CARRYOVER_SECRET: old });
    const operator = anOperatorWith(url, old);
    await operator('organisation', 'create', '--name', 'Acme');
    await operator(...issue);
    const first = { CARRYOVER_SECRET: old, CARRYOVER_SECRET_PREVIOUS: next };
    const second = { CARRYOVER_SECRET: next, CARRYOVER_SECRET_PREVIOUS: old };
    const rounds = [first, first, second, first, second, second, { CARRYOVER_SECRET: next }];
    for (const secrets of rounds) await start(url, secrets);
    await expect(start(url, { CARRYOVER_SECRET: old })).rejects.toThrow('CARRYOVER_SECRET');
  });
});

describe('services that start together on an empty database', () => {
  it('agree on the secret in use', async () => {
    const [url, secret] = [await anEmptyDatabase(), aSecret()];
    await Promise.all([1, 2, 3].map(() => start(url, { CARRYOVER_SECRET: secret })));
    const { current } = fingerprintsOf({ current: Buffer.from(secret, 'base64'), previous: null });
    expect(await runSql(url, 'select generation, fingerprint from secret_fingerprint')).toEqual([
      { generation: 1, fingerprint: current },
    ]);
  });
});
