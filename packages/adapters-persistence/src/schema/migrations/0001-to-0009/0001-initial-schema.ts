import { Migration } from '@mikro-orm/migrations';

/** The first schema. Only account and its owners have foreign keys: the lock on the account makes others redundant (ADR 0004). */
export class InitialSchema extends Migration {
  override up(): void {
    this.addSql(`create table accepted_import (
      account_id bigint not null,
      id uuid not null,
      received_at timestamptz not null,
      organisation_id uuid not null,
      api_key_id uuid not null,
      endpoint text not null,
      item_count int not null,
      payload bytea not null,
      findings jsonb null,
      primary key (account_id, id)
    )`);
    this.addSql(`create index accepted_import_id_index on accepted_import (id)`);
    this.addSql(`create table billing_document (
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
    )`);
    this.addSql(`create table historical_statement (
      account_id bigint not null,
      statement_id text collate "C" not null,
      from_date date not null,
      to_date date not null,
      issued_date date not null,
      number text not null,
      gross_amount numeric(12,2) not null,
      path text null,
      document text null,
      import_id uuid not null,
      position int not null,
      primary key (account_id, statement_id)
    )`);
    this.addSql(`create table ledger (
      account_id bigint not null,
      ledger_number text collate "C" not null,
      ledger_code text collate "C" not null,
      is_main boolean not null,
      has_finalized_billing_document boolean not null,
      primary key (account_id, ledger_number)
    )`);
    this.addSql(`create unique index ledger_main on ledger (account_id) where is_main`);
    this.addSql(`create table ledger_history (
      account_id bigint not null,
      ledger_number text collate "C" not null,
      import_id uuid not null,
      primary key (account_id, ledger_number)
    )`);
    this.addSql(`create table ledger_transaction (
      account_id bigint not null,
      transaction_id text collate "C" not null,
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
      submitted_date date null,
      submitted_note text null,
      billing_document text null,
      import_id uuid not null,
      primary key (account_id, transaction_id, occurrence)
    )`);
    this.addSql(`create table note (
      account_id bigint not null,
      identity bytea not null,
      created_at timestamptz not null,
      body text null,
      documents text[] not null,
      is_pinned boolean not null,
      unpin_at timestamptz null,
      import_id uuid not null,
      position int not null,
      primary key (account_id, identity, created_at)
    )`);
    this.addSql(`create table organisation (
      id uuid not null,
      name text collate "C" not null,
      created_at timestamptz not null,
      primary key (id)
    )`);
    this.addSql(`alter table organisation add constraint organisation_name_unique unique (name)`);
    this.addSql(`create table import_supplier (
      id uuid not null,
      organisation_id uuid not null,
      code text collate "C" not null,
      status text not null,
      document_root text not null,
      verify_documents boolean not null,
      automated_emails boolean not null,
      supply_charge_arithmetic text not null,
      unknown_fields text not null,
      created_at timestamptz not null,
      primary key (id)
    )`);
    this.addSql(
      `alter table import_supplier add constraint import_supplier_organisation_id_code_unique unique (organisation_id, code)`,
    );
    this.addSql(`create table account (
      id bigserial primary key,
      supplier_id uuid not null,
      external_account_number text collate "C" not null,
      service_account_number text generated always as ('A-' || upper(lpad(to_hex((id * 2654435761) & 4294967295), 8, '0'))) stored not null,
      status text not null,
      created_at timestamptz not null
    )`);
    this.addSql(
      `alter table account add constraint account_service_account_number_unique unique (service_account_number)`,
    );
    this.addSql(
      `alter table account add constraint account_supplier_id_external_account_number_unique unique (supplier_id, external_account_number)`,
    );
    this.addSql(`create table api_key (
      id uuid not null,
      organisation_id uuid not null,
      prefix text collate "C" not null,
      digest bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz null,
      revoked_at timestamptz null,
      last_used_at timestamptz null,
      primary key (id)
    )`);
    this.addSql(`alter table api_key add constraint api_key_prefix_unique unique (prefix)`);
    this.addSql(`create table payment_instruction (
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
    )`);
    this.addSql(`create unique index payment_instruction_active on payment_instruction (account_id) where is_active`);
    this.addSql(`create table refused_import (
      id uuid not null,
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
      primary key (id)
    )`);
    this.addSql(`create index refused_import_organisation_id_id_index on refused_import (organisation_id, id)`);
    this.addSql(`create table statement_period (
      account_id bigint not null,
      ledger_number text collate "C" not null,
      from_date date not null,
      to_date date null,
      is_open boolean not null,
      primary key (account_id, ledger_number, from_date)
    )`);
    this.addSql(
      `create unique index statement_period_open on statement_period (account_id, ledger_number) where is_open`,
    );
    this.addSql(
      `alter table import_supplier add constraint import_supplier_organisation_id_foreign foreign key (organisation_id) references organisation (id)`,
    );
    this.addSql(
      `alter table account add constraint account_supplier_id_foreign foreign key (supplier_id) references import_supplier (id)`,
    );
    this.addSql(
      `alter table api_key add constraint api_key_organisation_id_foreign foreign key (organisation_id) references organisation (id)`,
    );
    // Compressed by the service already: storing it as it is saves PostgreSQL the attempt.
    this.addSql('alter table accepted_import alter column payload set storage external');
  }
}
