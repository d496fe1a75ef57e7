import { mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { layoutOf } from '@carryover/embedded-postgres/cluster';
import { joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import pg from 'pg';
import { familyTimeMs } from './processes.ts';
import { ACCOUNT_PREFIX, SUPPLIER } from './requests.ts';

/** What was waited for: `relation`, `transaction`, `extension`. */
export type LockWait = { readonly what: string; readonly ms: number };

/** A folder and a PostgreSQL server of the measurement's own, set up as the service's default (fsync on). */
export type Workbench = {
  readonly folder: string;
  /** Makes a database with empty tables. @returns its URL. */
  readonly createDatabase: (name: string) => Promise<string>;
  /** Returns the URL of a database that `fill` filled: in a kept folder, that of an earlier benchmark if there is one of this name. */
  readonly filledDatabase: (name: string, fill: (url: string) => Promise<void>) => Promise<string>;
  /** Processor time of the server and all its backends, in milliseconds. */
  readonly postgresMs: () => Promise<number>;
  /** Bytes of write-ahead log so far, of all databases. */
  readonly walBytes: () => Promise<number>;
  /** Each wait for a lock of more than 5 ms, of all databases, since the first call. */
  readonly lockWaits: () => Promise<ReadonlyArray<LockWait>>;
  /** Flushes the memory, so that no contender starts with pending work of another. */
  readonly checkpoint: () => Promise<void>;
};

/** Runs SQL over its own connection. */
export const onDatabase = async <A>(url: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Reads a number, named `n`, from a database. */
export const numberOf = (url: string, sql: string): Promise<number> =>
  onDatabase(url, async (client) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n));

const named = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

const migrateDatabase = async (url: string): Promise<void> => {
  const orm = openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 10_000, timeouts: UNHURRIED });
  try {
    await migrate(orm);
  } finally {
    await orm.close(true);
  }
};

/** The number by which Linux knows a file system that is memory (`man 2 statfs`). */
const TMPFS = 0x01021994;

/** Rejects when this process is told to stop: what was started is ended then as after a failure. */
export const interrupted = (): Promise<never> =>
  new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
  });

/** Told to the user without a stack. */
export class WrongUsage extends Error {}

/** PostgreSQL's fsync costs nothing in memory. */
const checkFolder = async (parent: string): Promise<void> => {
  const found = await statfs(parent).catch(() => null);
  if (found === null) throw new WrongUsage(`There is no folder ${parent}: make it, or choose another --folder.`);
  if (found.type === TMPFS)
    throw new WrongUsage(`${parent} is in memory, where commits cost nothing: choose another --folder.`);
};

/** What is filled is kept for later benchmarks, in `carryover-bench` of the folder; else everything is removed. */
type Place = { readonly parent: string; readonly isKept: boolean };

const makeFolder = async ({ parent, isKept }: Place): Promise<string> => {
  await checkFolder(parent);
  if (!isKept) return mkdtemp(join(parent, 'carryover-bench-'));
  const folder = join(parent, 'carryover-bench');
  await mkdir(folder, { recursive: true });
  return folder;
};

/** A comment on a database that is complete. */
const FILLED = 'filled';
const IS_FILLED = `
  select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = '${FILLED}'`;

const LOG_LOCK_WAITS = [
  'alter system set log_lock_waits = on',
  `alter system set deadlock_timeout = '5ms'`,
  'select pg_reload_conf()',
];
const WAITED = /process \d+ acquired \w+ on ([a-z ]+?)(?: of| \d|\b \().* after ([\d.]+) ms/g;

/** Sets up a workbench and lets `work` use it. */
export const onWorkbench = async <A>(place: Place, work: (bench: Workbench) => Promise<A>): Promise<A> => {
  const folder = await makeFolder(place);
  // In the order they were started; ended in the opposite one.
  const endings: (() => Promise<unknown>)[] = [];
  if (!place.isKept) endings.push(() => rm(folder, { recursive: true, force: true }));
  try {
    const postgres = await joinEmbeddedPostgres({ dataDir: join(folder, 'database') });
    endings.push(postgres.leave);
    // The cluster's superuser has the same password; only it may checkpoint and read the server's process id.
    const superuser = Object.assign(new URL(named(postgres.url, 'postgres')), { username: 'postgres' });
    const admin = new pg.Pool({ connectionString: superuser.href, max: 4 });
    admin.on('error', () => undefined);
    endings.push(() => admin.end());
    const number = async (sql: string): Promise<number> => Number((await admin.query(sql)).rows[0].n);
    const pid = await number(`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as n`);
    const makeDatabase = async (name: string, template: string): Promise<string> => {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name} owner carryover template ${template}`);
      return named(postgres.url, name);
    };
    // Migrating takes longer than copying what it made.
    await makeDatabase('migrated', 'template1');
    await migrateDatabase(named(postgres.url, 'migrated'));
    const bench: Workbench = {
      folder,
      createDatabase: (name) => makeDatabase(name, 'migrated'),
      filledDatabase: async (name, fill) => {
        if ((await admin.query(IS_FILLED, [name])).rowCount === 1) return named(postgres.url, name);
        const url = await makeDatabase(name, 'migrated');
        await fill(url);
        await admin.query(`comment on database ${name} is '${FILLED}'`);
        return url;
      },
      postgresMs: () => familyTimeMs(pid),
      walBytes: () => number(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as n`),
      lockWaits: async () => {
        for (const setting of LOG_LOCK_WAITS) await admin.query(setting);
        const log = await readFile(layoutOf(join(folder, 'database')).log, 'utf8');
        return [...log.matchAll(WAITED)].map(([, what, ms]) => ({ what: what!, ms: Number(ms) }));
      },
      checkpoint: async () => void (await admin.query('checkpoint')),
    };
    return await Promise.race([work(bench), interrupted()]);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
};

const SUPPLIER_OF_FLOOR = `
  with organisation as (
    insert into organisation (id, name, created_at) values (gen_random_uuid(), 'Bench', now()) returning id
  )
  insert into import_supplier (id, organisation_id, code, status, document_root, verify_documents, automated_emails,
    supply_charge_arithmetic, unknown_fields, created_at)
  select gen_random_uuid(), id, $1, 'Ongoing', '', false, false, 'report', 'refuse', now() from organisation`;

/** What a plain design has: foreign keys to the account, and an index to find it by its number. */
const PLAIN_CONSTRAINTS = `
  alter table ledger_transaction add foreign key (account_id) references account (id);
  alter table note add foreign key (account_id) references account (id);
  alter table historical_statement add foreign key (account_id) references account (id);
  create unique index on account (external_account_number)`;

/** Makes the supplier in a database that no service has made the demo's in, and the constraints of a plain design. */
export const addFloorSchema = (url: string): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query(SUPPLIER_OF_FLOOR, [SUPPLIER]);
    await client.query(PLAIN_CONSTRAINTS);
  });

const ACCOUNTS = `
  with added as (
    insert into account (id, supplier_id, external_account_number, status, created_at)
    select account_key(s.organisation_id, s.code, $2 || n), s.id, $2 || n, 'IMPORTED', now()
    from import_supplier s, generate_series(0, $3::int - 1) n
    where s.code = $1
    returning id
  ), ledgers as (
    insert into ledger (account_id, ledger_number, ledger_code, is_main, has_finalized_billing_document)
    select id, 'L-1', 'ELECTRICITY', true, false from added
  )
  insert into statement_period (account_id, ledger_number, from_date, to_date, is_open)
  select id, 'L-1', '2026-06-01'::date, '2026-06-30'::date, true from added`;

/** Imports so many accounts of the supplier, each with a main ledger and an open statement period. */
export const addAccounts = (url: string, count: number): Promise<void> =>
  onDatabase(url, async (client) => void (await client.query(ACCOUNTS, [SUPPLIER, ACCOUNT_PREFIX, count])));
