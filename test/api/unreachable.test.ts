import { addressOf } from '@carryover/settings/database-url';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { aConsole } from '../support/a-console.ts';
import { aDatabase, runSql } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { anOperator } from '../support/an-operator.ts';

const dataDir = theFolder();

const secretly = 'postgres://someone:sesame@127.0.0.1:1/x';

describe('a start that cannot use what a variable names', () => {
  it.each<[string, () => Promise<Record<string, string>>, string]>([
    [
      'a database that is not there',
      async () => ({ DATABASE_URL: secretly }),
      'The database at DATABASE_URL (127.0.0.1:1) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'a role for migrations that is not there',
      async () => ({ DATABASE_URL: await aDatabase(), DATABASE_MIGRATION_URL: secretly }),
      'The database at DATABASE_MIGRATION_URL (127.0.0.1:1) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'an address of another machine',
      async () => ({ DATABASE_URL: await aDatabase(), HOST: '192.0.2.1' }),
      'The service cannot listen on HOST (192.0.2.1), PORT (0): listen EADDRNOTAVAIL: address not available 192.0.2.1',
    ],
  ])('names the variable: %s', async (_, environment, message) => {
    const start = aServiceHere({ DATA_DIR: dataDir, DEMO: 'off', ...(await environment()) });
    await expect(start).rejects.toThrow(message);
  });
});

describe('a database that goes away', () => {
  it('is named with its address and the cause, in the logs and by commands; probes are not logged before', async () => {
    const url = await aDatabase();
    const name = new URL(url).pathname.slice(1);
    const service = await aServiceHere({ DATA_DIR: dataDir, DEMO: 'off', DATABASE_URL: url });
    onTestFinished(service.stop);
    for (const path of ['livez', 'readyz', 'metrics', 'docs']) await fetch(`${service.baseUrl}/${path}`);
    const logged = () =>
      service
        .log()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    await expect.poll(() => logged().map(({ endpoint }) => endpoint)).toEqual(['documentation']);

    const console = await aConsole({ DATA_DIR: dataDir, DATABASE_URL: url });
    onTestFinished(console.stop);
    const cookie = (await console.as('operator')).cookie;

    await runSql(inject('postgresUrl'), `alter database "${name}" with allow_connections false`);
    await runSql(inject('postgresUrl'), 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    const place = `DATABASE_URL (${addressOf(url)})`;
    const cause = `The database at ${place} cannot be used: database "${name}" is not currently accepting connections`;
    // A first request may still meet a connection that was ended, which is another cause.
    const probed = async () => {
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(503);
      return logged();
    };
    await expect.poll(probed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          endpoint: 'readyz',
          status: 503,
          error: expect.objectContaining({ message: cause }),
        }),
        expect.objectContaining({ msg: 'the database does not answer', error: cause }),
      ]),
    );

    const page = await console.nobody.get('/', { cookie });
    expect([page.status, page.text.includes('The database does not answer')]).toEqual([503, true]);
    expect(console.log()).toContain(`"path":"/","database":"${place}","error":"`);
    expect(console.log()).toContain(`database \\"${name}\\" is not currently accepting connections`);

    const operator = anOperator({ DATABASE_URL: url, DATA_DIR: dataDir });
    expect((await operator('organisation', 'list')).err).toBe(`${cause}\n`);
    expect((await operator('doctor')).out).toContain(cause);
    for (const log of [service.log(), console.log()]) expect(log).not.toContain(new URL(url).password || 'a password');
  });
});
