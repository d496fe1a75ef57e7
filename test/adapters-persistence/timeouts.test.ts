import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { alone } from '@carryover/adapters-persistence/migrate';
import { openDatabase, poolOf } from '@carryover/adapters-persistence/orm';
import { acquire, Connection } from '@carryover/adapters-persistence/sql/connection';
import { limitTransaction, UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { StatementBatch } from '@carryover/adapters-persistence/sql/transaction';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';

const TIMEOUTS = { statementMs: 1_234, lockMs: 567, answerMs: 5_000 };
const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];

/** PostgreSQL 17 and later. */
const knowsTransactionTimeout = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query(`select from pg_settings where name = 'transaction_timeout'`)).rowCount === 1;

const expectTimeouts = async (client: pg.ClientBase, expected: ReadonlyArray<string>): Promise<void> => {
  const { rows } = await client.query(
    `select setting from pg_settings where name = any($1) order by array_position($1, name)`,
    [NAMES],
  );
  const known = expected.slice(0, (await knowsTransactionTimeout(client)) ? 4 : 3);
  expect(rows.map(({ setting }) => setting)).toEqual(known);
};

// At the same time, because they mostly wait.
describe.concurrent('time-outs of a connection', () => {
  it('are set on every one of the pool', async () => {
    const orm = openDatabase({
      url: await aDatabase(),
      maxConnections: 3,
      acquireTimeoutMs: 1_000,
      timeouts: TIMEOUTS,
    });
    const pool = await poolOf(orm);
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
    for (const client of clients) await expectTimeouts(client, ['1234', '567', '1234', '4000']);
    for (const client of clients) client.release();
    await orm.close(true);
  });

  it('are left alone on one that a pooler will give to others: there each transaction brings its own', async () => {
    const client = new Connection({ connectionString: await aDatabase() });
    await client.connect();
    // What a pooler tells its clients: a process number of its own.
    Object.assign(client, { processID: 1 });
    await client.open({ timeouts: TIMEOUTS }, 1_000);
    expect(client.isDirect).toBe(false);
    await expectTimeouts(client, ['0', '0', '0', '0']);
    await client.query(`begin; ${limitTransaction(TIMEOUTS)}`);
    await expectTimeouts(client, ['1234', '567', '1234', '4000']);
    await client.query('commit');
    await expectTimeouts(client, ['0', '0', '0', '0']);
    await client.end();
  });
});

/** A pool whose connections are taken for silent after so long. */
const aPool = async (answerMs: number, parameters = '') => {
  const orm = openDatabase({
    url: `${await aDatabase()}${parameters}`,
    maxConnections: 1,
    acquireTimeoutMs: 5_000,
    timeouts: { ...UNHURRIED, answerMs },
  });
  return { orm, pool: await poolOf(orm), close: () => orm.close(true) };
};

describe.concurrent('time-outs of work without end', () => {
  it('leave the one that ends the transaction of a program that is gone', async () => {
    const { pool, close } = await aPool(0);
    const client = await pool.connect();
    await expectTimeouts(client, ['0', '0', '300000', '0']);
    client.release();
    await close();
  });

  it('are lifted from a statement that is alone, and from one that waits for it', async () => {
    const timeouts = { statementMs: 300, lockMs: 300, answerMs: 30_000 };
    const orm = openDatabase({ url: await aDatabase(), maxConnections: 3, acquireTimeoutMs: 1_000, timeouts });
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const first = alone(orm, async () => {
      begun.resolve();
      await delay(1_000);
      order.push('first');
    });
    await begun.promise;
    await alone(orm, async () => order.push('second'));
    await first;
    expect(order).toEqual(['first', 'second']);
    await orm.close(true);
  });
});

describe.concurrent('a connection that is in use', () => {
  it('is not taken for silent while anything goes over it, however long that takes', async () => {
    const { pool, close } = await aPool(1_600);
    const client = await pool.connect();
    for (let round = 0; round < 8; round += 1) await client.query('select pg_sleep(0.3)');
    client.release();
    await close();
  });

  it('ends its transaction before it is taken for silent, where the server knows how', async ({ skip }) => {
    const { pool, close } = await aPool(2_500);
    const client = await pool.connect();
    if (!(await knowsTransactionTimeout(client))) {
      client.release();
      await close();
      return skip('before PostgreSQL 17');
    }
    const ended = new Promise<Error>((resolve) => client.once('error', resolve));
    await client.query('begin');
    const failed = client.query('select pg_sleep(30)').catch((error: unknown) => error);
    expect(await failed).toMatchObject({ code: '25P04' });
    await ended;
    client.release(true);
    await close();
  });
});

describe.concurrent("the driver's own time-out of a query", () => {
  it('in the URL leaves connections alone on which all is answered', async () => {
    const { pool, close } = await aPool(0, '?query_timeout=300');
    const client = await acquire(pool);
    const batch = new StatementBatch(client);
    const answered = batch.add({ name: null, text: 'select 1 as one', values: [] });
    client.query(batch);
    expect(await answered).toMatchObject({ rows: [{ one: 1 }] });
    await delay(600);
    expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    client.release();
    await close();
  });
});

describe.concurrent('a database from which nothing is heard any more', () => {
  let isHanging = false;
  let proxy: Server;
  let service: RunningService;
  let account: TestAccount;
  const forward = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (!isHanging) to.write(bytes);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };

  beforeAll(async () => {
    const database = new URL(await aDatabase());
    proxy = createServer((client) => {
      const server = connect({ host: database.hostname, port: Number(database.port) });
      forward(client, server);
      forward(server, client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const through = new URL(database);
    through.port = String((proxy.address() as AddressInfo).port);
    service = await aService({
      DATABASE_URL: through.href,
      DATABASE_STATEMENT_TIMEOUT_MS: '500',
      DATABASE_LOCK_TIMEOUT_MS: '500',
    });
    account = await anAccount(service);
  });
  afterAll(async () => {
    isHanging = false;
    await service.stop();
    proxy.close();
  });

  const note = (body: string) => service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body }] });

  it('is given up: every request is answered, and the next ones are served once it is back', async () => {
    expect((await note('before')).status).toBe(201);
    isHanging = true;
    const start = performance.now();
    const during = await Promise.all([1, 2, 3].map((n) => note(`during ${n}`)));
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(during.map(({ status }) => status)).toEqual([503, 503, 503]);
    isHanging = false;
    await delay(1_000);
    expect((await note('after')).status).toBe(201);
  });
});
