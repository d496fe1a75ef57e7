import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual as isEqual } from 'node:util';
import { DISTRIBUTION } from '@carryover/adapters-persistence/distribution';
import { alone, migrate, whyNotReady } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEmptyDatabase, runSql } from '../support/a-database.ts';

const WITH_ITS_ACCOUNT = { column: 'account_id', with: 'account' };

let url: string;
let orm: MikroORM;
const open = () => openDatabase({ url, maxConnections: 4, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });

beforeAll(async () => {
  url = await anEmptyDatabase();
  orm = open();
});
afterAll(() => orm.close(true));

describe('the schema', () => {
  it('is made once by processes that start together, and is then current', async () => {
    const others = [open(), open(), open()];
    expect(await whyNotReady(orm)).toBe('its schema is not current');
    await Promise.all([orm, ...others].map((one) => alone(one, () => migrate(one))));
    expect(await whyNotReady(orm)).toBe(null);
    await Promise.all(others.map((one) => one.close(true)));
  });

  it('is the one that the entities describe', async () => {
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false })).toBe('');
  });

  it('does not know that its new tables are empty, for which plans would be made', async () => {
    const known = await runSql(
      url,
      `select relname from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples = 0`,
    );
    expect(known).toEqual([]);
  });

  it('leads every key of a table that holds rows of an account with account_id', async () => {
    const keys = await runSql<{ table: string; first: string }>(
      url,
      `select c.relname as table, a.attname as first
       from pg_index i
       join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where (i.indisunique or i.indisprimary)
         and exists (select 1 from pg_attribute own where own.attrelid = c.oid and own.attname = 'account_id')`,
    );
    expect(new Set(keys.map(({ table }) => table))).toEqual(
      new Set([
        'accepted_import',
        'account_change',
        'billing_document',
        'erased_total',
        'historical_statement',
        'import_undo',
        'ledger',
        'ledger_history',
        'ledger_transaction',
        'note',
        'note_words',
        'payment_instruction',
        'statement_period',
      ]),
    );
    expect(keys.filter(({ first }) => first !== 'account_id')).toEqual([]);
  });

  it('vacuums and analyses early what grows with imports and refusals', async () => {
    const tables = await runSql<{ name: string; options: ReadonlyArray<string> }>(
      url,
      `select relname as name, reloptions as options from pg_class c
       where relkind = 'r' and relnamespace = 'public'::regnamespace
         and (relname in ('account', 'refused_import', 'dry_run')
              or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id'))`,
    );
    expect(tables.length).toBeGreaterThan(12);
    const wanted = ['vacuum_scale_factor=0.02', 'vacuum_insert_scale_factor=0.05', 'analyze_scale_factor=0.05'].map(
      (option) => `autovacuum_${option}`,
    );
    expect(tables.filter(({ options }) => !isEqual(options, wanted))).toEqual([]);
  });

  it('has search indexes on no column that an import compares: PostgreSQL 15 would read them for each import', async () => {
    const columns = await runSql<{ index: string; column: number }>(
      url,
      `select i.indexrelid::regclass::text as index, key as column
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am on pg_am.oid = c.relam and amname = 'brin',
       unnest(i.indkey) key
       order by index`,
    );
    const expression = 0;
    expect(columns).toEqual([
      { index: 'amount_and_date_search', column: expression },
      { index: 'billing_document_search', column: expression },
      { index: 'historical_statement_search', column: expression },
      { index: 'ledger_search', column: expression },
      { index: 'ledger_transaction_search', column: expression },
      { index: 'payment_reference_search', column: expression },
      { index: 'statement_number_search', column: expression },
    ]);
  });

  it('has a place on a distributed database, a line of roles.sql and a place in data-protection.md for each of its tables', async () => {
    const tables = await runSql<{ name: string; isOfAccounts: boolean }>(
      url,
      `select c.relname as name,
              exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "isOfAccounts"
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       order by c.relname`,
    );
    const names = tables.map(({ name }) => name);
    expect(Object.keys(DISTRIBUTION).toSorted()).toEqual(names);
    const ofAccounts = Object.entries(DISTRIBUTION).filter(([, place]) => isEqual(place, WITH_ITS_ACCOUNT));
    expect(ofAccounts.map(([name]) => name).toSorted()).toEqual(
      tables.filter((table) => table.isOfAccounts).map(({ name }) => name),
    );
    const roles = await readFile('docs/sql/roles.sql', 'utf8');
    const listed = [...roles.matchAll(/^ {6}\('(\w+)', +(?:'|null)/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(names);
    const protection = await readFile('docs/data-protection.md', 'utf8');
    expect(names.filter((name) => !protection.includes(`\`${name}\``))).toEqual([]);
  });

  it('gives every account a number of its own, A- and eight hex digits', async () => {
    await runSql(url, `insert into organisation values ('00000000-0000-0000-0000-000000000001', 'O', now())`);
    await runSql(
      url,
      `insert into import_supplier values ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000001',
        'S', 'Ongoing', '', false, false, 'report', 'refuse', now())`,
    );
    await runSql(
      url,
      `insert into account (id, supplier_id, external_account_number, status, created_at)
       select n, '00000000-0000-0000-0000-000000000002', 'E-' || n, 'STAGED', now() from generate_series(1, 1000) n`,
    );
    const numbers = await runSql<{ number: string }>(url, 'select service_account_number as number from account');
    expect(numbers.every(({ number }) => /^A-[0-9A-F]{8}$/.test(number))).toBe(true);
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(1000);
  });
});
