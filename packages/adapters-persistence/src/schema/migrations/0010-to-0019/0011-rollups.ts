import { Migration } from '@mikro-orm/migrations';

/** Import records by spans of ten seconds, accounts by status, and how far both are counted (ADR 39). */
export class Rollups extends Migration {
  override up(): void {
    this.addSql(`create table import_rollup (
      organisation_id uuid not null,
      supplier_code text collate "C" not null,
      slot timestamptz not null,
      endpoint text not null,
      outcome text not null,
      code text not null,
      requests bigint not null,
      items bigint not null,
      first_imports bigint not null,
      primary key (organisation_id, supplier_code, slot, endpoint, outcome, code)
    )`);
    this.addSql('create index import_rollup_slot_index on import_rollup (slot)');
    this.addSql(`create table import_total (
      organisation_id uuid not null,
      supplier_code text collate "C" not null,
      endpoint text not null,
      outcome text not null,
      code text not null,
      requests bigint not null,
      items bigint not null,
      first_imports bigint not null,
      primary key (organisation_id, supplier_code, endpoint, outcome, code)
    )`);
    this.addSql(`create table account_rollup (
      organisation_id uuid not null,
      supplier_code text collate "C" not null,
      status text not null,
      accounts bigint not null,
      primary key (organisation_id, supplier_code, status)
    )`);
    this.addSql(`create table rollup_progress (
      id int not null,
      counted_to timestamptz not null,
      counted_at timestamptz not null,
      verified_to timestamptz null,
      verified_at timestamptz null,
      accounts_counted_at timestamptz null,
      primary key (id)
    )`);
    this.addSql('create index import_undo_undone_at_index on import_undo (undone_at)');
  }
}
