import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { whyNotReady } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { Connection } from '@carryover/adapters-persistence/sql/connection';
import { CommitInDoubt } from '@carryover/adapters-persistence/sql/store-failure';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { makeBeginTransaction } from '@carryover/adapters-persistence/sql/transaction';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';

const service = await theService({ DATABASE_MAX_CONNECTIONS: '8' });
const accounts = await Promise.all(Array.from({ length: 16 }, () => anAccount(service)));

const post = (account: TestAccount, id: string) =>
  service.post('/v1/data-import/transactions/create/', { ...account, transactions: [payment(id)] });

/** Ends every connection of the service, in whatever it is doing. */
const terminateAll = () =>
  service.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carryover' and datname = current_database()`,
  );

describe('connections that die under load', () => {
  it('cost no more than their own requests: every 201 is stored once, every other answer may be sent again', async () => {
    const acknowledged: string[] = [];
    let isOver = false;
    const client = async (account: TestAccount, name: number) => {
      for (let n = 0; !isOver; n += 1) {
        const id = `${name}-${n}`;
        const { status } = await post(account, id);
        expect([201, 500, 503]).toContain(status);
        if (status === 201) acknowledged.push(id);
      }
    };
    const clients = accounts.map(client);
    for (let round = 0; round < 10; round += 1) {
      await delay(150);
      await terminateAll();
    }
    isOver = true;
    await Promise.all(clients);

    const stored = await service.sql<{ id: string }>('select transaction_id as id from ledger_transaction');
    const ids = stored.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('leave the whole pool usable', async () => {
    const replies = await Promise.all(accounts.map((account) => post(account, 'after')));
    expect(replies.map(({ status }) => status)).toEqual(accounts.map(() => 201));
  });
});

describe('a commit that a node of a cluster did not answer', () => {
  it('is not taken for one that succeeded: the cluster only warns of it', async () => {
    const orm = openDatabase({
      url: service.databaseUrl,
      maxConnections: 1,
      acquireTimeoutMs: 5_000,
      timeouts: UNHURRIED,
    });
    const begin = makeBeginTransaction(orm);
    const commitWith = async (warning: string) => {
      const transaction = await begin();
      transaction.write(`do $$ begin raise warning '${warning}'; end $$`);
      await transaction.commit();
    };
    await commitWith('something else');
    await expect(commitWith('failed to commit transaction on 127.0.0.1:5432')).rejects.toBeInstanceOf(CommitInDoubt);
    // On another connection.
    await commitWith('something else');
    await orm.close(true);
  });
});

describe('a connection that is ready after its waiter has given up', () => {
  it('may end while nothing uses it', async () => {
    let connecting = Promise.resolve();
    const pool = new pg.Pool({
      Client: Connection,
      connectionString: service.databaseUrl,
      max: 1,
      connectionTimeoutMillis: 200,
      onConnect: () => connecting,
    });
    pool.on('error', () => {});
    const first = await pool.connect();
    const { promise, resolve } = Promise.withResolvers<void>();
    connecting = promise;
    const waiter = pool.connect();
    first.release(true);
    await expect(waiter).rejects.toThrow('timeout exceeded');
    resolve();
    await expect.poll(() => pool.idleCount).toBe(1);
    await service.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database() and usename = current_user`,
    );
    await expect.poll(() => pool.totalCount).toBe(0);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

describe('one account with many requests at once', () => {
  it('makes no other account wait', async () => {
    const [hot, cold] = accounts as [TestAccount, TestAccount];
    const [row] = await service.sql<{ id: string }>('select id from account where external_account_number = $1', [
      hot.external_account_number,
    ]);
    const blocker = new pg.Client({ connectionString: service.databaseUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from account where id = $1 for update', [row!.id]);
    const waiting = Array.from({ length: 40 }, (_, n) => post(hot, `hot-${n}`));
    await delay(200);
    expect((await post(cold, 'cold')).status).toBe(201);
    await blocker.query('rollback');
    await blocker.end();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 201));
  });
});

describe('a database URL that asks for encryption', () => {
  it('is not answered in plain text', async () => {
    const first = new Promise<string>((resolve) => {
      const listener = createServer((socket) => {
        socket.once('data', (bytes) => {
          resolve(bytes.toString('hex'));
          socket.destroy();
          listener.close();
        });
      }).listen(0, '127.0.0.1', () => {
        const { port } = listener.address() as AddressInfo;
        const url = `postgres://u:p@127.0.0.1:${port}/db?sslmode=verify-full`;
        const orm = openDatabase({ url, maxConnections: 1, acquireTimeoutMs: 1_000, timeouts: UNHURRIED });
        whyNotReady(orm).finally(() => orm.close(true));
      });
    });
    // The driver's request to speak TLS; a plain start would send the user's name.
    expect(await first).toBe('0000000804d2162f');
  });
});
