import { readFigures, readSeries } from '@carryover/adapters-persistence/queries/figures';
import { listLoads } from '@carryover/adapters-persistence/queries/loads';
import { readMigrationOverview } from '@carryover/adapters-persistence/queries/migration-overview';
import { ADVISORY_LOCKS } from '@carryover/adapters-persistence/sql/advisory-locks';
import { query } from '@carryover/adapters-persistence/sql/query';
import { netOf } from '@carryover/console/figures/supplier-figures';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { KINDS, type Kind, payloadOf } from '../../operations/five-kinds.ts';
import { theService } from '../../support/a-service.ts';
import { anAccount, type TestAccount } from '../../support/an-account.ts';
import { idOf, makeUndoableAccounts } from '../an-undoable-account.ts';
import { done, summed, theFigures } from './the-figures.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const figures = await theFigures(service);
const { em, supplier } = figures;
const totals = async () => (await done(readFigures(em)(supplier))).totals;
afterAll(() => figures.close());

const account = () => anAccount(service, { openFrom: '2026-01-01', openTo: null });

/** Of all requests with notes. */
const LOAD = '3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be001';

const send = (to: TestAccount, kind: Kind, name: string) =>
  service.post(
    `/v1/data-import/${kind}/create/`,
    { ...to, ...payloadOf(kind, name, 2) },
    kind === 'notes' ? { 'Carryover-Load-Id': LOAD } : {},
  );

/** Imports of all kinds, the same again, refusals and dry runs; one of the imports is undone. */
const work = async (): Promise<void> => {
  const to = await account();
  const { undo } = makeUndoableAccounts(service);
  const [notes] = await Promise.all(KINDS.map((kind) => send(to, kind, 'A')));
  await Promise.all([
    ...KINDS.map((kind) => send(to, kind, 'A')),
    service.post('/v1/data-import/notes/create/', { ...to, external_account_number: 'E-unknown', notes: [] }),
    service.post('/v1/data-import/notes/create/', { ...to, import_supplier: 'UNKNOWN', notes: [{ body: 'A' }] }),
    service.post('/v1/data-import/transactions/validate/', { ...to, ...payloadOf('transactions', 'B', 3) }),
    service.post('/v1/data-import/transactions/validate/', { ...to, transactions: [] }),
  ]);
  await undo('--id', idOf(notes!), '--even-if-answered');
};

/** The advisory locks of the processes that count and verify. */
const { rollups: COUNTING, rollupVerification: VERIFYING } = ADVISORY_LOCKS;

const LOCKS = [COUNTING, VERIFYING].map((lock) => lock % 2 ** 32);
const IS_ADVISORY = `
  locktype = 'advisory' and objid = any($1::oid[])
  and database = (select oid from pg_database where datname = current_database())`;
/** The number of the transaction that counts or verifies, and waits for a lock: one without it holds back nothing (ADR 5). */
const WAITING = `
  select backend_xid::text as number from pg_stat_activity
  where pid in (select pid from pg_locks where ${IS_ADVISORY}) and pid in (select pid from pg_locks where not granted)`;

/** Kills connections that count or verify, each as soon as one is seen. */
const killWorkers = async (kills: number): Promise<void> => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  for (let killed = 0; killed < kills; )
    killed += (await client.query(`select pg_terminate_backend(pid) from pg_locks where ${IS_ADVISORY}`, [LOCKS]))
      .rowCount!;
  await client.end();
};

/** Begins a step, and has it wait for a table that it reads. @returns its number then; `release` awaits its end. */
const whileItReads = async (table: string, step: () => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  const running = step();
  await expect.poll(async () => (await service.sql(WAITING, [LOCKS])).length).toBe(1);
  const waiting = await service.sql<{ number: string | null }>(WAITING, [LOCKS]);
  const release = async () => {
    await client.end();
    await running;
  };
  return { numbers: waiting.map(({ number }) => number), release };
};

/** The figures are what the tables have, counted row by row. */
const STORED = `
  select (select count(*)::int from account a where exists (
            select from note n where n.account_id = a.id)
            or exists (select from ledger_transaction r where r.account_id = a.id)
            or exists (select from billing_document r where r.account_id = a.id)
            or exists (select from historical_statement r where r.account_id = a.id)
            or exists (select from payment_instruction r where r.account_id = a.id)) as accounts,
         (select count(*)::int from note n where exists (select from accepted_import i
            where i.account_id = n.account_id and i.id = n.import_id and i.endpoint = 'notes/create')) as notes,
         (select count(*)::int from ledger_transaction) as transactions,
         (select count(*)::int from billing_document) as documents,
         (select count(*)::int from historical_statement) as statements,
         (select count(*)::int from payment_instruction) as instructions`;

const expectStored = async () => {
  const [row] = await service.sql<Record<string, number>>(STORED);
  const { accounts, notes, transactions, documents, statements, instructions } = row!;
  const counted = await totals();
  const of = (...endpoints: ReadonlyArray<string>) =>
    counted.filter(({ endpoint }) => endpoints.some((name) => endpoint.startsWith(name)));
  const history = of('historical-billing-documents');
  expect({
    accounts: netOf(counted, 'accounts'),
    notes: netOf(of('notes'), 'storedItems'),
    transactions: netOf([...of('transactions'), ...history], 'storedItems') - netOf(history, 'storedDocuments'),
    documents: netOf(counted, 'storedDocuments'),
    statements: netOf(of('historical-statements'), 'storedItems'),
    instructions: netOf(of('payment-instruction'), 'storedItems'),
  }).toEqual({ accounts, notes, transactions, documents, statements, instructions });
  const progress = await figures.progress();
  expect(progress.accountsWithData).toBe(accounts);
  expect(progress.items).toEqual({
    notes: notes! + progress.notesAddedByService!,
    ...{ transactions, billingDocuments: documents, statements, paymentInstructions: instructions },
  });
  const { migrations } = await done(readMigrationOverview(em));
  const state = migrations.find(({ code }) => code === supplier.code)!;
  expect([state.accountsWithData, state.stored]).toEqual([
    accounts,
    { notes, transactions, billingDocuments: documents, statements, paymentInstructions: instructions },
  ]);
};

/** The loads are what the records have, counted row by row. */
const BY_LOAD = `
  select load_id as "loadId", sum(accepted)::int as accepted, sum(refused)::int as refused, sum(dry)::int as "dryRuns",
         sum(undone)::int as undone, sum(items)::int as items, sum(stored)::int as "storedItems"
  from (
    select i.load_id, 1 as accepted, 0 as refused, 0 as dry, (u.import_id is not null)::int as undone, i.item_count as items,
           case when u.import_id is null then i.stored_items else 0 end as stored
    from accepted_import i left join import_undo u on u.account_id = i.account_id and u.import_id = i.id
    union all
    select load_id, 0, 1, 0, 0, coalesce(item_count, 0), 0 from refused_import where supplier_code = $1
    union all
    select load_id, 0, 0, 1, 0, 0, 0 from dry_run where supplier_code = $1) record
  group by load_id order by load_id`;

const expectLoads = async () => {
  const listed = await done(listLoads(em)({ supplier, limit: 10 }));
  const counts = listed.map(({ loadId, accepted, refused, dryRuns, undone, items, storedItems }) => {
    return { loadId, accepted, refused, dryRuns, undone, items, storedItems };
  });
  const stored = await service.sql(BY_LOAD, [supplier.code]);
  expect(counts.toSorted((a, b) => Number(a.loadId === null) - Number(b.loadId === null))).toEqual(stored);
  for (const { firstSlot, lastSlot } of listed) expect(firstSlot.getTime()).toBeLessThanOrEqual(lastSlot.getTime());
};

const expectFullCount = async () => {
  await expectLoads();
  const counted = await totals();
  expect(summed(counted)).toEqual(await figures.fullCount());
  expect((await done(readFigures(em)(supplier))).accounts).toEqual((await figures.progress()).accounts);
  await expectStored();
};

/** Returns numbers from 0 to 1, the same ones for a seed. */
const aSequence = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

describe('rollups', () => {
  it('are a full count of import records and accounts, also while workers are killed', async () => {
    const working = Promise.all(Array.from({ length: 8 }, work));
    const killing = killWorkers(10);
    let isKilling = true;
    killing.finally(() => {
      isKilling = false;
    });
    while (isKilling) {
      await service.sql('update rollup_progress set verified_at = null');
      await Promise.all([figures.keep, figures.keep, figures.verify, figures.verify].map((step) => step()));
    }
    await working;
    await service.sql('update rollup_progress set verified_at = null');
    await figures.keepUp();
    await expectFullCount();
  });

  it('have the same sums by spans of time', async () => {
    const all = await totals();
    const series = await done(readSeries(em)(supplier, { since: new Date(0), stepSeconds: 60 }));
    expect(summed(series)).toEqual(summed(all));
  });

  it('do not change if all is counted again', async () => {
    const before = await totals();
    await service.sql(`update rollup_progress set counted_to = 'epoch'`);
    await figures.keepUp();
    expect(await totals()).toEqual(before);
  });

  it('get what became visible late, or has an id of a slow clock, by the next verification', async () => {
    await service.sql(
      `insert into refused_import (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, item_count,
         status, code, detail)
       select (lpad(to_hex((extract(epoch from now() - interval '1 day') * 1000)::bigint), 12, '0')
                || '70008000000000000000')::uuid, now(), organisation_id, id, 'notes/create', $2, 3, 400, 'late', ''
       from api_key where organisation_id = $1 limit 1`,
      [supplier.organisationId, supplier.code],
    );
    await service.sql('update rollup_progress set verified_at = null');
    await figures.keepUp();
    await expectFullCount();
  });

  it('lose what housekeeping deletes', async () => {
    await service.sql(`delete from refused_import where code = 'late'`);
    await service.sql('update rollup_progress set verified_at = null');
    await figures.keepUp();
    await expectFullCount();
  });

  it('count accounts of a file that was imported since', async () => {
    await account();
    await service.sql(
      `insert into operator_action (id, performed_by, action, organisation)
       values (gen_random_uuid(), 'Ada', 'account import', 'Demo organisation')`,
    );
    await figures.keepUp();
    await expectFullCount();
  });

  it('are counted by one process at a time, and verified by one, and neither waits for the other', async () => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const whileLocked = async (lock: number) => {
      await client.query('select pg_advisory_lock($1)', [lock]);
      const states = [await done(figures.keep), await done(figures.verify)];
      await client.query('select pg_advisory_unlock($1)', [lock]);
      // Whether something is to be counted by now is not asked.
      return states.map((state) => state === 'elsewhere');
    };
    expect([await whileLocked(COUNTING), await whileLocked(VERIFYING)]).toEqual([
      [true, false],
      [false, true],
    ]);
    await client.end();
  });

  it('hold back nothing that waits for what is final while they are counted', async () => {
    const { numbers, release } = await whileItReads('removed_rollup', () => done(figures.keep));
    expect(numbers).toEqual([null]);
    await release();
    await figures.keepUp();
    await expectFullCount();
  });

  it('are counted while a verification reads, and each event once, whichever stores first', async () => {
    // What the verification reads last, before it stores.
    const { numbers, release } = await whileItReads('account', async () => {
      await service.sql('update rollup_progress set verified_at = null');
      return done(figures.verify);
    });
    expect(numbers).toEqual([null]);
    await service.sql(
      `insert into refused_import (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, item_count,
         status, code, detail)
       select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid, now(),
              organisation_id, id, 'notes/create', $2, 3, 400, 'live', ''
       from api_key where organisation_id = $1 limit 1`,
      [supplier.organisationId, supplier.code],
    );
    while ((await done(figures.keep)) !== 'current');
    const live = async () => (await totals()).filter(({ code }) => code === 'live').map(({ requests }) => requests);
    expect(await live()).toEqual([1]);
    await release();
    await figures.keepUp();
    expect(await live()).toEqual([1]);
    await expectFullCount();
  });

  it('are counted in steps of whole slots with at least a number of records', async () => {
    await service.sql(
      `insert into refused_import (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, item_count,
         status, code, detail)
       select (lpad(to_hex((extract(epoch from now() - make_interval(hours => hours)) * 1000)::bigint), 12, '0')
                || '70008' || lpad(to_hex(n), 15, '0'))::uuid, now(), $1, gen_random_uuid(), 'notes/create', $2, 3, 400,
              'many', ''
       from (values (3, 10001), (2, 5)) spans (hours, count) cross join lateral generate_series(1, count) n`,
      [supplier.organisationId, supplier.code],
    );
    await service.sql(`update rollup_progress set counted_to = 'epoch'`);
    const many = async () => {
      const counts = await totals();
      return counts.filter(({ code }) => code === 'many').map(({ requests, items }) => [requests, items]);
    };
    expect([await done(figures.keep), await many()]).toEqual(['behind', [[10_001, 30_003]]]);
    expect([await done(figures.keep), await many()]).toEqual(['behind', [[10_006, 30_018]]]);
    await service.sql(`delete from refused_import where code = 'many'`);
    await service.sql('update rollup_progress set verified_at = null');
    await figures.keepUp();
    await expectFullCount();
  });

  it('are what is stored after any imports, imports that are sent again, and undos, in any order', async () => {
    const random = aSequence(27);
    const pick = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)]!;
    const { undo } = makeUndoableAccounts(service);
    const accounts = await Promise.all(Array.from({ length: 2 }, account));
    const ids: string[] = [];
    for (let step = 0; step < 50; step += 1) {
      if (random() < 0.4 && ids.length > 0) {
        await undo('--id', pick(ids), '--even-if-answered');
      } else {
        const reply = await send(pick(accounts), pick(KINDS), pick(['A', 'B']));
        if (reply.status === 201) ids.push(idOf(reply));
      }
      if (step % 20 === 0) await figures.keepUp();
    }
    await figures.keepUp();
    await expectFullCount();
  });

  it('of old records are merged as soon as they are counted: what pages add up does not wait for a verification', async () => {
    await service.sql(
      `insert into refused_import (id, received_at, organisation_id, api_key_id, endpoint, supplier_code, item_count,
         status, code, detail)
       select (lpad(to_hex((extract(epoch from now() - make_interval(days => days, secs => 10 * n)) * 1000)::bigint), 12, '0')
                || '70008' || lpad(to_hex(n), 15, '0'))::uuid, now(), $1, gen_random_uuid(), 'notes/create', $2, 3, 400,
              'month', ''
       from unnest(array[3, 40]) days cross join generate_series(1, 1000) n`,
      [supplier.organisationId, supplier.code],
    );
    await service.sql(`update rollup_progress set counted_to = 'epoch'`);
    while ((await done(figures.keep)) !== 'current');
    const spans = await service.sql(
      `select slot < now() - interval '31 days' as "areDays", count(*) <= 4 as "areMerged", sum(requests)::int as requests
       from import_rollup where code = 'month' group by 1 order by 1`,
    );
    expect(spans).toEqual([
      { areDays: false, areMerged: true, requests: 1000 },
      { areDays: true, areMerged: true, requests: 1000 },
    ]);
    await service.sql(`delete from refused_import where code = 'month'`);
    await service.sql(`update rollup_progress set counted_to = 'epoch'`);
    await figures.keepUp();
    await expectFullCount();
  });

  it('tell when something was stored last from a few rows, however much was refused since', async () => {
    await service.operator.createSupplier('Demo organisation', 'REFUSED');
    await service.sql(
      `insert into import_rollup
       select $1, 'REFUSED', now() - make_interval(hours => 2, secs => 10 * n), 'notes/create',
              case when n = 20000 then 'accepted' else 'refused' end, 'of REFUSED', gen_random_uuid(), 1, 1, 1, 0, 0
       from generate_series(1, 20000) n`,
      [supplier.organisationId],
    );
    await service.sql('vacuum analyze import_rollup');
    const { migrations, read } = await em.fork().transactional(async (own) => {
      // Of this connection, since others count and vacuum meanwhile; its earlier transactions are counted, too.
      const rows = async () => {
        const [row] = await query(
          own,
          `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'import_rollup'`,
        );
        return (row as { readonly rows: number }).rows;
      };
      const before = await rows();
      const overview = await done(readMigrationOverview(own));
      return { ...overview, read: (await rows()) - before };
    });
    expect(migrations.find(({ code }) => code === 'REFUSED')?.lastStoredAt).toBeInstanceOf(Date);
    expect(read).toBeLessThan(1_000);
    await service.sql(`delete from import_rollup where supplier_code = 'REFUSED'`);
  });

  it('merge old spans into hours and days, with the same totals', async () => {
    const { organisationId, code } = supplier;
    await service.sql(
      `insert into import_rollup
       select $1, $2, date_bin('10 seconds', now(), 'epoch') - make_interval(days => days, secs => 10 * n),
              'notes/create', 'refused', 'old', '00000000-0000-0000-0000-000000000000', n, 2 * n, 0, 0, 0
       from unnest(array[3, 40]) days cross join generate_series(1, 30) n`,
      [organisationId, code],
    );
    await service.sql(
      `insert into import_total
       select organisation_id, supplier_code, endpoint, outcome, code, sum(requests), sum(items), 0, 0, 0
       from import_rollup where code = 'old' group by 1, 2, 3, 4, 5`,
    );
    const before = await totals();
    await service.sql('update rollup_progress set verified_at = null');
    await figures.keepUp();
    const spans = await service.sql(
      `select case when slot < now() - interval '31 days' then 'day' else 'hour' end as span,
              count(*) <= 2 as merged,
              sum(requests)::int as requests, bool_and(slot = date_bin(case when slot < now() - interval '31 days'
                then interval '1 day' else interval '1 hour' end, slot, 'epoch'::timestamptz)) as aligned
       from import_rollup where code = 'old' group by 1 order by 1`,
    );
    expect(spans).toEqual([
      { span: 'day', merged: true, requests: 465, aligned: true },
      { span: 'hour', merged: true, requests: 465, aligned: true },
    ]);
    expect(await totals()).toEqual(before);
    const series = await done(readSeries(em)(supplier, { since: new Date(0), stepSeconds: 86_400 }));
    expect(summed(series)).toEqual(summed(before));
  });
});
