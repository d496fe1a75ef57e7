import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { anApiKey, aProduction, aSupplier, type Production } from '../operations/a-production.ts';
import { KINDS, payloadOf } from '../operations/five-kinds.ts';
import { applyRoles, as } from '../operations/the-roles.ts';
import { anEmptyDatabase } from '../support/a-database.ts';
import { aServiceHere, type ServiceHere } from '../support/a-service-here.ts';
import type { Post } from '../support/requests.ts';
import { runSql } from '../support/run-sql.ts';

// The tests of one server: in this file, because roles belong to all databases, and two files would change them at once.
import '../operations/roles.test.ts';

const ACCOUNT = { import_supplier: 'ACME', external_account_number: 'E-1' };
const WORKERS = inject('citusNodes')
  .map((_, at) => at)
  .slice(1);

let database: string;
let production: Production;
let service: ServiceHere;
let post: Post;

const onNode = (node: number): string => new URL(new URL(database).pathname, inject('citusNodes')[node]!.url).href;

beforeAll(async () => {
  database = await anEmptyDatabase();
  production = await aProduction();
  await applyRoles(database);
  service = await aServiceHere({
    ...production.environment,
    DATABASE_URL: as('carryover_service', onNode(WORKERS[0]!)),
    DATABASE_MIGRATION_URL: as('carryover_migrations', database),
  });
  await applyRoles(database);
  const operator = production.operatorOn(as('carryover_operator', database));
  const token = await service.token(await anApiKey(operator));
  post = service.as(token);
  await aSupplier(production, operator, { code: 'ACME', accounts: ['E-1', 'E-2', 'E-3'] });
});
afterAll(async () => {
  await service?.stop();
  await production?.end();
});

/** @returns PostgreSQL's SQLSTATE, or "done". */
const outcome = (node: number, sql: string): Promise<string> =>
  runSql(as('carryover_service', onNode(node)), sql).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );
const DENIED = '42501';

describe('a service that queries a worker with a role of its own', () => {
  it.each(KINDS)('imports %s', async (kind) => {
    expect((await post(`/v1/data-import/${kind}/create/`, { ...ACCOUNT, ...payloadOf(kind, 'A', 2) })).status).toBe(
      201,
    );
  });

  it('reads back', async () => {
    const { json } = await post('/v1/data-import/accounts/summary/', { ...ACCOUNT, list: 'transactions' });
    expect(json).toMatchObject({ notes: { count: 2 }, statements: { count: 2 } });
  });
});

describe.each(WORKERS)('on worker %i, the role of the service', (node) => {
  it.each([
    'delete from note',
    'update ledger_transaction set amount = 0',
    'update api_key set revoked_at = null',
    'select * from dry_run',
    'create table stolen (id int)',
    'create temporary table stolen (id int)',
    `select lock_shard_metadata(7, array[get_shard_id_for_distribution_column('account', 1)])`,
  ])('is refused %s', async (sql) => {
    expect(await outcome(node, sql)).toBe(DENIED);
  });

  it.each([
    ['note', 'delete from'],
    ['ledger_transaction', 'delete from'],
    ['accepted_import', 'drop table'],
    ['dry_run', 'select * from'],
    ['import_supplier', 'delete from'],
  ])('has no more rights to the parts of %s than to the table: %s', async (table, what) => {
    const [part] = await runSql<{ name: string }>(
      as('postgres', database),
      `select shard_name as name from citus_shards
       where table_name = $1::regclass and nodeport = $2 limit 1`,
      [table, new URL(onNode(node)).port],
    );
    expect(await outcome(node, `${what} ${part!.name}`)).toBe(DENIED);
  });
});
