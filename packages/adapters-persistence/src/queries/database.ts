import type { Stored } from '@carryover/application/ports/store-failure';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { DISTRIBUTION } from '../distribution.ts';
import { serverInUse } from '../orm.ts';
import { moment } from '../schema/stored-values.ts';
import { readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

const SERVER = `
  select current_setting('server_version') as version, current_user as role, rolsuper as "isSuperuser",
    current_setting('transaction_read_only')::boolean as "isReadOnly"
  from pg_roles where rolname = current_user`;

const server = t.type({
  /** `18.1`. */
  version: t.string,
  role: t.string,
  isSuperuser: t.boolean,
  /** A standby, or a server that was fenced: it can be read. */
  isReadOnly: t.boolean,
});

/** The server in use and the role there. `address`: `db.example:5432`; of several servers, the one in use. */
export type DatabaseServer = t.TypeOf<typeof server> & { readonly address: string };

export const readServer = (orm: MikroORM): Stored<DatabaseServer> =>
  stored(async () => {
    const found = await readRow(orm.em, server, SERVER);
    if (found === null) throw new Error('The database does not know its own role.');
    return { ...found, address: await serverInUse(orm) };
  });

const NOW = `select to_json(clock_timestamp())#>>'{}' as now`;

/** Returns the time by the clock of the database. */
export const readDatabaseTime = ({ em }: MikroORM): Stored<Date> =>
  stored(async () => (await readRow(em, t.type({ now: moment }), NOW))!.now);

const HAS_KEY = 'select exists (select from api_key where starts_with($1, prefix)) as "hasKey"';

/** Returns whether the database has an API key, also one that is revoked: the service that it is of uses this database. */
export const hasApiKey = ({ em }: MikroORM, apiKey: string): Stored<boolean> =>
  stored(async () => (await readRow(em, t.type({ hasKey: t.boolean }), HAS_KEY, [apiKey]))!.hasKey);

type Rights = Readonly<Record<string, ReadonlyArray<string>>>;

/** The rights that docs/sql/roles.sql grants to the console's role alone. */
const OF_CONSOLE: Rights = {
  account_rollup: ['select', 'insert', 'update', 'delete'],
  console_approval: ['select', 'insert', 'update'],
  console_job: ['select', 'insert', 'update'],
  console_form: ['select', 'insert', 'update', 'delete'],
  console_list: ['select', 'insert', 'update', 'delete'],
  console_session: ['select', 'insert', 'update', 'delete'],
  console_sign_in_link: ['select', 'insert', 'delete'],
  import_rollup: ['select', 'insert', 'update', 'delete'],
  import_total: ['select', 'insert', 'update'],
  load_total: ['select', 'insert', 'update'],
  note_words: ['select', 'insert'],
  note_words_progress: ['select', 'update'],
  rollup_progress: ['select', 'update'],
};

/** The rights to change that it grants to it on a table that the operator's role reads. */
const CHANGED_BY_CONSOLE: Rights = { alarm: ['insert', 'update'] };

/** The rights to change that it grants to the operator's role, which reads every table but the console's. */
const CHANGED_BY_OPERATOR: Rights = {
  accepted_import: ['update'],
  account: ['insert', 'update'],
  account_change: ['insert'],
  api_key: ['insert', 'update'],
  dry_run: ['delete'],
  import_supplier: ['insert', 'update'],
  ledger: ['insert', 'update'],
  operator_action: ['insert'],
  organisation: ['insert', 'update'],
  payload_removal: ['insert', 'update'],
  platform_key: ['insert', 'update'],
  reconciliation: ['insert'],
  refused_import: ['delete'],
  removed_rollup: ['insert', 'update'],
  secret_fingerprint: ['insert'],
  statement_period: ['insert', 'update'],
  storage_verification: ['insert'],
  webhook: ['insert', 'update', 'delete'],
  webhook_delivery: ['delete'],
};
const OF_OPERATOR: Rights = Object.fromEntries(
  Object.keys(DISTRIBUTION)
    .filter((table) => !(table in OF_CONSOLE) && table !== 'schema_migration')
    .map((table) => [table, ['select', ...(CHANGED_BY_OPERATOR[table] ?? [])]]),
);

/** The rights of the role for corrections that the operator's has not. */
const OF_CORRECTIONS: Rights = {
  billing_document: ['delete'],
  historical_statement: ['delete'],
  import_undo: ['insert'],
  ledger_history: ['delete'],
  ledger_transaction: ['delete'],
  note: ['delete'],
  note_words: ['delete'],
  payment_instruction: ['delete'],
};

// A role may have rights on only some columns. A table of a later migration is not reported as missing.
const MISSING_RIGHTS = `
  select needed.privilege || ' on ' || needed.name as missing
  from unnest($1::text[], $2::text[]) as needed (name, privilege)
  where to_regclass(needed.name) is not null
    and not case needed.privilege when 'update' then has_any_column_privilege(to_regclass(needed.name), 'update')
                                  else has_table_privilege(to_regclass(needed.name), needed.privilege) end`;

/** The console sets up and undoes, as both commands do. */
const NEEDED: Readonly<Record<'operator' | 'console', ReadonlyArray<Rights>>> = {
  operator: [OF_OPERATOR],
  console: [OF_CONSOLE, CHANGED_BY_CONSOLE, OF_OPERATOR, OF_CORRECTIONS],
};

/** Returns the rights that a program needs and its role lacks, such as `insert on account`. */
export const missingRights = ({ em }: MikroORM, program: keyof typeof NEEDED): Stored<ReadonlyArray<string>> =>
  stored(async () => {
    const needed = NEEDED[program]
      .flatMap((rights) => Object.entries(rights))
      .flatMap(([table, privileges]) => privileges.map((privilege) => [table, privilege] as const));
    const parameters = [needed.map(([name]) => name), needed.map(([, privilege]) => privilege)];
    const rows = await readRows(em, t.type({ missing: t.string }), MISSING_RIGHTS, parameters);
    return rows.map(({ missing }) => missing);
  });
