import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aConsole } from '../support/a-console.ts';
import { aDatabase, anEmptyDatabase, runSql } from '../support/a-database.ts';
import { aServiceHere, type ServiceHere } from '../support/a-service-here.ts';
import type { Reply } from '../support/requests.ts';
import {
  anApiKey,
  aProduction,
  aSupplier,
  done,
  type Operator,
  ORGANISATION,
  type Production,
} from './a-production.ts';
import { KINDS, payloadOf } from './five-kinds.ts';
import { applyRoles, as } from './the-roles.ts';

/** What differs on a Citus cluster is said there, in docs/sql/roles.sql. */
const IS_CLUSTER = inject('postgresNodes').length > 1;
const ACCOUNT = { import_supplier: 'ACME', external_account_number: 'E-1' };

let database: string;
let production: Production;
let operator: Operator;
let service: ServiceHere;
let post: (path: string, body: object) => Promise<Reply>;

beforeAll(async () => {
  database = await anEmptyDatabase();
  production = await aProduction();
  operator = production.operatorOn(as('carryover_operator', database));
  await applyRoles(database);
});
afterAll(async () => {
  await service?.stop();
  await production.end();
});

const start = (environment: Record<string, string> = {}) =>
  aServiceHere({ ...production.environment, DATABASE_URL: as('carryover_service', database), ...environment });

const asService = <Row>(sql: string) => runSql<Row>(as('carryover_service', database), sql);

/** @returns PostgreSQL's SQLSTATE, or "done". */
const outcome = (role: Parameters<typeof as>[0], sql: string): Promise<string> =>
  runSql(as(role, database), sql).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );
const DENIED = '42501';
const ACME = ['--supplier', 'ACME'];
const E_2 = [...ACME, '--account', 'E-2'];

describe('the database before its first migration', () => {
  it('is refused by a service that may not change it', async () => {
    await expect(start()).rejects.toThrow('DATABASE_MIGRATION_URL');
  });
});

describe('a service with a role of its own (ADR 19)', () => {
  it('starts, its schema made by the role that owns it', async () => {
    service = await start({ DATABASE_MIGRATION_URL: as('carryover_migrations', database) });
    await applyRoles(database);
    const owners = await asService<{ owner: string }>(
      `select distinct tableowner as owner from pg_tables where schemaname = 'public'`,
    );
    expect(owners).toEqual([{ owner: 'carryover_migrations' }]);
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
  });

  it('has a line of the file for each of its tables', async () => {
    const unlisted = await asService(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not has_table_privilege('carryover_console', oid, 'select')`,
    );
    expect(unlisted).toEqual([]);
  });

  it('is what the doctor expects of the operator, and not of another role', async () => {
    const roleOf = async (role: Parameters<typeof as>[0]) => {
      const { json } = await production.operatorOn(as(role, database))('doctor', '--json');
      return json.checks.find(({ check }: { check: string }) => check === 'role');
    };
    expect(await roleOf('carryover_operator')).toMatchObject({ status: 'ok' });
    const { status, detail } = await roleOf('carryover_service');
    expect(status).toBe('fail');
    for (const right of ['insert on account', 'update on organisation', 'insert on platform_key', 'delete on webhook'])
      expect(detail).toContain(right);
  });

  it('starts on a current schema without the role that owns it', async () => {
    await service.stop();
    service = await start();
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
    const token = await service.token(await anApiKey(operator));
    post = (path, body) => service.as(token)(`/v1/data-import/${path}/`, body);
    await aSupplier(production, operator, { code: 'ACME', accounts: ['E-1', 'E-2'] });
  });

  it.each(KINDS)('imports %s, judges them in a dry run, and refuses them', async (kind) => {
    const good = { ...ACCOUNT, ...payloadOf(kind, 'A', 2) };
    const bad = { ...good, external_account_number: 'E-unknown' };
    const send = (what: string, body: object) => post(`${kind}/${what}`, body);
    expect((await send('validate', good)).json).toMatchObject({ valid: true });
    expect((await send('create', bad)).status).toBe(404);
    expect((await send('create', good)).status).toBe(201);
  });

  it('takes the same again', async () => {
    const again = KINDS.map((kind) => post(`${kind}/create`, { ...ACCOUNT, ...payloadOf(kind, 'A', 2) }));
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([201, 201, 400, 201, 201]);
  });

  it('removes dry runs that are kept no longer', async () => {
    const left = () => runSql<{ count: string }>(as('carryover_operator', database), 'select count(*) from dry_run');
    expect(await left()).toEqual([{ count: '5' }]);
    const tidy = await start({ RETAIN_DRY_RUNS_DAYS: '0', RETAIN_PAYLOADS_DAYS: '1', RETAIN_REFUSALS_DAYS: '1' });
    await expect.poll(left).toEqual([{ count: '0' }]);
    await tidy.stop();
  });

  it('reads back', async () => {
    const { json } = await post('accounts/summary', { ...ACCOUNT, list: 'transactions' });
    expect(json).toMatchObject({
      notes: { count: 2 },
      statements: { count: 2 },
      ledgers: [{ transactions: [{ type: 'CHARGE', count: 6 }], billing_documents: { count: 2 } }],
      payment_instruction: { vendor: 'STRIPE' },
    });
    const { import_supplier, external_account_number } = ACCOUNT;
    const totals = [{ external_account_number, ledger_number: 'L-1', type: 'CHARGE', count: 6, sum: '9.30' }];
    const compared = await post('control-totals/compare', { import_supplier, totals });
    expect(compared.json).toMatchObject({ agree: true });
  });
});

describe('a change of the root secret, replica by replica (docs/operations.md)', () => {
  it('keeps every key and token good, and leaves nothing that needs the old secret', async () => {
    const old = production.environment.CARRYOVER_SECRET!;
    const next = randomBytes(32).toString('base64');
    const { json } = await operator('api-key', 'issue', '--organisation', ORGANISATION, '--json');
    const isGood = async (token: string, at: ServiceHere) =>
      (await at.as(token)('/v1/data-import/accounts/summary/', ACCOUNT)).status === 200;

    // First all replicas know both and use the old one, then each uses the new one.
    const before = await start({ CARRYOVER_SECRET: old, CARRYOVER_SECRET_PREVIOUS: next });
    const after = await start({ CARRYOVER_SECRET: next, CARRYOVER_SECRET_PREVIOUS: old });
    const tokens = [
      await before.token(json.api_key),
      await after.token(json.api_key),
      await before.token(json.api_key),
    ];
    for (const token of tokens) {
      expect(await isGood(token, before)).toBe(true);
      expect(await isGood(token, after)).toBe(true);
    }
    await before.stop();
    // The next token of each key renews its hash.
    await after.token(json.api_key);
    await after.stop();

    const alone = await start({ CARRYOVER_SECRET: next });
    expect(await isGood(await alone.token(json.api_key), alone)).toBe(true);
    expect(await isGood(tokens[0]!, alone)).toBe(false);
    await alone.stop();

    // The operator's command needs the new secret too; or all go back, in the same way.
    expect(await operator('api-key', 'issue', '--organisation', ORGANISATION)).toMatchObject({ code: 1 });
    const back = await start({ CARRYOVER_SECRET: old, CARRYOVER_SECRET_PREVIOUS: next });
    await back.stop();
  });
});

describe("the operator's command with a role of its own", () => {
  it.each([
    ['organisation', 'list'],
    ['supplier', 'list'],
    ['supplier', 'show', ...ACME],
    ['supplier', 'pause', ...ACME],
    ['supplier', 'resume', ...ACME],
    ['supplier', 'configure', ...ACME, '--unknown-fields', 'report'],
    ['account', 'show', ...E_2],
    ['account', 'promote', ...E_2],
    ['ledger', 'open-period', ...E_2, '--ledger', 'L-1', '--from', '2026-02-01'],
    ['ledger', 'close-period', ...E_2, '--ledger', 'L-1'],
    ['supplier', 'complete', ...ACME],
    ['supplier', 'resume', ...ACME],
    ['audit', 'list', ...ACME],
    ['imports', 'list'],
    ['imports', 'failures', ...ACME],
    ['reconcile', ...ACME],
    ['verify-storage', ...ACME],
    ['prune', '--ongoing-too'],
  ])('can do all it is for: %s %s', async (...args) => {
    expect(await operator(...args)).toMatchObject({ code: 0, err: '' });
  });

  it('is told before a reconciliation that it may not record one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carryover-roles-'));
    const file = join(folder, 'totals.csv');
    await writeFile(file, 'external_account_number,ledger_number,type,count,sum\nE-9,L-1,CHARGE,1,ten\n');
    const owner = as('carryover_migrations', database);
    try {
      await runSql(owner, 'revoke insert on reconciliation from carryover_operator');
      const { code, json, err } = await operator('reconcile', ...ACME, '--expected', file, '--json');
      expect([code, json.verdict, json.recorded]).toEqual([1, 'incomplete', false]);
      expect(JSON.parse(err).warning.detail).toContain('may not insert into the table reconciliation');
      const { json: diagnosis } = await operator('doctor', '--json');
      expect(diagnosis.checks).toContainEqual(
        expect.objectContaining({
          check: 'role',
          detail: expect.stringContaining('lacks rights: insert on reconciliation'),
        }),
      );
    } finally {
      await runSql(owner, 'grant insert on reconciliation to carryover_operator');
      await rm(folder, { recursive: true });
    }
  });

  it('issues and revokes keys', async () => {
    const { json } = await operator('api-key', 'issue', '--organisation', ORGANISATION, '--json');
    expect(await operator('api-key', 'revoke', '--prefix', json.prefix)).toMatchObject({ code: 0 });
    expect(await operator('api-key', 'list', '--organisation', ORGANISATION)).toMatchObject({ code: 0 });
  });
});

describe('the role for corrections', () => {
  const undo = (role: Parameters<typeof as>[0], id: string) =>
    production.operatorOn(as(role, database))('imports', 'undo', '--id', id, '--reason', 'Ticket 42');

  it.each(KINDS)('undoes an import of %s, which the operator may not', async (kind) => {
    const account = { ...ACCOUNT, external_account_number: 'E-2' };
    await operator('ledger', 'open-period', ...E_2, '--ledger', 'L-1', '--from', '2026-01-01');
    const sent = await post(`${kind}/create`, { ...account, ...payloadOf(kind, 'undone', 2) });
    const id = sent.headers.get('X-Import-Id')!;
    const denied = await undo('carryover_operator', id);
    expect(denied).toMatchObject({ code: 1, err: expect.stringContaining('needs the role carryover_corrections') });
    expect(await undo('carryover_corrections', id)).toMatchObject({ code: 0, err: '' });
  });

  it('undoes the imports of a night', async () => {
    const range = ['--since', '2020-01-01', '--until', '2100-01-01', '--supplier', 'ACME'];
    const cautious = ['--dry-run', '--even-if-answered'];
    const ran = await production.operatorOn(as('carryover_corrections', database))(
      ...['imports', 'undo', ...range, ...cautious, '--reason', 'Ticket 42'],
    );
    expect(ran).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    'update ledger_transaction set amount = 0',
    'delete from accepted_import',
    'select * from api_key',
    'select * from refused_import',
    'create table stolen (id int)',
  ])('does nothing else: %s', async (sql) => {
    expect(await outcome('carryover_corrections', sql)).toBe(DENIED);
  });
});

describe('the role of the console', () => {
  const environmentOf = (role: Parameters<typeof as>[0]) => ({
    ...production.environment,
    DATABASE_URL: as(role, database),
    CONSOLE_PORT: '0',
  });
  const asConsole = () => production.operatorOn(as('carryover_console', database));

  it('sets up, and undoes an import', async () => {
    expect(await asConsole()('organisation', 'create', '--name', 'Of the console')).toMatchObject({ code: 0 });
    const sent = await post('notes/create', { ...ACCOUNT, notes: [{ body: 'Undone by the console' }] });
    const id = sent.headers.get('X-Import-Id')!;
    expect(await asConsole()('imports', 'undo', '--id', id, '--reason', 'Ticket 43')).toMatchObject({
      code: 0,
      err: '',
    });
  });

  it('does all that a console does: pages, figures, a reconciliation, an undo', async () => {
    const console = await aConsole(environmentOf('carryover_console'));
    try {
      const person = await console.as('operator');
      const sent = await post('notes/create', { ...ACCOUNT, notes: [{ body: 'Undone in the browser' }] });
      const record = `/imports/${sent.headers.get('X-Import-Id')}`;
      const supplier = `/suppliers/${encodeURIComponent(ORGANISATION)}/ACME`;
      for (const path of ['/', supplier, '/imports', record, '/accounts?q=none', '/refusals', '/set-up', '/audit'])
        expect([path, (await person.get(path)).status]).toEqual([path, 200]);
      expect((await person.post(`${record}/undo`, { reason: 'Ticket 44' })).status).toBe(303);

      const form = new FormData();
      form.set(
        'file',
        new Blob(['external_account_number,ledger_number,type,count,sum\nE-1,L-1,CHARGE,6,9.30\n']),
        'a.csv',
      );
      const address = `/reconciliation?${new URLSearchParams({ organisation: ORGANISATION, supplier: 'ACME' })}`;
      const started = await fetch(`${console.baseUrl}${address}`, {
        method: 'POST',
        body: form,
        headers: { cookie: person.cookie },
        redirect: 'manual',
      });
      const run = started.headers.get('location')!;
      await expect.poll(async () => (await person.get(run)).text).toMatch(/Agrees|Differs/);
      await expect.poll(() => runSql(as('carryover_console', database), 'select from import_rollup')).not.toEqual([]);
    } finally {
      await console.stop();
    }
  });

  it.each([
    ['carryover_operator', 'insert on console_session'],
    ['carryover_corrections', 'insert on console_session'],
    ['carryover_service', 'insert on console_session'],
  ] as const)('is needed: with %s, no console starts', async (role, missing) => {
    const refused = await aConsole(environmentOf(role)).then(
      () => 'started',
      ({ message }: Error) => message,
    );
    expect(refused).toContain(`The role ${role} of DATABASE_URL lacks rights that the console needs: `);
    expect(refused).toContain(missing);
    expect(refused).toContain('set DATABASE_URL of the console to the role carryover_console');
  });

  it.each(['insert into note select * from note', 'delete from accepted_import', 'create table stolen (id int)'])(
    'does nothing else: %s',
    async (sql) => {
      expect(await outcome('carryover_console', sql)).toBe(DENIED);
    },
  );
});

describe('what only the console writes', () => {
  it.each([
    'select * from console_session',
    `insert into console_sign_in_link (token_sha256, expires_at) values (repeat('a', 64), now() + interval '1 hour')`,
    'select * from console_sign_in_link',
    `select summarise_search('ledger_transaction', 0)`,
    'set role carryover_console',
  ])('no other role does: %s', async (sql) => {
    for (const role of ['carryover_service', 'carryover_operator', 'carryover_corrections'] as const)
      expect([role, await outcome(role, sql)]).toEqual([role, DENIED]);
  });
});

/** Tables of which views show all columns: on a cluster, their reader may read those in the tables too. */
const SHOWN_WHOLE = IS_CLUSTER
  ? ['billing_document', 'ledger', 'ledger_transaction', 'payment_instruction', 'statement_period']
  : [];

describe('a reader of the views (decisions 18)', () => {
  it('reads the views, and nothing else of the database', async () => {
    const reader = 'carryover_reader';
    const objects = await runSql<{ name: string; is_view: boolean }>(
      database,
      `select c.oid::regclass::text as name, c.relnamespace <> 'public'::regnamespace as is_view from pg_class c
       where c.relnamespace in ('public'::regnamespace, 'carryover_read'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
         and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`,
    );
    const read = objects.map(async ({ name, is_view }) => [
      name,
      await outcome(reader, `select * from ${is_view ? name : `public.${name}`} limit 1`),
      is_view,
    ]);
    const isRead = ({ name, is_view }: { name: string; is_view: boolean }) => is_view || SHOWN_WHOLE.includes(name);
    expect(await Promise.all(read)).toEqual(
      objects.map((one) => [one.name, isRead(one) ? 'done' : DENIED, one.is_view]),
    );
    expect(objects.filter(({ is_view }) => is_view)).toHaveLength(8);
    for (const sql of [
      'begin read write; create table public.stolen (id int)',
      'begin read write; create temporary table stolen (id int)',
      'begin read write; delete from carryover_read.v1_payment_instruction',
      'set role carryover_migrations',
    ])
      expect([sql, await outcome(reader, sql)]).toEqual([sql, DENIED]);
    for (const role of ['carryover_service', 'carryover_operator', 'carryover_console'] as const)
      expect(await outcome(role, 'select * from carryover_read.v1_account')).toBe(DENIED);
  });
});

/** What each role may do beyond reading: whole rights, and those to some columns only. */
const MAY_WRITE: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  carryover_service: {
    accepted_import: ['INSERT', 'UPDATE (payload, payload_removed_at, removed_position, rows_sha256)'],
    account: ['UPDATE (created_at)'],
    api_key: ['UPDATE (digest)'],
    api_key_use: ['INSERT', 'UPDATE'],
    billing_document: ['INSERT'],
    control_total: ['INSERT'],
    control_total_registration: ['INSERT'],
    control_total_set: ['INSERT', 'UPDATE (created_at)'],
    dry_run: ['DELETE', 'INSERT'],
    historical_statement: ['INSERT'],
    ledger_history: ['INSERT'],
    ledger_transaction: ['INSERT'],
    note: ['INSERT'],
    payload_removal: ['INSERT', 'UPDATE'],
    payment_instruction: ['INSERT'],
    platform_key: ['UPDATE (digest)'],
    rate_limit: ['DELETE', 'INSERT', 'UPDATE'],
    refused_import: ['DELETE', 'INSERT'],
    removed_rollup: ['INSERT', 'UPDATE'],
    seal: ['INSERT'],
    seal_head: ['INSERT', 'UPDATE (number)'],
    secret_fingerprint: ['INSERT'],
    webhook: [
      'UPDATE (cursor, deliveries, failing_since, failures, lease_holder, lease_until, next_try_at, previous_secret, secret, state, suspended_at, suspended_because, test_id)',
    ],
    webhook_delivery: ['DELETE', 'INSERT'],
  },
  carryover_operator: {
    accepted_import: ['UPDATE (payload, payload_removed_at, removed_position, rows_sha256)'],
    account: ['INSERT', `UPDATE (${IS_CLUSTER ? 'commit_position, ' : ''}promoted_at, promoted_position, status)`],
    account_change: ['INSERT'],
    api_key: ['INSERT', 'UPDATE (revoked_at)'],
    import_supplier: [
      'INSERT',
      'UPDATE (automated_emails, document_root, status, supply_charge_arithmetic, unknown_fields, verify_documents)',
    ],
    dry_run: ['DELETE'],
    ledger: ['INSERT', 'UPDATE (has_finalized_billing_document, is_main, ledger_code)'],
    operator_action: ['INSERT'],
    organisation: ['INSERT', 'UPDATE (archived_at, name)'],
    payload_removal: ['INSERT', 'UPDATE'],
    platform_key: ['INSERT', 'UPDATE (revoked_at)'],
    reconciliation: ['INSERT'],
    refused_import: ['DELETE'],
    removed_rollup: ['INSERT', 'UPDATE'],
    secret_fingerprint: ['INSERT'],
    statement_period: ['INSERT', 'UPDATE (is_open, to_date)'],
    storage_verification: ['INSERT'],
    webhook: ['DELETE', 'INSERT', 'UPDATE'],
    webhook_delivery: ['DELETE'],
  },
  carryover_corrections: {
    accepted_import: ['UPDATE (findings, payload, payload_removed_at)'],
    account: ['UPDATE (created_at, erased_at, erased_position, external_account_number)'],
    billing_document: ['DELETE'],
    control_total: ['UPDATE (external_account_number)'],
    control_total_set: ['UPDATE (created_at)'],
    dry_run: ['DELETE'],
    erased_total: ['INSERT'],
    historical_statement: ['DELETE'],
    import_undo: ['INSERT', 'UPDATE (answered, items, reason)'],
    ledger_history: ['DELETE'],
    ledger_transaction: ['DELETE'],
    note: ['DELETE'],
    note_words: ['DELETE'],
    operator_action: ['INSERT', 'UPDATE (after, before, external_account_number, reason)'],
    payment_instruction: ['DELETE'],
    refused_import: ['DELETE'],
    removed_rollup: ['INSERT', 'UPDATE'],
    statement_period: ['DELETE'],
  },
  /** Without what it inherits: it is a member of the two above. */
  carryover_console: {
    account_rollup: ['DELETE', 'INSERT', 'UPDATE'],
    alarm: [
      'INSERT',
      'UPDATE (begin_mailed_at, end_mailed_at, ended_at, ended_position, error, failing_since, failures, is_mailed, lease_holder, lease_until, next_try_at)',
    ],
    console_approval: ['INSERT', 'UPDATE (decided_at, decided_by, decision, outcome, outcome_path)'],
    console_form: ['DELETE', 'INSERT', 'UPDATE (location, message)'],
    console_session: ['DELETE', 'INSERT', 'UPDATE (last_seen_at)'],
    console_list: ['DELETE', 'INSERT', 'UPDATE (query)'],
    console_job: ['INSERT', 'UPDATE (detail, ended_at, heartbeat_at, outcome, progress, result)'],
    console_sign_in_link: ['DELETE', 'INSERT'],
    import_rollup: ['DELETE', 'INSERT', 'UPDATE'],
    import_total: ['INSERT', 'UPDATE'],
    load_total: ['INSERT', 'UPDATE'],
    note_words: ['INSERT'],
    note_words_progress: ['UPDATE'],
    rollup_progress: ['UPDATE'],
  },
};

describe('what each role may write', () => {
  const OURS = Object.keys(MAY_WRITE);

  it('is what this list says, table by table and column by column', async () => {
    const rights = await runSql<{ role: string; name: string; granted: string[] }>(
      database,
      `with granted as (
         select a.grantee, c.relname as name, a.privilege_type as privilege, null as columns
         from pg_class c, aclexplode(c.relacl) a
         where c.relnamespace = 'public'::regnamespace and a.privilege_type <> 'SELECT' and c.relkind <> 'S'
         union all
         select a.grantee, c.relname, a.privilege_type, string_agg(t.attname, ', ' order by t.attname)
         from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
         where c.relnamespace = 'public'::regnamespace and a.privilege_type <> 'SELECT'
         group by a.grantee, c.relname, a.privilege_type)
       select case grantee when 0 then 'public' else grantee::regrole::text end as role, name,
         array_agg(privilege || coalesce(' (' || columns || ')', '') order by privilege) as granted
       from granted where grantee::regrole::text not in ('carryover_migrations', 'postgres') group by grantee, name`,
    );
    const found = Object.groupBy(rights, ({ role }) => role);
    const listed = Object.entries(found).map(([role, own = []]) => [
      role,
      Object.fromEntries(own.map(({ name, granted }) => [name, granted])),
    ]);
    expect(Object.fromEntries(listed)).toEqual(MAY_WRITE);
  });

  it('is not widened by memberships, sequences, or functions with the rights of their owner', async () => {
    const members = await runSql(
      database,
      `select roleid::regrole::text as role, member::regrole::text as member from pg_auth_members
       where roleid::regrole::text = any ($1) and member::regrole::text = any ($1) order by 1`,
      [OURS],
    );
    expect(members).toEqual([
      { role: 'carryover_corrections', member: 'carryover_console' },
      { role: 'carryover_operator', member: 'carryover_console' },
    ]);
    const sequences = await runSql(
      database,
      `select role, c.relname as name from pg_class c, unnest($1::text[]) as role
       where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and has_sequence_privilege(role, c.oid, 'usage, update')
       order by role`,
      [OURS],
    );
    expect(sequences).toEqual([
      { role: 'carryover_console', name: 'service_account_number_seq' },
      { role: 'carryover_operator', name: 'service_account_number_seq' },
    ]);
    const functions = await runSql(
      database,
      `select role, p.proname as name from pg_proc p, unnest($1::text[]) as role
       where p.prosecdef and p.pronamespace = 'public'::regnamespace and has_function_privilege(role, p.oid, 'execute')
         and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
         -- The first two are of a Citus cluster: they take locks, and change nothing. The third takes no value, and has an effect
         -- only in a database that was restored.
         and p.proname not in ('keep_on_node', 'places_of_accounts', 'continue_commit_positions')`,
      [OURS],
    );
    expect(functions).toEqual([{ role: 'carryover_console', name: 'summarise_search' }]);
  });

  it('loses a membership that was given by hand', async () => {
    const sql = 'delete from note where false';
    await runSql(as('postgres', database), 'grant carryover_corrections to carryover_operator');
    expect(await outcome('carryover_operator', sql)).toBe('done');
    await applyRoles(database);
    expect(await outcome('carryover_operator', sql)).toBe(DENIED);
  });
});

/** The list above has every right to write; these show that what is not listed is denied, and what no list has. */
describe('what a role may not do', () => {
  const changes = [
    'create table stolen (id int)',
    'create temporary table stolen (id int)',
    'create schema stolen',
    `create function stolen() returns int language sql as 'select 1'`,
    'alter table note add column stolen int',
    'drop table note',
    'truncate note',
    'delete from ledger_transaction',
    'begin; lock table note in access exclusive mode',
    'set role carryover_migrations',
    'create role stolen',
  ];
  it.each(changes)('neither service nor operator: %s', async (sql) => {
    expect(await outcome('carryover_service', sql)).toBe(DENIED);
    expect(await outcome('carryover_operator', sql)).toBe(DENIED);
  });

  it.each(['update api_key set revoked_at = null', 'select * from dry_run', 'update seal set signature = null'])(
    'the service does not do what is the operator’s: %s',
    async (sql) => {
      expect(await outcome('carryover_service', sql)).toBe(DENIED);
    },
  );
});

describe('a database that was in use before it had these roles', () => {
  it('gets them without losing anything', async () => {
    const earlier = await aDatabase();
    await done(production.operatorOn(earlier), 'migrate');
    await anApiKey(production.operatorOn(earlier));
    await applyRoles(earlier);
    const left = `
      select from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'carryover_migrations'::regrole
      union all
      select from pg_class
      where oid = 'service_account_number_seq'::regclass and relowner <> 'carryover_migrations'::regrole`;
    expect(await runSql(earlier, left)).toEqual([]);
    const from = { DATABASE_URL: as('carryover_service', earlier) };
    const moved = await aServiceHere({ ...production.environment, ...from });
    expect((await fetch(`${moved.baseUrl}/readyz`)).status).toBe(200);
    await moved.stop();
    const listed = await production.operatorOn(as('carryover_operator', earlier))('organisation', 'list', '--json');
    expect(listed.json).toEqual([expect.objectContaining({ name: ORGANISATION, live_api_keys: 1 })]);
  });
});

describe('a table of a later migration', () => {
  it('is there for the service at once, to read and to add to', async () => {
    await runSql(as('carryover_migrations', database), 'create table later (id int)');
    const outcomes = (sqls: ReadonlyArray<string>) => Promise.all(sqls.map((sql) => outcome('carryover_service', sql)));
    expect(await outcomes(['insert into later values (1)', 'select * from later'])).toEqual(['done', 'done']);
    const denied = ['update later set id = 2', 'delete from later', 'truncate later', 'drop table later'];
    expect(await outcomes(denied)).toEqual(denied.map(() => DENIED));
    expect(await outcome('carryover_operator', 'select * from later')).toBe('done');
  });

  it('is nobody’s but its owner’s once the file was run that does not list it, whatever was granted', async () => {
    await runSql(
      as('carryover_migrations', database),
      `create table extra (id int);
       create view seen as select * from extra;
       create sequence extra_id;
       grant all on extra, seen to carryover_service, carryover_operator;
       grant update (id) on extra to carryover_service;
       grant select on extra to public;
       grant all on sequence extra_id to carryover_service`,
    );
    expect(await outcome('carryover_service', 'update extra set id = 2')).toBe('done');
    await applyRoles(database);
    const tried = [
      'select * from extra',
      'insert into extra values (1)',
      'update extra set id = 2',
      'delete from extra',
      'truncate extra',
      'select * from seen',
      `select nextval('extra_id')`,
    ];
    for (const role of ['carryover_service', 'carryover_operator'] as const)
      expect(await Promise.all(tried.map((sql) => outcome(role, sql)))).toEqual(tried.map(() => DENIED));
  });
});

describe('the passwords of the file', () => {
  const SECRET = "not 'for' a log";
  const asSuperuser = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: as('postgres', database) });
    await client.connect();
    return client;
  };
  /** The file's statements, as psql sends them one by one. */
  const statements = async (): Promise<ReadonlyArray<string>> =>
    (await readFile('docs/sql/roles.sql', 'utf8'))
      .replaceAll(/^\\.*$/gm, '')
      .replaceAll(/:'\w+_password'/g, pg.escapeLiteral(SECRET))
      .match(/(?:--.*|\$\$[\s\S]*?\$\$|[^;])+;/g)!;

  it('are not logged with what is defined', async () => {
    const client = await asSuperuser();
    const logged: (string | undefined)[] = [];
    client.on('notice', ({ message }) => logged.push(message));
    await client.query(`begin; set local log_statement = 'ddl'; set local client_min_messages = 'log'`);
    for (const statement of await statements()) await client.query(statement);
    const { rows } = await client.query(`select rolpassword from pg_authid where rolname = 'carryover_service'`);
    await client.query('rollback');
    await client.end();
    expect(rows).toEqual([{ rolpassword: expect.stringMatching(/^SCRAM-SHA-256/) }]);
    expect(logged.join('\n')).toContain('alter role carryover_service set statement_timeout');
    expect(logged.join('\n')).not.toMatch(/not ''?for''? a log/);
  });

  it('are in no error', async () => {
    const client = await asSuperuser();
    await client.query('begin read only');
    const failed = async () => {
      for (const statement of (await statements()).filter((text) => text.includes("'carryover.")))
        await client.query(statement);
    };
    const error: Record<string, unknown> = await failed().then(
      () => ({}),
      (error) => ({ ...error, message: error.message }),
    );
    await client.end();
    expect(error.message).toBe(
      'No password of carryover_migrations: cannot execute ALTER ROLE in a read-only transaction',
    );
    expect(JSON.stringify(error)).not.toMatch(/not ''?for''? a log/);
  });
});
