import { Migration } from '@mikro-orm/migrations';

/** Reconciliations with control totals, of which `supplier complete` looks for one that agreed (ADR 23). */
export class Reconciliations extends Migration {
  override up(): void {
    this.addSql(`create table reconciliation (
      supplier_id uuid not null,
      id uuid not null,
      snapshot_at timestamptz not null,
      verdict text not null,
      control_file_sha256 text null,
      performed_by text not null,
      recorded_at timestamptz not null default clock_timestamp(),
      primary key (supplier_id, id)
    )`);
  }
}
