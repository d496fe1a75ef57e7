import { migrate } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { IS_IN_COMMIT_ORDER } from '@carryover/adapters-persistence/schema/commit-position';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { whileLocked } from '../support/a-lock.ts';
import { theService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { anAccount } from '../support/an-account.ts';
import { runSql } from '../support/run-sql.ts';
import { onNodes } from '../support/settled.ts';

const LIMITS = { RATE_LIMIT_PER_MINUTE: '100000' };
const first = await theService(LIMITS);
const second = await aServiceHere({ ...first.operatorEnvironment, ...LIMITS, DEMO: 'off' });
afterAll(second.stop);
const posts = [first.post, second.as(first.token)];

const again = (index: number, id: string, account: object = first.demoAccount) =>
  posts[index % 2]!('/v1/data-import/transactions/create/?check_previously_added=false', {
    ...account,
    transactions: [{ transaction_id: id, transaction_date: '2019-10-03', type: 'PAYMENT', amount: '1.00' }],
  });

const positions = (): Promise<ReadonlyArray<{ readonly position: string }>> =>
  first.sql('select commit_position::text as position from accepted_import order by commit_position');

describe('the commit position', () => {
  it('orders the imports of each account as they were committed, also in shared transactions of several services', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => anAccount(first)));
    await Promise.all(
      Array.from({ length: 240 }, (_, index) => again(index, 'SAME', accounts[Math.floor(index / 2) % 8])),
    );
    const rows = await first.sql<{ occurrences: ReadonlyArray<number> }>(
      `select array_agg(t.occurrence order by i.commit_position) as occurrences
       from ledger_transaction t join accepted_import i on i.account_id = t.account_id and i.id = t.import_id
       where t.transaction_id = 'SAME' group by t.account_id`,
    );
    const inOrder = Array.from({ length: 30 }, (_, index) => index);
    expect(rows).toEqual(accounts.map(() => ({ occurrences: inOrder })));
  });

  it('is that of the commits in a transaction that locks several accounts, unless a later one has committed', async () => {
    // On a cluster, on the node that has the account.
    const clients = onNodes(first.databaseUrl).map((connectionString) => new pg.Client({ connectionString }));
    for (const client of clients) await client.connect().then(() => client.query('begin'));
    const isInOrder = async () => {
      const rows = await Promise.all(clients.map((client) => client.query<{ isInOrder: boolean }>(IS_IN_COMMIT_ORDER)));
      return rows.every(({ rows: [row] }) => row!.isInOrder);
    };
    const before = await isInOrder();
    await again(0, 'LATER');
    expect([before, await isInOrder()]).toEqual([true, false]);
    for (const client of clients) await client.end();
  });

  it('is final once no open transaction can commit one before it', async () => {
    // Each node of a cluster has its own order.
    const nodes = onNodes(first.databaseUrl);
    const clients = nodes.map((connectionString) => new pg.Client({ connectionString }));
    const open: bigint[] = [];
    for (const client of clients) {
      await client.connect();
      await client.query('begin');
      open.push(BigInt((await client.query('select commit_position()::text as open')).rows[0].open));
    }
    const id = (await again(0, 'AFTER')).headers.get('X-Import-Id');
    const [row] = await first.sql<{ position: string }>(
      'select commit_position::text as position from accepted_import where id = $1',
      [id],
    );
    const position = BigInt(row!.position);
    const node = open.findLastIndex((before) => before < position);
    const final = async () =>
      BigInt((await runSql<{ final: string }>(nodes[node]!, 'select final_position()::text as final'))[0]!.final);
    expect((await final()) <= open[node]!).toBe(true);
    for (const client of clients) {
      await client.query('commit');
      await client.end();
    }
    await expect.poll(async () => (await final()) > position).toBe(true);
  });

  it('is not moved on by a start beside what others import', async () => {
    const offset = () => first.sql('select commit_position_offset()::text as offset');
    const before = await offset();
    await whileLocked(
      first.databaseUrl,
      (sql) => sql('lock table storage_verification in access exclusive mode'),
      () => first.sql('select continue_commit_positions()'),
      () => again(0, 'MEANWHILE'),
    );
    expect(await offset()).toEqual(before);
  });

  it('goes on after those of a dump that was restored into a new cluster', async () => {
    await first.sql('update accepted_import set commit_position = commit_position + 5000000000');
    const before = (await positions()).map(({ position }) => BigInt(position));
    const options = { maxConnections: 1, acquireTimeoutMs: 5_000, timeouts: UNHURRIED };
    const orm = openDatabase({ url: first.databaseUrl, ...options });
    await migrate(orm);
    await migrate(orm);
    await orm.close(true);
    await again(1, 'RESTORED');
    const after = (await positions()).map(({ position }) => BigInt(position));
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)! > before.at(-1)!).toBe(true);
  });
});
