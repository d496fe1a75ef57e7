import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { makePostgresCorrections } from '@carryover/adapters-persistence/corrections/corrections';
import { makePostgresUnitOfWork } from '@carryover/adapters-persistence/imports/unit-of-work';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, inject, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anImportCommand } from '../support/an-import-command.ts';
import { runSql } from '../support/run-sql.ts';

const service = await theService();
const account = await anAccount(service);

const onNode = (url: string): string => `${new URL(new URL(service.databaseUrl).pathname, url)}`;

const NODES = `
  select s.shardid as shard, s.nodeport as from_port, n.nodeport as to_port
  from citus_shards s
  join pg_dist_node n on n.shouldhaveshards and n.nodeport <> s.nodeport
  where s.shardid = (select get_shard_id_for_distribution_column('account', id) from account
                     where external_account_number = $1)`;

/** Moves all rows of the account to the other worker. */
const moveAccount = async (): Promise<void> => {
  const url = onNode(inject('citusNodes')[0]!.superuserUrl);
  const [move] = await runSql<{ shard: string; from_port: number; to_port: number }>(url, NODES, [
    account.external_account_number,
  ]);
  const { shard, from_port, to_port } = move!;
  const sql = `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')`;
  await runSql(url, sql, [shard, from_port, to_port]);
};

const POLL_MS = 50;
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;

/** Resolves once a node waits for the lock of a shard that is in use. */
const isWaiting = async (): Promise<'waits'> => {
  for (;;) {
    const waiting = await Promise.all(
      inject('citusNodes').map(({ superuserUrl }) => runSql(onNode(superuserUrl), WAITING)),
    );
    if (waiting.some((rows) => rows.length > 0)) return 'waits';
    await delay(POLL_MS);
  }
};

/** Starts to move the account, and waits until that waits or is done. */
const startMove = () => {
  const moved = moveAccount().then(() => 'moved' as const);
  return { moved, meanwhile: () => Promise.race([moved, isWaiting()]) };
};

/** The store through a node. */
const openNode = (node: number) => {
  const url = onNode(inject('citusNodes')[node]!.url);
  return openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
};

describe('the rows of an account stay on their node', () => {
  it.each([0, 1, 2])('until a request through node %i ends', async (node) => {
    const orm = openNode(node);
    const unitOfWork = makePostgresUnitOfWork(orm, UNHURRIED.statementMs);
    const [supplier] = await service.sql<{ organisationId: string; supplierCode: string }>(
      'select organisation_id as "organisationId", code as "supplierCode" from import_supplier where code = $1',
      [account.import_supplier],
    );
    const ref = { ...supplier!, externalAccountNumber: account.external_account_number };
    let move: ReturnType<typeof startMove> | undefined;
    const moveMeanwhile = () => {
      move = startMove();
      return move.meanwhile();
    };
    const meanwhile = await unitOfWork.run(anImportCommand(ref), (store) =>
      TE.chainW(() => TE.fromTask(moveMeanwhile))(store.accounts.locked),
    )();
    expect(meanwhile).toEqual({ _tag: 'Right', right: 'waits' });
    expect(await move?.moved).toBe('moved');
    const notes = [{ body: `${node}` }];
    expect((await service.post('/v1/data-import/notes/create/', { ...account, notes })).status).toBe(201);
    await orm.close(true);
  });

  it('until the operator has undone an import', async () => {
    const orm = openNode(0);
    const [stored] = await service.sql<{ id: string }>('select id from account where external_account_number = $1', [
      account.external_account_number,
    ]);
    const subject = { organisation: '', supplierCode: null, externalAccountNumber: null, ledgerNumber: null };
    const selection = { importId: randomUUID(), commit: true };
    const { meanwhile, moved } = await orm.em.fork().transactional(async (em) => {
      await makePostgresCorrections(em, false).lockImports({ id: stored!.id, subject }, selection)();
      const move = startMove();
      return { meanwhile: await move.meanwhile(), moved: move.moved };
    });
    expect(meanwhile).toBe('waits');
    expect(await moved).toBe('moved');
    await orm.close(true);
  });
});
