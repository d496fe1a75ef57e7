import { Migration } from '@mikro-orm/migrations';
import { COMMIT_POSITION, COMMIT_POSITION_FUNCTIONS, COMMIT_POSITION_ORDER } from '../commit-position.ts';
import { PAYMENT_SEARCH_INDEX, partialSearchIndex, REFUSED_SEARCH_INDEX, searchIndex } from '../search-terms.ts';

/**
 * A generated column of refused requests and dry runs. An index entry has a maximum size, and a refused name has none: longer
 * ones name no supplier and no account.
 */
const generated = (name: string, expression: string): string =>
  `${name} text collate "C" not null generated always as (${expression}) stored`;
const SUPPLIER_PREFIX = generated('supplier_prefix', `coalesce(left(supplier_code, 33), '')`);
const ACCOUNT_PREFIX = generated('account_prefix', `coalesce(left(external_account_number, 129), '')`);

const SUPPLIERS = [
  `create table organisation (
    id uuid primary key,
    name text collate "C" not null,
    created_at timestamptz not null,
    -- Since then it is hidden, and its keys are refused.
    archived_at timestamptz null,
    constraint organisation_name_unique unique (name)
  )`,
  `create table import_supplier (
    id uuid primary key,
    organisation_id uuid not null,
    code text collate "C" not null,
    status text not null,
    document_root text not null,
    verify_documents boolean not null,
    automated_emails boolean not null,
    supply_charge_arithmetic text not null,
    unknown_fields text not null,
    created_at timestamptz not null,
    constraint import_supplier_organisation_id_code_unique unique (organisation_id, code),
    constraint import_supplier_organisation_id_foreign foreign key (organisation_id) references organisation (id)
  )`,
  `create table api_key (
    id uuid primary key,
    organisation_id uuid not null,
    prefix text collate "C" not null,
    label text null,
    digest bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz null,
    revoked_at timestamptz null,
    constraint api_key_prefix_unique unique (prefix),
    constraint api_key_organisation_id_foreign foreign key (organisation_id) references organisation (id)
  )`,
  // Keys of the billing platform (decisions 18), apart from those of clients: neither does what the other is for.
  `create table platform_key (
    id uuid primary key,
    -- Null: it reads all organisations.
    organisation_id uuid null,
    prefix text collate "C" not null,
    label text not null,
    digest bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz null,
    revoked_at timestamptz null,
    constraint platform_key_prefix_unique unique (prefix),
    constraint platform_key_organisation_id_foreign foreign key (organisation_id) references organisation (id)
  )`,
  `create table api_key_use (
    api_key_id uuid primary key,
    used_at timestamptz not null
  )`,
];

/** Service account numbers (decisions 2): an odd factor modulo 2^32 maps each number of the sequence to a different one. */
const SERVICE_ACCOUNT_NUMBERS = [
  'create sequence service_account_number_seq',
  // Before the function uses it: Citus then takes the sequence to all nodes, and does not let it be altered.
  'alter sequence service_account_number_seq owned by account.service_account_number',
  `create function next_service_account_number() returns text language sql volatile
   return 'A-' || upper(lpad(to_hex((nextval('service_account_number_seq') * 2654435761) & 4294967295), 8, '0'))`,
  'alter table account alter column service_account_number set default next_service_account_number()',
];

/** Returns in SQL what `accountKey` computes (ADR 4), for programs that add many accounts. */
const ACCOUNT_KEY = `
  create function account_key(organisation_id uuid, supplier_code text, external_account_number text) returns bigint
  language sql immutable strict parallel safe
  return ('x' || encode(substr(sha256(
    convert_to(organisation_id::text, 'UTF8') || '\\x00'::bytea ||
    convert_to(supplier_code, 'UTF8') || '\\x00'::bytea ||
    convert_to(external_account_number, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint & 9223372036854775807`;

/** Only account and its owners have foreign keys: the lock on the account makes others redundant (ADR 4). */
const ACCOUNTS = [
  `create table account (
    id bigint primary key,
    supplier_id uuid not null,
    external_account_number text collate "C" not null,
    service_account_number text not null,
    status text not null,
    created_at timestamptz not null,
    -- Once it is set, the external number is \`erasedName\`, and nothing else of the account is stored (decisions 18).
    erased_at timestamptz null,
    erased_position bigint null,
    -- Of an account that was staged first.
    promoted_at timestamptz null,
    promoted_position bigint null,
    ${COMMIT_POSITION},
    constraint account_service_account_number_unique unique (service_account_number),
    constraint account_supplier_id_external_account_number_unique unique (supplier_id, external_account_number),
    constraint account_supplier_id_foreign foreign key (supplier_id) references import_supplier (id)
  )`,
  ...SERVICE_ACCOUNT_NUMBERS,
  'create index account_external_account_number_index on account (external_account_number)',
  'create index account_erased_index on account (supplier_id, erased_at) where erased_at is not null',
  `create index account_promoted_position_index on account (promoted_position) where promoted_position is not null`,
  'create index account_erased_position_index on account (erased_position) where erased_position is not null',
  ACCOUNT_KEY,
  // Changes of ledgers by an accounts file, which nothing else tells the feed (decisions 18).
  `create table account_change (
    account_id bigint not null,
    id uuid not null,
    changed_at timestamptz not null,
    ${COMMIT_POSITION},
    primary key (account_id, id)
  )`,
  `create table ledger (
    account_id bigint not null,
    ledger_number text collate "C" not null,
    ledger_code text collate "C" not null,
    is_main boolean not null,
    has_finalized_billing_document boolean not null,
    primary key (account_id, ledger_number)
  )`,
  'create unique index ledger_main on ledger (account_id) where is_main',
  `create table statement_period (
    account_id bigint not null,
    ledger_number text collate "C" not null,
    from_date date not null,
    to_date date null,
    is_open boolean not null,
    primary key (account_id, ledger_number, from_date)
  )`,
  'create unique index statement_period_open on statement_period (account_id, ledger_number) where is_open',
];

/** What an erased account had: counts and sums by ledger and type, or kind of item (decisions 18). */
const TOMBSTONES = `create table erased_total (
    account_id bigint not null,
    -- Empty for items that belong to no ledger.
    ledger_number text collate "C" not null,
    type text not null,
    count bigint not null,
    sum numeric not null,
    primary key (account_id, ledger_number, type)
  )`;

const ITEMS = [
  `create table note (
    account_id bigint not null,
    -- A SHA-256, since a body may be longer than an index entry can be. No race can store a note twice (decisions 4).
    identity bytea not null,
    created_at timestamptz not null,
    body text null,
    -- Full locations; as posted in document_paths, which is null without documents.
    documents text[] not null,
    is_pinned boolean not null,
    unpin_at timestamptz null,
    import_id uuid not null,
    -- Zero-based place within its import.
    position int not null,
    document_paths text[] null,
    primary key (account_id, identity, created_at)
  )`,
  `create table ledger_transaction (
    account_id bigint not null,
    transaction_id text collate "C" not null,
    -- 0 for the first of an id, incremented if a client adds it again with check_previously_added=false.
    occurrence int not null,
    ledger_number text collate "C" not null,
    transaction_date date not null,
    amount numeric(12,2) not null,
    type text not null,
    reason text null,
    payment_type text null,
    reference text null,
    note text null,
    display_note text null,
    product_code text null,
    line_items jsonb null,
    tax_items jsonb null,
    -- Both as submitted, for a transaction whose date was moved; null for all others.
    submitted_date date null,
    submitted_note text null,
    -- Null if it belongs only to its ledger.
    billing_document text null,
    import_id uuid not null,
    primary key (account_id, transaction_id, occurrence)
  )`,
  // Ledgers whose history was imported. The key allows one import per ledger (§4.3).
  `create table ledger_history (
    account_id bigint not null,
    ledger_number text collate "C" not null,
    import_id uuid not null,
    primary key (account_id, ledger_number)
  )`,
  `create table billing_document (
    account_id bigint not null,
    ledger_number text collate "C" not null,
    identifier text collate "C" not null,
    type text not null,
    issued_date date not null,
    from_date date null,
    to_date date null,
    import_id uuid not null,
    position int not null,
    primary key (account_id, ledger_number, identifier)
  )`,
  `create table historical_statement (
    account_id bigint not null,
    statement_id text collate "C" not null,
    from_date date not null,
    to_date date not null,
    issued_date date not null,
    number text not null,
    gross_amount numeric(12,2) not null,
    -- As posted, for the comparison with a statement sent again, whose root may differ; then the full location.
    path text null,
    document text null,
    import_id uuid not null,
    position int not null,
    primary key (account_id, statement_id)
  )`,
  `create table payment_instruction (
    account_id bigint not null,
    import_id uuid not null,
    is_active boolean not null,
    vendor text not null,
    reference text not null,
    type text not null,
    customer_reference text null,
    status text not null,
    brand text null,
    last_four text null,
    expiry text null,
    bank_name text null,
    primary key (account_id, import_id)
  )`,
  'create unique index payment_instruction_active on payment_instruction (account_id) where is_active',
];

/** Adds 64 MB of pages, at most, to a search index, or what waits beside one that is not of pages. With the rights of the owner, whom PostgreSQL asks for. */
const SUMMARISE_SEARCH = `
  create function summarise_search(index_name text, from_block bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set lock_timeout = '200ms' as $$
  declare
    search_index constant regclass := format('public.%I', index_name || '_search')::regclass;
    relation constant regclass := (select indrelid from pg_index where indexrelid = search_index);
    -- The newest 8 MB are left out, because a row that is added to summarised pages costs its import more.
    end_block constant bigint := least(from_block + 8192, pg_relation_size(relation) / 8192 - 1024);
    range_pages constant bigint := (
      select option_value from pg_class, pg_options_to_table(reloptions)
      where oid = search_index and option_name = 'pages_per_range');
    next_block bigint := from_block;
  begin
    if range_pages is null then
      perform gin_clean_pending_list(search_index);
      return from_block;
    end if;
    -- Fails if a vacuum has the table, which does the same; a longer wait would end the vacuum.
    while next_block + range_pages <= end_block loop
      perform brin_summarize_range(search_index, next_block);
      next_block := next_block + range_pages;
    end loop;
    return next_block;
  end
  $$`;

/** Indexes by which accounts are found, and the function that adds new rows to them (ADR 39). */
const SEARCH = [
  searchIndex('ledger_transaction', 'transaction_id'),
  searchIndex('historical_statement', 'statement_id'),
  partialSearchIndex('ledger_transaction', 'reference', 'payment_reference'),
  PAYMENT_SEARCH_INDEX,
  searchIndex('historical_statement', 'number', 'statement_number'),
  searchIndex('billing_document', 'identifier'),
  searchIndex('ledger', 'ledger_number'),
  SUMMARISE_SEARCH,
  // The words of an import's notes, added after it, and removed with its notes.
  `create table note_words (
    account_id bigint not null,
    import_id uuid not null,
    -- Of fifty notes.
    part int not null,
    words tsvector not null,
    primary key (account_id, import_id, part)
  )`,
  'create index note_words_index on note_words using gin (words)',
  // One row.
  `create table note_words_progress (
    id int primary key,
    -- The notes of imports with a lower commit position are read.
    read_below bigint not null,
    -- Those of imports that were received before it, too.
    read_to timestamptz not null
  )`,
  `insert into note_words_progress (id, read_below, read_to) values (1, 0, 'epoch')`,
];

/** Import records (ADR 5): of accepted requests, of refused ones, and of dry runs. */
const IMPORT_RECORDS = [
  `create table accepted_import (
    account_id bigint not null,
    id uuid not null,
    received_at timestamptz not null,
    organisation_id uuid not null,
    api_key_id uuid not null,
    endpoint text not null,
    item_count int not null,
    -- As received, or compressed with Zstandard (ADR 16); the hash is of what was received.
    -- Null once it was removed (decisions 18): its hash, the figures and the receipt stay.
    payload bytea null,
    payload_removed_at timestamptz null,
    -- If it was removed because it is kept no longer: the position of that transaction, and the digest of what the import had stored.
    removed_position bigint null,
    rows_sha256 bytea null,
    findings jsonb null,
    payload_sha256 bytea not null,
    supplier_id uuid not null,
    -- Of the items that were sent, those that were stored, as many as an undo removes; of these, the billing documents.
    stored_items int not null,
    stored_documents int not null,
    -- Of the transactions that were stored, by ledger and type: [ledger number, type, count, sum].
    stored_totals jsonb not null default '[]',
    -- The load that the client named with its request; null if it named none.
    load_id uuid null,
    ${COMMIT_POSITION},
    primary key (account_id, id),
    constraint accepted_import_payload_removed check ((payload is null) = (payload_removed_at is not null))
  )`,
  // Compressed by the service already: storing it as it is saves PostgreSQL the attempt.
  'alter table accepted_import alter column payload set storage external',
  'create index accepted_import_id_index on accepted_import (id)',
  `create index accepted_import_removed_position_index on accepted_import (removed_position)
    where removed_position is not null`,
  // Of few imports: those with conflicts, fields that the interface does not have, or other findings.
  'create index accepted_import_findings on accepted_import (id) where findings is not null',
  'create index accepted_import_listing on accepted_import (supplier_id, api_key_id, endpoint, id)',
  // Whether anything was imported for a supplier since it was checked, however much was for others.
  'create index accepted_import_supplier_position_index on accepted_import (supplier_id, commit_position)',
  `create table refused_import (
    id uuid primary key,
    received_at timestamptz not null,
    organisation_id uuid not null,
    api_key_id uuid not null,
    endpoint text not null,
    supplier_code text null,
    external_account_number text null,
    item_count int null,
    status smallint not null,
    code text not null,
    detail text not null,
    attr text null,
    attr_value text null,
    payload_sha256 bytea null,
    failing_items jsonb not null default '[]',
    -- The number of items that failed, or were not read, and that failing_items does not have.
    items_not_kept int not null default 0,
    load_id uuid null,
    ${COMMIT_POSITION},
    ${SUPPLIER_PREFIX},
    ${ACCOUNT_PREFIX},
    -- The path of the field without its positions, \`transactions[].amount\`; empty if the body as a whole is wrong.
    ${generated('path', `left(regexp_replace(coalesce(attr, ''), '\\.[0-9]+(?=\\.|$)', '[]', 'g'), 200)`)}
  )`,
  `create table dry_run (
    id uuid primary key,
    received_at timestamptz not null,
    organisation_id uuid not null,
    api_key_id uuid not null,
    endpoint text not null,
    supplier_code text null,
    external_account_number text null,
    item_count int null,
    status smallint not null,
    code text null,
    detail text null,
    attr text null,
    attr_value text null,
    payload_sha256 bytea null,
    load_id uuid null,
    ${SUPPLIER_PREFIX},
    ${ACCOUNT_PREFIX}
  )`,
  // The imports of a load. Only requests that name one pay for it.
  ...['accepted_import', 'refused_import', 'dry_run'].map(
    (table) => `create index ${table}_load_listing on ${table} (load_id, id) where load_id is not null`,
  ),
  ...['refused_import', 'dry_run'].flatMap((table) => [
    `create index ${table}_organisation_id_id_index on ${table} (organisation_id, id)`,
    `create index ${table}_listing on ${table} (api_key_id, endpoint, (coalesce(code, '')), id)`,
    `create index ${table}_supplier_listing on ${table} (supplier_prefix, api_key_id, endpoint, (coalesce(code, '')), id)`,
    `create index ${table}_account_listing on ${table} (account_prefix, id)`,
  ]),
  // Refused requests are grouped by it, and the accounts of a group are listed.
  'create index refused_import_groups on refused_import (code, path, organisation_id, supplier_prefix, account_prefix, id)',
  REFUSED_SEARCH_INDEX,
  // Added in the transaction that removes the import's rows. The key allows one undo per import.
  `create table import_undo (
    account_id bigint not null,
    import_id uuid not null,
    -- By the database's clock, read under the account's lock.
    undone_at timestamptz not null default clock_timestamp(),
    undone_by text not null,
    reason text not null,
    removed jsonb not null,
    -- Later imports that were answered "already exists" because of this one, with the items of each.
    answered jsonb not null,
    -- The removed items by the names of the interface, without their texts: nothing else tells afterwards which of the sent
    -- items this import had stored.
    items jsonb not null,
    ${COMMIT_POSITION},
    primary key (account_id, import_id)
  )`,
  'create index import_undo_undone_at_index on import_undo (undone_at)',
];

/** Control totals that clients register (decisions 20). Rows are only added. */
const CONTROL_TOTALS = [
  `create table control_total_set (
    id uuid primary key,
    supplier_id uuid not null,
    name text collate "C" not null,
    created_at timestamptz not null default clock_timestamp(),
    constraint control_total_set_supplier_id_name_unique unique (supplier_id, name)
  )`,
  `create table control_total (
    set_id uuid not null,
    external_account_number text collate "C" not null,
    -- Empty for what belongs to no ledger.
    ledger_number text collate "C" not null,
    type text collate "C" not null,
    count bigint not null,
    -- Null if there is only a count.
    sum numeric(32,2),
    -- Of the row as a line of JSON.
    line_sha256 bytea not null,
    primary key (set_id, external_account_number, ledger_number, type)
  )`,
  // A row completes its set: by whom, when, and with which totals.
  `create table control_total_registration (
    set_id uuid primary key,
    supplier_id uuid not null,
    api_key_id uuid not null,
    registered_at timestamptz not null default clock_timestamp(),
    totals int not null,
    -- Of the digests of its rows, in their order as bytes.
    sha256 bytea not null,
    ${COMMIT_POSITION}
  )`,
  'create index control_total_registration_listing on control_total_registration (supplier_id, registered_at)',
];

/** Figures: import records by spans of ten seconds, accounts by status, and how far both are counted (ADR 39). */
const FIGURES = [
  `create table import_rollup (
    organisation_id uuid not null,
    -- Empty if the requests name no supplier of the organisation.
    supplier_code text collate "C" not null,
    -- The start of ten seconds, later of an hour, and then of a day.
    slot timestamptz not null,
    endpoint text not null,
    outcome text not null,
    -- The error code of refused requests; empty for others.
    code text not null,
    -- Zero if the requests name no load.
    load_id uuid not null,
    requests bigint not null,
    -- The items that were sent; those that were stored, or removed by an undo; of these, the billing documents.
    items bigint not null,
    stored_items bigint not null,
    stored_documents bigint not null,
    -- The accounts that had no item before; of undone requests, those that have none afterwards.
    accounts bigint not null,
    primary key (organisation_id, supplier_code, slot, endpoint, outcome, code, load_id)
  )`,
  'create index import_rollup_slot_index on import_rollup (slot)',
  // By which the last slot with something stored is found, whatever was refused since.
  `create index import_rollup_stored_index on import_rollup (organisation_id, supplier_code, slot)
   where outcome = 'accepted' and stored_items > 0`,
  // The sums of the rows of import_rollup, changed with them.
  `create table import_total (
    organisation_id uuid not null,
    supplier_code text collate "C" not null,
    endpoint text not null,
    outcome text not null,
    code text not null,
    requests bigint not null,
    items bigint not null,
    stored_items bigint not null,
    stored_documents bigint not null,
    accounts bigint not null,
    primary key (organisation_id, supplier_code, endpoint, outcome, code)
  )`,
  // The sums of the rows of import_rollup by load, changed with them.
  `create table load_total (
    organisation_id uuid not null,
    supplier_code text collate "C" not null,
    -- Zero for the requests that name no load.
    load_id uuid not null,
    accepted bigint not null,
    refused bigint not null,
    dry_runs bigint not null,
    undone bigint not null,
    -- The items that were sent; those that were stored and not removed by an undo.
    items bigint not null,
    stored_items bigint not null,
    -- The ten seconds of its first and of its last request.
    first_slot timestamptz not null,
    last_slot timestamptz not null,
    primary key (organisation_id, supplier_code, load_id)
  )`,
  'create index load_total_last_slot_index on load_total (last_slot, load_id)',
  `create table account_rollup (
    organisation_id uuid not null,
    supplier_code text collate "C" not null,
    status text not null,
    accounts bigint not null,
    primary key (organisation_id, supplier_code, status)
  )`,
  // One row, by the clock of the database.
  `create table rollup_progress (
    id int primary key,
    -- Slots before this one are counted.
    counted_to timestamptz not null,
    -- Null if nothing was ever counted.
    counted_at timestamptz null,
    -- The end of the slots that were counted by the current verification; null if none is under way.
    verified_to timestamptz null,
    verified_at timestamptz null
  )`,
  `insert into rollup_progress (id, counted_to) values (1, 'epoch')`,
];

/** How long is kept what imports leave behind (decisions 18). */
const KEEPING = [
  // The counts of removed refused requests and dry runs, which the figures and the reconciliation count as before.
  `create table removed_rollup (
    organisation_id uuid not null,
    -- Empty if the requests name no supplier of the organisation.
    supplier_code text collate "C" not null,
    -- The start of ten seconds.
    slot timestamptz not null,
    endpoint text not null,
    outcome text not null,
    code text not null,
    load_id uuid not null,
    requests bigint not null,
    items bigint not null,
    -- Of the refused requests, those that a seal has.
    sealed bigint not null,
    primary key (organisation_id, supplier_code, slot, endpoint, outcome, code, load_id)
  )`,
  'create index removed_rollup_slot_index on removed_rollup (slot)',
  // How far the payloads of a supplier were removed: none of the imports before this id has one that was intact.
  `create table payload_removal (
    supplier_id uuid primary key,
    removed_before uuid not null
  )`,
];

const OPERATOR = [
  `create table operator_action (
    id uuid primary key,
    performed_at timestamptz not null default clock_timestamp(),
    performed_by text not null,
    performed_by_subject text null,
    performed_by_issuer text null,
    reason text null,
    action text not null,
    organisation text collate "C" not null,
    supplier_code text collate "C" null,
    external_account_number text collate "C" null,
    ledger_number text collate "C" null,
    before jsonb null,
    after jsonb null,
    ${COMMIT_POSITION}
  )`,
  'create index operator_action_performed_at_index on operator_action (performed_at)',
  `create table reconciliation (
    supplier_id uuid not null,
    id uuid not null,
    snapshot_at timestamptz not null,
    -- Records below it were final, and read.
    read_below bigint not null,
    verdict text not null,
    -- Whose totals were compared, of which digest, and what of the stored data they cover, as in the report.
    control_totals jsonb not null,
    coverage jsonb not null,
    covers_all boolean not null,
    -- Totals that differ.
    differing int not null,
    performed_by text not null,
    recorded_at timestamptz not null default clock_timestamp(),
    ${COMMIT_POSITION},
    primary key (supplier_id, id)
  )`,
  // Verifications of what is stored, each added when it ends.
  `create table storage_verification (
    supplier_id uuid not null,
    id uuid not null,
    snapshot_at timestamptz not null,
    -- Records below it were final, and read.
    read_below bigint not null,
    findings int not null,
    -- Imports whose rows no check has compared with their payload: it was removed before, or changed.
    not_compared int not null,
    -- Imports whose payload is kept no longer: an earlier check compared their rows with it.
    compared_by_digest int not null,
    performed_by text not null,
    recorded_at timestamptz not null default clock_timestamp(),
    ${COMMIT_POSITION},
    primary key (supplier_id, id)
  )`,
  // What consoles do in the background: reconciliations and checks of what is stored.
  `create table console_job (
    id uuid primary key,
    supplier_id uuid not null,
    kind text not null,
    -- The control totals of a reconciliation; the service account number if one account is checked.
    task jsonb not null,
    started_at timestamptz not null default now(),
    started_by text not null,
    host text not null,
    process_id int not null,
    -- By the database's clock, as long as its process lives.
    heartbeat_at timestamptz not null default now(),
    progress jsonb null,
    ended_at timestamptz null,
    outcome text null,
    result jsonb null,
    -- Says why it failed.
    detail text null
  )`,
  // One of a kind at a time for each supplier.
  'create unique index console_job_running_unique on console_job (supplier_id, kind) where outcome is null',
  'create index console_job_supplier_id_index on console_job (supplier_id, id)',
  // Changes of the console that one person asks for and another one approves. The decision is made once, under the row's lock.
  `create table console_approval (
    id uuid primary key,
    kind text not null,
    organisation text collate "C" not null,
    supplier_code text collate "C" null,
    -- What was asked for, with the state that was shown.
    what jsonb not null,
    asked_by text not null,
    asked_by_subject text null,
    asked_by_issuer text null,
    reason text not null,
    asked_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null default clock_timestamp() + interval '1 day',
    decision text null,
    decided_at timestamptz null,
    decided_by text null,
    -- What became of it once it was approved, and the page that shows that.
    outcome text null,
    outcome_path text null
  )`,
  // Sessions and one-time sign-in links of the console (ADR 37), stored by the SHA-256 of a random secret.
  `create table console_session (
    id_sha256 text collate "C" primary key,
    console text null,
    subject text not null,
    issuer text null,
    name text not null,
    grants jsonb not null,
    created_at timestamptz not null,
    authenticated_at timestamptz null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create table console_sign_in_link (
    token_sha256 text collate "C" primary key,
    expires_at timestamptz not null
  )`,
  // Forms that were sent, by the SHA-256 of person and values, and the page that each led to; null: not known yet.
  `create table console_form (
    key_sha256 text collate "C" primary key,
    sent_at timestamptz not null default now(),
    location text null,
    message text null
  )`,
  // Filters that a person saved of a list; without a name, the columns that they hide.
  `create table console_list (
    subject text collate "C" not null,
    issuer text collate "C" not null,
    list text collate "C" not null,
    name text collate "C" not null,
    query text not null,
    primary key (subject, issuer, list, name)
  )`,
];

/** Seals over import records, undos and operator actions (ADR 35). Rows are added, and never changed. */
const SEALS = [
  `create table seal (
    number bigint primary key,
    previous text null,
    root text not null,
    size bigint not null,
    from_position bigint not null,
    to_position bigint not null,
    signature text null,
    sealed_at timestamptz not null default clock_timestamp(),
    -- The hashes of the complete subtrees, the largest first.
    frontier bytea not null,
    -- Of each record that it adds: kind, id, account and leaf hash, so that one that was altered or removed can be named.
    entries bytea not null
  )`,
  // Hashes cannot be compressed.
  'alter table seal alter column entries set storage external',
  // The number of the last seal, so that it is noticed if the last ones are removed: its successor does not take their number.
  `create table seal_head (
    is_only boolean primary key default true check (is_only),
    number bigint not null
  )`,
  'create index seal_to_position_index on seal (to_position)',
];

const SERVICE = [
  `create table secret_fingerprint (
    generation int primary key,
    fingerprint text not null,
    noted_at timestamptz not null default now()
  )`,
  // Counters of the rate limits (ADR 17). Unlogged: they live for a minute, and no commit waits for a disk or a standby.
  `create unlogged table rate_limit (
    key text collate "C" primary key,
    points int not null,
    expire bigint null
  )`,
];

/** Tables that grow with what is imported, and with what is refused. */
const LARGE = [
  'account',
  'account_change',
  'ledger',
  'statement_period',
  'note',
  'note_words',
  'ledger_transaction',
  'ledger_history',
  'billing_document',
  'historical_statement',
  'payment_instruction',
  'erased_total',
  'accepted_import',
  'import_undo',
  'refused_import',
  'dry_run',
];

/** Vacuums them after 2 % of deleted and 5 % of new rows, where PostgreSQL waits for 20 %, and analyses after 5, not 10 % (ADR 4). */
const AUTOVACUUM = LARGE.map(
  (table) => `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`,
);

/**
 * Endpoints to which changes are posted (decisions 18). Nothing is queued for them: each has its place in the feed, and the last
 * deliveries to it.
 */
const WEBHOOKS = [
  `create table webhook (
    id uuid primary key,
    label text not null,
    url text not null,
    -- Null: of all.
    organisation_id uuid null,
    supplier_code text collate "C" null,
    types jsonb null,
    -- Encrypted with a key of the root secret; the one before it signs too until it ends.
    secret bytea not null,
    previous_secret bytea null,
    previous_secret_until timestamptz null,
    created_at timestamptz not null,
    -- The place up to which its receiver has taken the changes. Null: from the beginning.
    cursor text null,
    -- Of an endpoint that was set back to a time: earlier changes are left out.
    changes_since timestamptz null,
    state text not null,
    suspended_at timestamptz null,
    suspended_because text null,
    failures int not null,
    failing_since timestamptz null,
    next_try_at timestamptz null,
    -- The number of the last delivery.
    deliveries bigint not null,
    -- A test that was asked for and is not sent yet.
    test_id text null,
    -- Incremented by each change of an operator, after which what a sender is about to store is void.
    version int not null,
    -- The process that sends; another one may once this time has passed.
    lease_holder uuid null,
    lease_until timestamptz null,
    constraint webhook_organisation_id_foreign foreign key (organisation_id) references organisation (id)
  )`,
  `create table webhook_delivery (
    webhook_id uuid not null,
    number bigint not null,
    message_id text not null,
    sent_at timestamptz not null,
    duration_ms int not null,
    changes int not null,
    bytes int not null,
    -- Null: there was no answer.
    status int null,
    error text null,
    primary key (webhook_id, number)
  )`,
];

/** What needs a person: each began once, and ends once. It is posted from here to webhooks, and mailed (ADR 37). */
const ALARMS = [
  `create table alarm (
    id uuid primary key,
    kind text not null,
    -- Null: of the database as a whole.
    supplier_id uuid null,
    details jsonb not null,
    began_at timestamptz not null default clock_timestamp(),
    ${COMMIT_POSITION},
    ended_at timestamptz null,
    ended_position bigint null,
    -- It is to be mailed: whoever found it can send mail.
    is_mailed boolean not null,
    begin_mailed_at timestamptz null,
    end_mailed_at timestamptz null,
    -- Of the mail that is sent next.
    failures int not null default 0,
    failing_since timestamptz null,
    next_try_at timestamptz null,
    error text null,
    -- The process that sends; another one may once this time has passed.
    lease_holder uuid null,
    lease_until timestamptz null
  )`,
  // One of a kind at a time for each supplier, and for the database.
  'create unique index alarm_open_unique on alarm (supplier_id, kind) where ended_at is null and supplier_id is not null',
  'create unique index alarm_open_of_database_unique on alarm (kind) where ended_at is null and supplier_id is null',
  'create index alarm_commit_position_index on alarm (commit_position)',
  'create index alarm_ended_position_index on alarm (ended_position) where ended_position is not null',
];

/** The schema of 1.0.0. Each later change is a migration of its own. */
export class Baseline extends Migration {
  override up(): void {
    for (const sql of [
      ...COMMIT_POSITION_FUNCTIONS,
      ...SUPPLIERS,
      ...ACCOUNTS,
      ...ITEMS,
      TOMBSTONES,
      ...SEARCH,
      ...IMPORT_RECORDS,
      ...CONTROL_TOTALS,
      ...FIGURES,
      ...KEEPING,
      ...OPERATOR,
      ...COMMIT_POSITION_ORDER,
      ...SEALS,
      ...WEBHOOKS,
      ...ALARMS,
      ...SERVICE,
      ...AUTOVACUUM,
    ])
      this.addSql(sql);
  }
}
