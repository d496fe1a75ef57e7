import { Migration } from '@mikro-orm/migrations';

/** Reconciliations that consoles run (ADR 42). */
export class ReconciliationJobs extends Migration {
  override up(): void {
    this.addSql(`create table reconciliation_job (
      id uuid not null,
      supplier_id uuid not null,
      started_at timestamptz not null default now(),
      started_by text not null,
      host text not null,
      process_id int not null,
      file_name text not null,
      heartbeat_at timestamptz not null default now(),
      progress jsonb null,
      ended_at timestamptz null,
      outcome text null,
      result jsonb null,
      detail text null,
      primary key (id)
    )`);
    // One at a time for each supplier.
    this.addSql(
      'create unique index reconciliation_job_running_unique on reconciliation_job (supplier_id) where outcome is null',
    );
    this.addSql('create index reconciliation_job_supplier_id_index on reconciliation_job (supplier_id, id)');
  }
}
