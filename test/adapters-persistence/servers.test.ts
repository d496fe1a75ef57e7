import { openDatabase } from '@carryover/adapters-persistence/orm';
import { query } from '@carryover/adapters-persistence/sql/query';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { afterEach, describe, expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';
import { aService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

type Opened = ReturnType<typeof openDatabase>;

const opened: Opened[] = [];
const url = await aDatabase();
afterEach(() => Promise.all(opened.splice(0).map((orm) => orm.close(true))));

const open = (address: string): Opened => {
  const orm = openDatabase({ url: address, maxConnections: 1, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
  opened.push(orm);
  return orm;
};

/** Adds a server in front that is down, and asks for the one that accepts writes. */
const afterOneThatIsDown = (address: string): string =>
  `${address.replace('@', '@127.0.0.1:1,')}?target_session_attrs=read-write`;

/** A database of the same server that accepts no writes, as a standby. */
const aReadOnlyDatabase = async (): Promise<string> => {
  const fenced = await aDatabase();
  await runSql(fenced, `alter database ${new URL(fenced).pathname.slice(1)} set default_transaction_read_only = on`);
  return fenced;
};

describe('a database URL of several servers', () => {
  it('leads to the one that accepts writes, for the service and for the operator', async () => {
    const service = await aService({ DATABASE_URL: afterOneThatIsDown(url) });
    const { host } = new URL(url);
    try {
      const { status } = await service.post('/v1/data-import/notes/create/', {
        ...service.demoAccount,
        notes: [{ body: 'A note.' }],
      });
      expect(status).toBe(201);
      const { out } = await anOperator(service.operatorEnvironment)('doctor');
      expect(out).toContain(`answers at DATABASE_URL (127.0.0.1:1, ${host}). ${host} accepts writes.`);
    } finally {
      await service.stop();
    }
  });

  it('says what each of them answered if none does', async () => {
    const fenced = await aReadOnlyDatabase();
    await expect(query(open(afterOneThatIsDown(fenced)).em, 'select 1')).rejects.toMatchObject({
      code: '25006',
      message: `No server accepts writes (127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; ${new URL(fenced).host}: The server is read-only.)`,
    });
  });
});

describe('a database URL of one server', () => {
  it('leads to a standby too, unless it asks for one that accepts writes', async () => {
    const fenced = await aReadOnlyDatabase();
    expect(await query(open(fenced).em, 'select 1 as one')).toEqual([{ one: 1 }]);
    const writing = open(`${fenced}?target_session_attrs=read-write`);
    await expect(query(writing.em, 'select 1')).rejects.toThrow('The server is read-only.');
  });
});

describe('a standby', () => {
  it('serves the commands that only read, and refuses the others', async () => {
    const service = await aService();
    try {
      const name = new URL(service.databaseUrl).pathname.slice(1);
      await service.sql(`alter database ${name} set default_transaction_read_only = on`);
      const operator = anOperator(service.operatorEnvironment);
      for (const command of ['reconcile', 'account list', 'supplier show'])
        expect((await operator(...command.split(' '), '--supplier', service.demo.import_supplier)).code).toBe(0);
      const paused = await operator('supplier', 'pause', '--supplier', service.demo.import_supplier);
      expect([paused.code, paused.err]).toEqual([1, expect.stringContaining('is read-only (a standby, or fenced)')]);
    } finally {
      await service.stop();
    }
  });
});

describe('a connection that refuses a write', () => {
  it('is not used again: its server is the primary no longer', async () => {
    const { em } = open(url);
    const backend = async () => (await query(em, 'select pg_backend_pid() as pid'))[0]?.pid;
    const before = await backend();
    await query(em, 'set default_transaction_read_only = on');
    expect(await backend()).toBe(before);
    await expect(query(em, 'create table written ()')).rejects.toMatchObject({ code: '25006' });
    await query(em, 'create table written ()');
    expect(await backend()).not.toBe(before);
  });
});
