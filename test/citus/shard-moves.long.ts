import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makePostgresCorrections } from '@carryover/adapters-persistence/corrections/corrections';
import { makePostgresUnitOfWork } from '@carryover/adapters-persistence/imports/unit-of-work';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { readChanges } from '@carryover/adapters-persistence/queries/feed/read-changes';
import { onSupplierSnapshot } from '@carryover/adapters-persistence/sql/snapshot';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { makeOperatorUseCases } from '@carryover/operations/connect';
import { readDataSettings } from '@carryover/settings/data-settings';
import { EnvironmentReader } from '@carryover/settings/environment';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import pg from 'pg';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { aFolder, ndjson } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anImportCommand } from '../support/an-import-command.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { runSql } from '../support/run-sql.ts';
import { settled } from '../support/settled.ts';
import { noneLeft } from './writers.ts';

const service = await theService({ SEAL_INTERVAL_SECONDS: '86400' });
const account = await anAccount(service);

const onNode = (url: string): string => `${new URL(new URL(service.databaseUrl).pathname, url)}`;

const PLACE = `
  select s.shardid as shard, s.nodeport as port, n.nodeport as other_port,
         (select min(shardid) from citus_shards where table_name = s.table_name and nodeport = s.nodeport) as first
  from citus_shards s
  join pg_dist_node n on n.shouldhaveshards and n.nodeport <> s.nodeport
  where s.shardid = (select get_shard_id_for_distribution_column('account', id) from account
                     where external_account_number = $1)`;
/** The shard of an account, its worker and the other one; `first`: the first shard of accounts on the worker. */
type Place = {
  readonly shard: string;
  readonly port: number;
  readonly other_port: number;
  readonly first: string;
};

/** A shard of a table, its worker and the other one. */
const ANY_SHARD = `
  select s.shardid as shard, s.nodeport as port, n.nodeport as other_port from citus_shards s
  join pg_dist_node n on n.shouldhaveshards and n.nodeport <> s.nodeport
  where s.table_name = $1::regclass order by s.shardid limit 1`;

const coordinator = onNode(inject('citusNodes')[0]!.superuserUrl);

const placeOf = async ({ external_account_number: number }: TestAccount): Promise<Place> =>
  (await runSql<Place>(coordinator, PLACE, [number]))[0]!;

const moveShard = (shard: string, from: number, to: number): Promise<unknown> => {
  const sql = `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')`;
  return runSql(coordinator, sql, [shard, from, to]);
};

/** Moves all rows of the account to the other worker. */
const moveAccount = async (): Promise<void> => {
  const { shard, port, other_port } = await placeOf(account);
  await moveShard(shard, port, other_port);
};

beforeEach(() => noneLeft(coordinator));

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
  return openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 60_000, timeouts: UNHURRIED });
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

/** A transaction on a worker that waits for a lock on a shard of accounts, and holds it. */
const aHolder = async (url: string, shard: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; set local citus.enable_manual_changes_to_shards = on');
  return {
    lock: () => client.query(`lock table account_${shard} in access exclusive mode`),
    end: () => client.end(),
  };
};

const QUEUED = `
  select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.relation = $1::regclass and not l.granted`;

describe('a reader of the feed that waits', () => {
  it.each([0, 1])('misses no account that left its node meanwhile and came back, through node %i', async (node) => {
    const orm = openNode(node);
    // A reader comes to the first shard of a node first.
    let place = await placeOf(account);
    while (place.shard === place.first) place = await placeOf(await anAccount(service));
    const { shard, port, other_port, first } = place;
    await settled(service);
    const read = async () => {
      const of = { organisationId: null, organisation: null, supplier: null };
      const page = await readChanges(orm)({ after: null, limit: 1_000, ...of })();
      if (E.isLeft(page) || typeof page.right === 'string') return page;
      const { changes, next } = page.right;
      return { changes, next };
    };
    const stored = await read();
    const worker = onNode(inject('citusNodes').find(({ url }) => new URL(url).port === String(port))!.superuserUrl);
    const queued = (count: number) =>
      expect.poll(() => runSql(worker, QUEUED, [`account_${first}`])).toHaveLength(count);
    const [before, within] = [await aHolder(worker, first), await aHolder(worker, first)];

    await before.lock();
    // It looks where the accounts are, and at what is stored; behind the lock that is next, it begins to read.
    const reading = read();
    await queued(1);
    const next = within.lock();
    await queued(2);
    await before.end();
    await next;
    await queued(1);
    await moveShard(shard, port, other_port);
    await moveShard(shard, other_port, port);
    await within.end();
    expect(await reading).toEqual(stored);
    await orm.close(true);
  });
});

const BY = { performedBy: 'test', performedBySubject: null, performedByIssuer: null, reason: null };

const useCasesOn = (orm: ReturnType<typeof openNode>) =>
  makeOperatorUseCases(orm, readDataSettings(new EnvironmentReader(service.operatorEnvironment)));

/** Takes the second of two connections; who has the first cannot look whether a shard was moved, until it is given back. */
const connectionOf = (orm: ReturnType<typeof openNode>) => {
  const em = orm.em.fork();
  const taken = Promise.withResolvers<void>();
  let isTaken = false;
  const take = (): void => {
    if (!isTaken) taken.resolve(em.begin());
    isTaken = true;
  };
  return { take, taken: taken.promise, giveBack: () => em.rollback() };
};

describe('an export', () => {
  it('begins again if an import was undone after a shard was moved', async () => {
    const post = async (kind: string, items: object): Promise<string> => {
      const reply = await service.post(`/v1/data-import/${kind}/create/`, { ...account, ...items });
      expect(reply.status).toBe(201);
      return reply.headers.get('X-Import-Id')!;
    };
    await post('notes', { notes: [{ body: 'Moved.' }] });
    await post('transactions', { transactions: [payment('T-kept')] });
    const id = await post('transactions', { transactions: [payment('T-undone')] });
    await settled(service);

    const orm = openNode(0);
    const { exportSupplier } = await useCasesOn(orm);
    const other = connectionOf(orm);
    const files: string[] = [];
    const onProgress = (file: string): void => {
      if (file !== files.at(-1)) files.push(file);
      if (files.length === 2) other.take();
    };
    const out = aFolder();
    const asked = { account: null, format: 'ndjson', values: 'submitted', after: null, out, isResumed: false } as const;
    const supplier = { code: account.import_supplier };
    const exported = exportSupplier({ ...asked, supplier, onProgress, actor: BY })();
    await other.taken;
    await moveAccount();
    const undone = await anOperator(service.operatorEnvironment)(
      'imports',
      'undo',
      '--id',
      id,
      '--reason',
      'by mistake',
    );
    expect(undone.code).toBe(0);
    await other.giveBack();

    expect(await exported).toMatchObject({ _tag: 'Right', right: { kept: 0 } });
    const written = ['accounts.ndjson', 'notes.ndjson'];
    expect(files).toEqual([...written, ...written, 'transactions.ndjson']);
    const transactions = ndjson(join(out, 'transactions.ndjson')).map(({ transaction_id }) => transaction_id);
    expect(transactions).toEqual(['T-kept']);
    await orm.close(true);
  });
});

describe('what lacks rows because a shard was moved is refused', () => {
  const refused = { kind: 'store_failure', cause: { message: expect.stringContaining('A shard was moved') } };

  it('as the export of an account', async () => {
    const orm = openNode(0);
    const { exportAccount } = await useCasesOn(orm);
    const name = {
      supplier: { code: account.import_supplier },
      externalAccountNumber: account.external_account_number,
    };
    const write = async (text: AsyncIterable<string>) => {
      let moved: Promise<void> | undefined;
      for await (const _ of text) {
        moved ??= moveAccount();
        await moved;
      }
      return E.right(undefined);
    };
    expect(await exportAccount({ account: name, write, actor: BY })()).toMatchObject({ _tag: 'Left', left: refused });
    await orm.close(true);
  });

  it('as a check of the storage', async () => {
    const orm = openNode(0);
    const { suppliers, verifyStorage } = await useCasesOn(orm);
    const supplier = await suppliers.show({ code: account.import_supplier })();
    if (E.isLeft(supplier)) throw new Error(supplier.left.kind);
    const other = connectionOf(orm);
    const checked = verifyStorage(supplier.right, { account: null, onProgress: other.take })();
    await other.taken;
    await moveAccount();
    await other.giveBack();
    expect(await checked).toMatchObject({ _tag: 'Left', left: refused });
    await orm.close(true);
  });

  it.each(['account', 'refused_import', 'dry_run'])('as a reconciliation: one of %s', async (table) => {
    const orm = openNode(0);
    const { suppliers, reconcile } = await useCasesOn(orm);
    const supplier = await suppliers.show({ code: account.import_supplier })();
    if (E.isLeft(supplier)) throw new Error(supplier.left.kind);
    const other = connectionOf(orm);
    const reconciled = reconcile(supplier.right, { expected: null, sink: {}, onProgress: other.take })();
    await other.taken;
    const [place] = await runSql<Omit<Place, 'first'>>(coordinator, ANY_SHARD, [table]);
    await moveShard(place!.shard, place!.port, place!.other_port);
    await other.giveBack();
    expect(await reconciled).toMatchObject({ _tag: 'Left', left: refused });
    await orm.close(true);
  });

  it('also before its end', async () => {
    const orm = openNode(0);
    const supplier = await (await useCasesOn(orm)).suppliers.show({ code: account.import_supplier })();
    if (E.isLeft(supplier)) throw new Error(supplier.left.kind);
    let reads = 0;
    const read = onSupplierSnapshot(orm, { checkEveryMs: 0 })(supplier.right, async (snapshot) => {
      await snapshot.read(t.type({}), 'select');
      reads += 1;
      await moveAccount();
      await snapshot.read(t.type({}), 'select');
      reads += 1;
    });
    expect(await read()).toMatchObject({ _tag: 'Left', left: refused });
    expect(reads).toBe(1);
    await orm.close(true);
  });
});
