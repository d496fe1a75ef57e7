import { readConsoleConfig } from '@carryover/console/config';
import { startConsole } from '@carryover/console/start-console';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { applyRoles, as } from '../operations/the-roles.ts';
import { anEmptyDatabase } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { aRootSecret } from '../support/a-random.ts';
import { anOperator } from '../support/an-operator.ts';
import { runSql } from '../support/run-sql.ts';

const IS_CLUSTER = inject('postgresTemplate') === null;

const folder = theFolder();
const on = (databaseUrl: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  CARRYOVER_SECRET: aRootSecret(),
  ...more,
});
const tables = (url: string) => runSql(url, `select from pg_tables where schemaname = 'public'`);

describe('migrate', () => {
  it('makes the schema of an empty database once, and --status says before and after which migrations are pending', async () => {
    const url = await anEmptyDatabase();
    const operator = anOperator(on(url));
    const before = await operator('migrate', '--status', '--json');
    expect(before).toMatchObject({ code: 1, json: { current: false, unknown: [] } });
    const { pending } = before.json;
    expect(pending.length).toBeGreaterThan(0);
    expect((await operator('migrate', '--status')).out).toContain(`  ${pending[0]}\n`);
    expect(await tables(url)).toEqual([]);

    const migrated = await operator('migrate', '--json');
    expect(migrated).toMatchObject({ code: 0, json: { current: true, applied: pending } });
    const after = await operator('migrate', '--status', '--json');
    expect(after).toMatchObject({ code: 0, json: { current: true, pending: [], unknown: [] } });
    expect(await operator('migrate', '--json')).toMatchObject({ code: 0, json: { current: true, applied: [] } });
    expect((await operator('migrate')).out).toBe('The schema is current. Nothing was changed.\n');

    if (!IS_CLUSTER) return;
    await runSql(url, `select undistribute_table('console_list')`);
    const distribution = ['distribution of console_list'];
    expect((await operator('migrate', '--status', '--json')).json).toMatchObject({ pending: distribution });
    expect((await operator('migrate', '--json')).json).toEqual({ current: true, applied: distribution });
    expect((await operator('migrate', '--json')).json).toEqual({ current: true, applied: [] });
  });

  it('connects as DATABASE_MIGRATION_URL, whose role owns the tables', async () => {
    const url = await anEmptyDatabase();
    await applyRoles(url);
    const may = anOperator(on(as('carryover_operator', url)));
    const refused = await may('migrate', '--json');
    expect([refused.code, JSON.parse(refused.err).error]).toEqual([
      1,
      { code: 'database_unusable', detail: expect.stringContaining('DATABASE_MIGRATION_URL') },
    ]);
    expect(await tables(url)).toEqual([]);
    const owner = { DATABASE_MIGRATION_URL: as('carryover_migrations', url) };
    const owning = anOperator(on(as('carryover_operator', url), owner));
    expect((await owning('migrate', '--status')).code).toBe(1);
    expect((await owning('migrate')).code).toBe(0);
    expect((await owning('migrate', '--status')).code).toBe(0);
    const owners = `select distinct tableowner as owner from pg_tables where schemaname = 'public'`;
    expect(await runSql(url, owners)).toEqual([{ owner: 'carryover_migrations' }]);
  });

  it('takes the schema of a later release for current, and says whose it is', async () => {
    const url = await anEmptyDatabase();
    const operator = anOperator(on(url));
    await operator('migrate');
    await runSql(url, `insert into schema_migration (name) values ('0099-later')`);
    const { code, out } = await operator('migrate', '--status');
    expect([code, out]).toEqual([0, expect.stringContaining('later release, which also has 0099-later')]);
  });
});

describe('a database whose schema is not current', () => {
  it.each([
    [['organisation', 'list']],
    [['organisation', 'create', '--name', 'Acme']],
    [['supplier', 'list']],
    [['imports', 'failures']],
    [['reconcile', '--supplier', 'ACME']],
    [['doctor']],
  ])('is not changed by %j, even if its role may', async (args) => {
    const url = await anEmptyDatabase();
    const { code, err } = await anOperator(on(url, { DATABASE_MIGRATION_URL: url }))(...args, '--json');
    expect(code).toBe(1);
    if (args[0] !== 'doctor')
      expect(JSON.parse(err).error).toEqual({
        code: 'schema_not_current',
        detail: expect.stringContaining('carryover-operator migrate'),
      });
    expect(await tables(url)).toEqual([]);
  });

  it('ends the start of a console, which says what to run', async () => {
    const url = await anEmptyDatabase();
    const config = readConsoleConfig(on(url, { CONSOLE_PORT: '0', DATABASE_MIGRATION_URL: url }));
    if (E.isLeft(config)) throw new Error(config.left.join('\n'));
    const { open, stop } = await startConsole(config.right, pino({ level: 'silent' }));
    await expect(open(true)).rejects.toThrow('carryover-operator migrate');
    await stop();
    expect(await tables(url)).toEqual([]);
  });
});
