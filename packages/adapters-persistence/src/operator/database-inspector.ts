import type { DatabaseInspector } from '@carryover/application/ports/operator/database-inspector';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow, readRows } from '../driver/query.ts';
import { stored } from '../driver/store-failure.ts';
import { serverInUse } from '../orm.ts';
import { entities } from '../schema/entities/index.ts';
import { appliedMigrations } from '../schema/migrate.ts';
import { migrations } from '../schema/migrations/index.ts';
import { moment } from '../schema/stored-value.ts';

const SERVER = `
  select current_setting('server_version') as version, current_user as role, rolsuper as "isSuperuser",
    current_setting('transaction_read_only')::boolean as "isReadOnly"
  from pg_roles where rolname = current_user`;

const NOW = `select to_json(clock_timestamp())#>>'{}' as now`;

const server = t.type({ version: t.string, role: t.string, isSuperuser: t.boolean, isReadOnly: t.boolean });

/** The rights that docs/sql/roles.sql grants to the operator's role, which reads every table. */
const CHANGED: Readonly<Record<string, ReadonlyArray<string>>> = {
  account: ['insert', 'update'],
  api_key: ['insert', 'update'],
  import_supplier: ['insert', 'update'],
  ledger: ['insert', 'update'],
  operator_action: ['insert'],
  organisation: ['insert'],
  reconciliation: ['insert'],
  reconciliation_job: ['insert', 'update'],
  secret_fingerprint: ['insert'],
  statement_period: ['insert', 'update'],
};

// A role may have rights on only some columns. A table of a later migration is not reported as missing.
const MISSING_RIGHTS = `
  select needed.privilege || ' on ' || needed.name as missing
  from unnest($1::text[], $2::text[]) as needed (name, privilege)
  where to_regclass(needed.name) is not null
    and not case needed.privilege when 'update' then has_any_column_privilege(to_regclass(needed.name), 'update')
                                  else has_table_privilege(to_regclass(needed.name), needed.privilege) end`;

const neededRights = (): ReadonlyArray<readonly [string, string]> =>
  entities.flatMap(({ meta: { tableName } }) =>
    ['select', ...(CHANGED[tableName] ?? [])].map((privilege) => [tableName, privilege] as const),
  );

export const makePostgresDatabaseInspector = (orm: MikroORM): DatabaseInspector => ({
  server: () =>
    stored(async () => {
      const found = await readRow(orm.em, server, SERVER);
      if (found === null) throw new Error('The database does not know its own role.');
      return { ...found, address: await serverInUse(orm) };
    }),
  schema: () =>
    stored(async () => {
      const applied = await appliedMigrations(orm);
      const known = migrations.map(({ name }) => name);
      return {
        missing: known.filter((name) => !applied.includes(name)),
        unknown: applied.filter((name) => !known.includes(name)),
      };
    }),
  missingRights: () =>
    stored(async () => {
      const needed = neededRights();
      const parameters = [needed.map(([name]) => name), needed.map(([, privilege]) => privilege)];
      const rows = await readRows(orm.em, t.type({ missing: t.string }), MISSING_RIGHTS, parameters);
      return rows.map(({ missing }) => missing);
    }),
  now: () =>
    stored(async () => {
      const row = await readRow(orm.em, t.type({ now: moment }), NOW);
      return row!.now;
    }),
});
