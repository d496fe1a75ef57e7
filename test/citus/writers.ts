import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import type { RunningService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import type { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import type { Post } from '../support/requests.ts';
import { runSql } from '../support/run-sql.ts';
import { onNodes } from '../support/settled.ts';

type Operator = ReturnType<typeof anOperator>;

const [ACCOUNTS, IMPORTS, UNDO_EVERY] = [8, 20, 4];
/** The imports of all writers, without what they repeat. */
export const WRITTEN = ACCOUNTS * IMPORTS;

/** The addresses of a service's database on each node, as the superuser. */
export const superusersOf = ({ databaseUrl }: Pick<RunningService, 'databaseUrl'>): ReadonlyArray<string> =>
  inject('citusNodes').map(({ superuserUrl }) => new URL(new URL(databaseUrl).pathname, superuserUrl).href);

const MOVE = `
  select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport, 'block_writes')
  from citus_shards s join pg_dist_node n on n.shouldhaveshards and n.nodeport <> s.nodeport
  where s.shardid = (select get_shard_id_for_distribution_column('account', id) from account
                     where external_account_number = $1)`;

const SHARD = `
  select get_shard_id_for_distribution_column('account', id)::text as shard from account where external_account_number = $1`;

/** Imports and undoes, each until it is answered, and then told. @returns the ids of what was answered, in the order of the commits. */
const write = async (
  operator: Operator,
  post: Post,
  account: TestAccount,
  onImport: () => Promise<void>,
): Promise<ReadonlyArray<string>> => {
  const told: string[] = [];
  for (let index = 0; index < IMPORTS; index += 1) {
    const transactions = [payment('AGAIN'), payment(`T-${index}`)];
    for (;;) {
      const reply = await post('/v1/data-import/transactions/create/', { ...account, transactions }).catch(() => null);
      if (reply?.status !== 201) continue;
      const id = reply.headers.get('X-Import-Id')!;
      told.push(`import.accepted/${id}`);
      if (index % UNDO_EVERY < UNDO_EVERY - 1) break;
      const undo = await operator('imports', 'undo', '--id', id, '--reason', 'by mistake');
      if (undo.code === 0) told.push(`import.undone/${id}`);
      break;
    }
    await onImport();
  }
  return told;
};

/** A shard does not move to a node that still has what an earlier move left there, and a snapshot keeps that from being removed. */
export const noneLeft = (superuser: string) =>
  expect
    .poll(async () => {
      await runSql(superuser, 'call citus_cleanup_orphaned_resources()');
      return (await runSql(superuser, 'select from pg_dist_cleanup')).length;
    })
    .toBe(0);

/** Accounts and their writers, half of them through a service on another node. */
export const writers = async (service: RunningService, operator: Operator) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carryover-writers-'));
  const other = await aServiceHere({
    ...service.operatorEnvironment,
    ...{ DATA_DIR: dataDir, DATABASE_URL: onNodes(service.databaseUrl)[1]! },
    ...{ DATABASE_MIGRATION_URL: service.databaseUrl, RATE_LIMIT_PER_MINUTE: '100000', SHUTDOWN_DELAY_MS: '0' },
  });
  const posts = [service.post, other.as(await other.token(service.demo.api_key))];
  const accounts: TestAccount[] = [];
  for (let made = 0; made < ACCOUNTS; made += 1) accounts.push(await anAccount(service));
  const [superuser] = superusersOf(service);
  return {
    accounts,
    write: (index: number, onImport: () => Promise<void>) =>
      write(operator, posts[index % posts.length]!, accounts[index]!, onImport),
    /** Returns accounts of different shards. */
    apart: async (): Promise<ReadonlyArray<TestAccount>> => {
      const byShard = new Map<string, TestAccount>();
      for (const account of accounts) {
        const [row] = await runSql<{ shard: string }>(superuser!, SHARD, [account.external_account_number]);
        byShard.set(row!.shard, account);
      }
      return [...byShard.values()];
    },
    /** Moves the shard of an account to another node. @returns the number of shards that moved. */
    move: async ({ external_account_number: number }: TestAccount): Promise<number> =>
      (await runSql(superuser!, MOVE, [number])).length,
    stop: async (): Promise<void> => {
      await other.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
