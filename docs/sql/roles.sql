-- The database's roles (docs/adr/0019), for psql 15 or later. Run it on the service's database, as a superuser or as the
-- owner of the database with CREATEROLE: before the first migration, after it, and after each later release. It can be
-- run again at any time, beside a running service: it says what each role may, and takes everything else away. On Citus,
-- run it as a superuser of the coordinator, and also after a node was added.
--
--   psql -X -1 -v ON_ERROR_STOP=1 -d "$ADMIN_URL" -f docs/sql/roles.sql
--
-- Passwords come from the environment, so that no process list shows them; one that is not given stays as it is. They
-- reach the server as they are given, and one that logs all statements logs them: there, give a SCRAM verifier
-- (SCRAM-SHA-256$...), which PostgreSQL takes as it is, or give none and use psql's \password, which sends a verifier.
\getenv migrations_password CARRYOVER_MIGRATIONS_PASSWORD
\getenv service_password CARRYOVER_SERVICE_PASSWORD
\getenv operator_password CARRYOVER_OPERATOR_PASSWORD
\getenv corrections_password CARRYOVER_CORRECTIONS_PASSWORD
\getenv console_password CARRYOVER_CONSOLE_PASSWORD
\getenv reader_password CARRYOVER_READER_PASSWORD

do $$
declare
  names constant text[] := array['carryover_migrations', 'carryover_service', 'carryover_operator', 'carryover_corrections', 'carryover_console', 'carryover_reader'];
  name text;
  given record;
begin
  foreach name in array names loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I', name);
    end if;
    execute format('alter role %I login', name);
  end loop;
  for given in
    select distinct roleid::regrole as role, member::regrole as member from pg_auth_members
    where roleid = any (names::regrole[]) and member = any (names::regrole[])
  loop
    execute format('revoke %s from %s', given.role, given.member);
  end loop;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    -- Who is no superuser acts for the owner of the tables as its member.
    execute format('grant carryover_migrations to %I', current_user);
  end if;
  -- The console does what both commands do: it sets up, and undoes imports (docs/adr/0037). Nobody is a member of it.
  grant carryover_operator, carryover_corrections to carryover_console;
end
$$;

\if :{?migrations_password}
select 'given' as migrations_password from set_config('carryover.migrations_password', :'migrations_password', false);
\endif
\if :{?service_password}
select 'given' as service_password from set_config('carryover.service_password', :'service_password', false);
\endif
\if :{?operator_password}
select 'given' as operator_password from set_config('carryover.operator_password', :'operator_password', false);
\endif
\if :{?corrections_password}
select 'given' as corrections_password from set_config('carryover.corrections_password', :'corrections_password', false);
\endif
\if :{?console_password}
select 'given' as console_password from set_config('carryover.console_password', :'console_password', false);
\endif
\if :{?reader_password}
select 'given' as reader_password from set_config('carryover.reader_password', :'reader_password', false);
\endif

-- Changed in here, where log_statement = 'ddl' does not see them; a failure tells its message, and not the statement.
do $$
declare
  name text;
  password text;
begin
  foreach name in array array['migrations', 'service', 'operator', 'corrections', 'console', 'reader'] loop
    password := current_setting(format('carryover.%s_password', name), true);
    if password <> '' then
      execute format('alter role %I password %L', 'carryover_' || name, password);
      perform set_config(format('carryover.%s_password', name), '', false);
    end if;
  end loop;
exception when others then
  raise exception 'No password of carryover_%: %', name, sqlerrm using errcode = sqlstate;
end
$$;

-- Who may connect, and who may make anything at all. Others keep nothing, temporary tables included. Citus passes on
-- everything in this file except this: its workers are told, and know a new role only after the first run.
do $$
declare
  rights text := format(
    'revoke all on database %1$I from public, carryover_migrations, carryover_service, carryover_operator, carryover_corrections, carryover_console, carryover_reader;
     grant connect on database %1$I to carryover_migrations, carryover_service, carryover_operator, carryover_corrections, carryover_console, carryover_reader;
     grant create on database %1$I to carryover_migrations',
    current_database());
  failed record;
begin
  execute rights;
  if exists (select from pg_extension where extname = 'citus') then
    for failed in select nodename, nodeport, result from run_command_on_workers(rights) where not success loop
      raise warning 'Run this file again: worker %:%: %', failed.nodename, failed.nodeport, failed.result;
    end loop;
  end if;
end
$$;
revoke all on schema public from public;
revoke all on schema public from carryover_service, carryover_operator, carryover_corrections, carryover_console, carryover_reader;
grant usage, create on schema public to carryover_migrations;
grant usage on schema public to carryover_service, carryover_operator, carryover_corrections, carryover_console;

-- Citus changes the parts of tables that refer to each other one after another. PostgreSQL itself ignores this.
set citus.multi_shard_modify_mode = 'sequential';

-- What another role owns, if this database was in use before it had these roles; what belongs to an extension or to a
-- table is not listed.
do $$
declare
  object text;
begin
  for object in
    select kind || ' ' || name
    from (
      select 'pg_class'::regclass, oid, 'table', oid::regclass::text, relnamespace, relowner
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_proc'::regclass, oid, 'routine', oid::regprocedure::text, pronamespace, proowner from pg_proc
    ) as owned (class, id, kind, name, namespace, owner)
    where namespace in ('public'::regnamespace, to_regnamespace('carryover_read')) and owner <> 'carryover_migrations'::regrole
      and not exists (select from pg_depend where classid = class and objid = id and deptype in ('e', 'a', 'i'))
  loop
    execute format('alter %s owner to carryover_migrations', object);
  end loop;
end
$$;

-- Tables of migrations to come. The service reads them and adds to them until that release's own file is run, which says
-- below what holds from then on: of a table that is not listed there, all roles lose everything.
alter default privileges for role carryover_migrations in schema public revoke all on tables from carryover_service, carryover_operator, carryover_corrections, carryover_console;
alter default privileges for role carryover_migrations in schema public grant select, insert on tables to carryover_service;
alter default privileges for role carryover_migrations in schema public grant select on tables to carryover_operator;

-- The tables there are. Nobody but their owner truncates, or makes references and triggers. Rows are deleted as each line
-- says: counters of rate limits, what is kept no longer, what an undo or an erasure takes back. What was imported is only
-- ever added by the service: it changes no item, and of an import record only removes the payload.
do $$
declare
  relation text;
  given record;
begin
  -- Views and sequences too; what belongs to somebody else, as an extension's views do, is not ours to say.
  for relation in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relowner = 'carryover_migrations'::regrole
      and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  loop
    execute format('revoke all on public.%I from public, carryover_service, carryover_operator, carryover_corrections, carryover_console, carryover_reader', relation);
  end loop;

  for given in
    select * from (values
      -- table               the service                       the operator's command
      -- To lock a row, a role must be allowed to change a column of its table: this is the one that matters least.
      ('account',              'select, update (created_at)',    'select, insert, update (status, promoted_at, promoted_position)'),
      ('account_change',       'select',                         'select, insert'),
      -- Payloads that are no longer kept are removed (docs/data-protection.md); nothing else of a record changes.
      ('accepted_import',      'select, insert, update (payload, payload_removed_at, removed_position, rows_sha256)', 'select, update (payload, payload_removed_at, removed_position, rows_sha256)'),
      ('api_key',              'select, update (digest)',        'select, insert, update (revoked_at)'),
      ('api_key_use',          'select, insert, update',         'select'),
      ('billing_document',     'select, insert',                 'select'),
      ('control_total',        'select, insert',                 'select'),
      ('control_total_registration', 'select, insert',           'select'),
      -- As of accounts: to lock a set, so that its requests run one after another.
      ('control_total_set',    'select, insert, update (created_at)', 'select'),
      ('erased_total',         'select',                         'select'),
      -- The service removes what is kept no longer, and reads no value of a client for that.
      ('dry_run',              'insert, delete, select (id, organisation_id, supplier_code, supplier_prefix, endpoint, code, load_id, item_count)', 'select, delete'),
      ('historical_statement', 'select, insert',                 'select'),
      ('import_undo',          'select',                         'select'),
      ('import_supplier',      'select',                         'select, insert, update (status, document_root, verify_documents, automated_emails, supply_charge_arithmetic, unknown_fields)'),
      ('ledger',               'select',                         'select, insert, update (ledger_code, is_main, has_finalized_billing_document)'),
      ('ledger_history',       'select, insert',                 'select'),
      ('ledger_transaction',   'select, insert',                 'select'),
      ('note',                 'select, insert',                 'select'),
      ('operator_action',      'select',                         'select, insert'),
      ('organisation',         'select (id, name, archived_at)', 'select, insert, update (name, archived_at)'),
      ('payload_removal',      'select, insert, update',         'select, insert, update'),
      ('payment_instruction',  'select, insert',                 'select'),
      ('platform_key',         'select, update (digest)',        'select, insert, update (revoked_at)'),
      -- Counters of a minute, which the service clears an hour later.
      ('rate_limit',           'select, insert, update, delete', 'select'),
      ('reconciliation',       'select',                           'select, insert'),
      ('refused_import',       'select, insert, delete',         'select, delete'),
      ('removed_rollup',       'select, insert, update',         'select, insert, update'),
      ('schema_migration',     'select',                         'select'),
      -- The service seals records, and so reads them (docs/adr/0035).
      ('seal',                 'select, insert',                 'select'),
      ('seal_head',            'select, insert, update (number)', 'select'),
      ('secret_fingerprint',   'select, insert',                 'select, insert'),
      ('statement_period',     'select',                         'select, insert, update (to_date, is_open)'),
      -- The service moves an endpoint on, and keeps its last deliveries; it seals a secret again after a rotation of the root secret.
      ('webhook',              'select, update (cursor, state, suspended_at, suspended_because, failures, failing_since, next_try_at, deliveries, test_id, secret, previous_secret, lease_holder, lease_until)', 'select, insert, update, delete'),
      ('webhook_delivery',     'select, insert, delete',         'select, delete'),
      ('storage_verification', 'select',                         'select, insert')
    ) as list (name, service, operator)
    where to_regclass(format('public.%I', name)) is not null
  loop
    if given.service is not null then
      execute format('grant %s on public.%I to carryover_service', given.service, given.name);
    end if;
    execute format('grant %s on public.%I to carryover_operator', given.operator, given.name);
  end loop;

  -- The console's own: who can write a session is everybody whom it names, with all the rights of the console.
  for given in
    select * from (values
      ('alarm',                'select, insert, update (ended_at, ended_position, is_mailed, begin_mailed_at, end_mailed_at, failures, failing_since, next_try_at, error, lease_holder, lease_until)'),
      ('console_approval',     'select, insert, update (decision, decided_at, decided_by, outcome, outcome_path)'),
      ('console_job',          'select, insert, update (heartbeat_at, progress, ended_at, outcome, result, detail)'),
      ('console_form',         'select, insert, update (location, message), delete'),
      ('console_list',         'select, insert, update (query), delete'),
      ('console_session',      'select, insert, update (last_seen_at), delete'),
      ('console_sign_in_link', 'select, insert, delete'),
      -- Figures that the console counts from import records and accounts, again and again (docs/adr/0039).
      ('account_rollup',       'select, insert, update, delete'),
      ('import_rollup',        'select, insert, update, delete'),
      ('import_total',         'select, insert, update'),
      ('load_total',           'select, insert, update'),
      ('note_words',           'select, insert'),
      ('note_words_progress',  'select, update'),
      ('rollup_progress',      'select, update')
    ) as list (name, rights)
    where to_regclass(format('public.%I', name)) is not null
  loop
    execute format('grant %s on public.%I to carryover_console', given.rights, given.name);
  end loop;
  -- The service posts alarms to webhooks.
  if to_regclass('public.alarm') is not null then
    grant select on public.alarm to carryover_service, carryover_operator;
  end if;
  -- It adds new rows to the search indexes, with the rights of their owner (docs/adr/0039).
  if to_regprocedure('public.summarise_search(text, bigint)') is not null then
    revoke execute on function public.summarise_search(text, bigint) from public, carryover_service, carryover_operator, carryover_corrections;
    grant execute on function public.summarise_search(text, bigint) to carryover_console;
  end if;

  -- `imports undo` (docs/adr/0032) and `account erase` (docs/data-protection.md): it deletes what imports stored, and keeps a
  -- record of that. Of import records, undos and operator actions it clears what is personal, and nothing else.
  for given in
    select name, rights from (values
      ('select, update (created_at, external_account_number, erased_at, erased_position)', array['account']),
      ('select, update (payload, payload_removed_at, findings)', array['accepted_import']),
      ('select', array['import_supplier', 'ledger', 'organisation', 'schema_migration']),
      ('select, delete', array['billing_document', 'historical_statement', 'ledger_history', 'ledger_transaction', 'note', 'note_words', 'payment_instruction', 'statement_period']),
      ('select, insert', array['erased_total']),
      ('select, update (created_at)', array['control_total_set']),
      ('select, update (external_account_number)', array['control_total']),
      ('select, insert, update (reason, answered, items)', array['import_undo']),
      ('select, insert, update (external_account_number, reason, before, after)', array['operator_action']),
      ('select, insert, update', array['removed_rollup']),
      ('delete, select (id, organisation_id, supplier_code, supplier_prefix, external_account_number, account_prefix, endpoint, code, load_id, item_count)', array['refused_import', 'dry_run']),
      ('select (commit_position)', array['refused_import']),
      ('select (to_position)', array['seal'])
    ) as list (rights, names), unnest(names) as name
    where to_regclass(format('public.%I', name)) is not null
  loop
    execute format('grant %s on public.%I to carryover_corrections', given.rights, given.name);
  end loop;

  -- The service's own numbers of new accounts.
  if to_regclass('public.service_account_number_seq') is not null then
    grant usage on sequence public.service_account_number_seq to carryover_operator;
  end if;
end
$$;

-- The views for reports and replicas (docs/hand-over.md), which read with the rights of their owner: who reads them may read no
-- table. Views of migrations to come too. On Citus, nodes ask for the rights of the reader: it may read there what the views
-- use, column by column, in the tables too.
do $$
declare
  used record;
begin
  if to_regnamespace('carryover_read') is not null then
    alter schema carryover_read owner to carryover_migrations;
    revoke all on schema carryover_read from public, carryover_service, carryover_operator, carryover_corrections, carryover_console, carryover_reader;
    revoke all on all tables in schema carryover_read from public, carryover_service, carryover_operator, carryover_corrections, carryover_console, carryover_reader;
    grant usage on schema carryover_read to carryover_reader;
    grant select on all tables in schema carryover_read to carryover_reader;
    alter default privileges for role carryover_migrations in schema carryover_read grant select on tables to carryover_reader;
  end if;
  if to_regnamespace('carryover_read') is not null and exists (select from pg_extension where extname = 'citus') then
    grant usage on schema public to carryover_reader;
    for used in
      select oid::regclass as relation, '' as columns from pg_class
      where relnamespace = 'carryover_read'::regnamespace and relkind = 'v'
      union all
      select refobjid::regclass, format('(%s)', string_agg(distinct quote_ident(attname), ', '))
      from pg_depend d
      join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
      join pg_class v on v.oid = r.ev_class and v.relnamespace = 'carryover_read'::regnamespace
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where refclassid = 'pg_class'::regclass and refobjid <> v.oid
      group by 1
    loop
      execute format('grant select %s on %s to carryover_reader', used.columns, used.relation);
    end loop;
  end if;
end
$$;

-- Time-outs. A connection that leads to PostgreSQL itself brings the service's own, and so does each import behind a
-- pooler; these are for what a pooler's connections do otherwise, and the same as the service's defaults.
alter role carryover_service set statement_timeout = '20s';
alter role carryover_service set lock_timeout = '5s';
alter role carryover_service set idle_in_transaction_session_timeout = '20s';
-- A reconciliation takes as long as it takes, but a command that died leaves no lock on an account.
alter role carryover_operator set idle_in_transaction_session_timeout = '5min';
alter role carryover_corrections set idle_in_transaction_session_timeout = '5min';
alter role carryover_console set idle_in_transaction_session_timeout = '5min';
-- A transaction that stays open holds back vacuum, and the feed if it writes.
alter role carryover_reader set idle_in_transaction_session_timeout = '5min';
alter role carryover_reader set default_transaction_read_only = on;
-- A migration that waits for a table makes all that come after it wait too: rather it fails, and is run again.
alter role carryover_migrations set lock_timeout = '10s';

-- To write a row that every node has, a role locks it on a node, which Citus allows only to those who may change any of
-- its columns. So it is not to ask; each node still asks what the role may write.
do $$
declare
  name text;
begin
  if exists (select from pg_extension where extname = 'citus') then
    foreach name in array array['carryover_service', 'carryover_operator', 'carryover_console'] loop
      execute format('alter role %I set citus.skip_advisory_lock_permission_checks = on', name);
    end loop;
    -- A new account has its commit position from the node that it is on, once it is there.
    if to_regclass('public.account') is not null then
      grant update (commit_position) on account to carryover_operator;
    end if;
  end if;
end
$$;
