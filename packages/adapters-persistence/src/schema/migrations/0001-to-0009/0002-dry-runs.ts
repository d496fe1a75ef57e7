import { Migration } from '@mikro-orm/migrations';

/** Import records of dry runs (ADR 0012). */
export class DryRuns extends Migration {
  override up(): void {
    this.addSql(`create table dry_run (
      id uuid not null,
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
      primary key (id)
    )`);
    this.addSql(`create index dry_run_organisation_id_id_index on dry_run (organisation_id, id)`);
  }
}
